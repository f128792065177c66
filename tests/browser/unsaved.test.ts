import assert from 'node:assert/strict';
import type { BrowserContextOptions } from 'playwright-core';
import { at, dataOf, mutationText } from '../http/client.ts';
import { pageTest, signIn, visitor } from './chromium.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** The bill of materials of a product, opened by a member of a new organization. */
async function openBill(options?: BrowserContextOptions) {
  const person = await visitor('OWNER', undefined, options);
  const components = [{ material: 'cotton', massKg: 0.2, originCountry: 'IN' }];
  const create = mutationText('createProduct', 'product { id }');
  const made = dataOf(await person.at.send(create, { input: { name: 'Bag', components } }));
  const id = String(at(made, 'createProduct', 'product', 'id'));
  await person.page.goto(person.urlOf(`/products/${id}?tab=materials`));
  await person.page.getByRole('heading', { level: 1, name: 'Bag' }).waitFor();
  return { ...person, id };
}

pageTest('a page with changes that are not saved is left only when a person says so', async () => {
  const { page, id, urlOf, at: place } = await openBill();
  const name = page.getByLabel('Name', { exact: true }).first();
  await name.fill('Sturdy bag');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByRole('button', { name: 'Recalculate' }).waitFor();
  assert.equal(await name.inputValue(), 'Sturdy bag', 'a calculation makes a version, too');
  const update = mutationText('updateProduct', 'product { id }');
  dataOf(await place.send(update, { input: { id, sku: 'BAG-1' } }));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody changed this after you opened it').waitFor();
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  const levers = page.getByRole('link', { name: 'Levers' });
  await levers.click();
  assert.equal(await name.inputValue(), 'Sturdy bag');
  assert.deepEqual(asked, ['Leave without saving your changes?']);
  page.once('dialog', (dialog) => void dialog.accept());
  await levers.click();
  await page.getByRole('heading', { name: 'Suggested levers' }).waitFor();
  await page.getByRole('link', { name: 'Bill of materials' }).click();
  assert.equal(await name.inputValue(), 'Bag');

  await page.goto(urlOf('/products'));
  await page.getByRole('button', { name: 'Add product' }).click();
  const field = page.getByRole('dialog').getByLabel('Name');
  await field.fill('Purse');
  // Chromium lets a page refuse the first Escape only.
  for (const answer of ['dismiss', 'dismiss', 'accept'] as const) {
    const asked = page.waitForEvent('dialog');
    const pressed = page.keyboard.press('Escape');
    const question = await asked;
    assert.equal(question.message(), 'Leave without saving your changes?');
    await question[answer]();
    await pressed;
    if (answer === 'dismiss') await field.and(page.locator(':focus')).waitFor();
  }
  await field.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add product' }).and(page.locator(':focus')).click();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add product' }).click();
  await field.fill('Purse');
  const leaving = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await leaving;
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
  assert.equal(await field.inputValue(), 'Purse');
});

pageTest(
  'a mapping of columns and texts of an asset are left only when a person says so',
  async () => {
    const { page, urlOf } = await openBill();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    const leave = () => page.getByRole('link', { name: 'Scenarios' }).click();
    const file = {
      name: 'bags.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,mass\nBag,1'),
    };
    await page.goto(urlOf('/imports'));
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByLabel('Column mass becomes').selectOption('Net mass, kg');
    await leave();
    assert.equal(asked.length, 1);
    assert.equal(await page.getByLabel('Column mass becomes').inputValue(), 'netMassKg');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('A check writes nothing.').waitFor();
    assert.equal(asked.length, 1);

    await page.goto(urlOf('/assets/new'));
    const verifier = page.getByLabel('Verified by');
    await verifier.fill('An auditor');
    await leave();
    assert.equal(asked.length, 2);
    assert.equal(await verifier.inputValue(), 'An auditor');
    await verifier.fill('');
    await leave();
    await page.getByRole('heading', { level: 1, name: 'Scenarios' }).waitFor();
    assert.equal(asked.length, 2);
  },
);

pageTest('a form outlives its session: it is saved after signing in in another tab', async () => {
  const { page, email } = await openBill();
  await page.getByLabel('Name', { exact: true }).first().fill('Sturdy bag');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended' }).first();
  const opened = page.waitForEvent('popup');
  await notice.getByRole('link', { name: 'Sign in in another tab' }).click();
  const tab = await opened;
  await signIn(tab, email);
  await tab.waitForURL('**/app/**');
  await tab.close();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sturdy bag' }).waitFor();
});

pageTest('lists of a bill are folded on a phone, and a refusal opens its field', async () => {
  const { page } = await openBill(PHONE);
  const mass = page.getByLabel('Mass, kg', { exact: true });
  assert.ok(!(await mass.isVisible()));
  const fold = page.locator('summary', { hasText: 'Components' });
  await fold.click();
  await mass.fill('-1');
  await fold.click();
  assert.ok(!(await mass.isVisible()));
  await page.getByRole('button', { name: 'Save' }).click();
  await mass.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  assert.ok(await mass.isVisible());
});

pageTest(
  'a page is printed with what is folded, and without what can be done with it',
  async () => {
    const { page } = await openBill();
    const folded = page.getByLabel('Loss, %').first();
    await folded.waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { level: 1, name: 'Bag' }).waitFor();
    for (const control of ['button', 'navigation', 'search'] as const)
      assert.equal(await page.getByRole(control).count(), 0, control);
    await folded.waitFor();
  },
);

pageTest('without a network a page that is not loaded yet says so', async () => {
  // A context of its own: another test may have left the files of the other page in the cache.
  const { page } = await openBill({ offline: false });
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Scenarios' }).click();
  await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
  await page.getByText('The service does not answer.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Scenarios' }).waitFor();
});
