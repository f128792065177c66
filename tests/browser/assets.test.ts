import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at, dataOf } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { world } from '../http/world.ts';
import { pageTest, untilIn, type Visitor, visitor } from './chromium.ts';

const CALCULATE = `mutation ($name: String!) {
  calculateProductFootprint(
    input: { product: { externalId: $name }, detail: FULL, asProductFootprint: true }
  ) { calculation { product { id name } } }
}`;

/** A product of the mock data with a FULL footprint. */
async function labelled({ at: place }: Visitor) {
  await resetSandbox(place);
  const made = dataOf(await place.send(CALCULATE, { name: 'garment-13' }));
  const product = at(made, 'calculateProductFootprint', 'calculation', 'product') ?? null;
  return { id: String(at(product, 'id')), name: String(at(product, 'name')) };
}

pageTest('a label is chosen by its preview, made, downloaded, listed and deleted', async () => {
  const person = await visitor();
  const { page, urlOf } = person;
  const { id, name } = await labelled(person);
  await page.goto(urlOf(`/assets/new?product=${id}`));
  await page.getByLabel('Address that the symbol').fill('https://halden.example/shirt');
  await page.getByLabel('Language', { exact: true }).selectOption('Greek');
  const preview = page.locator('.asset-preview');
  await page.getByAltText(/^Αποτύπωμα άνθρακα/).waitFor();
  assert.match((await preview.getAttribute('src')) ?? '', /^data:image\/svg\+xml,/);
  await page.getByRole('button', { name: 'Make asset' }).click();
  const handed = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download SVG' }).click();
  const file = await readFile(await (await handed).path(), 'utf8');
  assert.match(file, /xml:lang="el"/);
  assert.ok(!file.includes('"isPreview"'), 'the file is no preview');

  await page.goto(urlOf('/assets/new'));
  await page.getByLabel('Kind').selectOption('Supply chain map');
  await page.getByAltText(/^Supply chain map: /).waitFor();
  await page.getByLabel('Kind').selectOption('Infographic');
  await page.getByLabel('Find products').waitFor();

  await page.goto(urlOf('/assets'));
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByText('Greek').waitFor();
  await row.getByRole('button', { name: `Delete Carbon label of ${name}` }).click();
  await page.getByText('There are no assets here').waitFor();
  // The product with a footprint is in the picture of a template.
  await page.getByRole('link', { name: 'Figure tag' }).locator('img').waitFor();
  await page.getByRole('link', { name: 'Infographic' }).click();
  await page.getByLabel('Size').waitFor();
  assert.equal(await page.getByLabel('Kind').inputValue(), 'INFOGRAPHIC');
});

pageTest('a report is made with the goal and the conclusions of its study', async () => {
  const person = await visitor();
  const { page, urlOf } = person;
  const { id } = await labelled(person);
  await page.goto(urlOf(`/assets/new?product=${id}`));
  await page.getByLabel('Goal of the study').waitFor({ state: 'detached' });
  await page.getByLabel('Kind').selectOption('Footprint report');
  await page.getByLabel('Format').selectOption('JSON');
  await page.getByLabel('Goal of the study').fill('What our designers change first.');
  await page.getByLabel('Conclusions').fill('Begin with the fibre.');
  await page.getByRole('button', { name: 'Make asset' }).click();
  const handed = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download JSON' }).click();
  const { facts } = JSON.parse(await readFile(await (await handed).path(), 'utf8'));
  assert.deepEqual(
    [facts.goal, facts.conclusions],
    ['What our designers change first.', 'Begin with the fibre.'],
  );
});

pageTest(
  'the page of a product leads to its labels, also when it is none of the first 20',
  async () => {
    const person = await visitor();
    const { page, urlOf, at: place } = person;
    await resetSandbox(place);
    const made = dataOf(await place.send('{ products(last: 1) { totalCount nodes { id name } } }'));
    assert.ok(Number(at(made, 'products', 'totalCount')) > 20);
    const id = String(at(made, 'products', 'nodes', 0, 'id'));
    await page.goto(urlOf(`/products/${id}?tab=nonsense`));
    await page
      .getByRole('link', { name: 'Footprint', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await page.getByRole('link', { name: 'Assets' }).last().click();
    await page.getByRole('link', { name: 'Make assets' }).click();
    const chosen = page.getByLabel('Product', { exact: true }).locator('option:checked');
    await chosen
      .getByText(String(at(made, 'products', 'nodes', 0, 'name')))
      .waitFor({ state: 'attached' });
  },
);

pageTest('a batch shows its progress, the reasons of refusals and a ZIP', async () => {
  const { page, urlOf, at: place } = await visitor();
  await resetSandbox(place);
  dataOf(
    await place.send(
      'mutation { createProduct(input: { name: "Blank T-shirt" }) { product { id } } }',
    ),
  );
  await page.goto(urlOf('/assets/new?kind=FIGURE_TAG'));
  await page.getByRole('button', { name: 'Every product found' }).click();
  await page.getByLabel('Find products').fill('T-shirt');
  await page.getByLabel('Address that the symbol').fill('https://halden.example/');
  const make = page.getByRole('button', { name: /^Make \d+ assets$/ });
  await page.locator('.asset-preview, .notice.danger').first().waitFor();
  await make.click();
  const handed = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download ZIP' }).click();
  assert.match((await handed).suggestedFilename(), /^job_.*\.zip$/);
  await page
    .getByRole('row', { name: /There is no footprint to show yet/ })
    .first()
    .waitFor();
  // The mock products have footprints of their present version.
  assert.ok((await page.getByRole('link', { name: 'Download', exact: true }).count()) >= 5);
  await page.goto(urlOf('/assets'));
  await page.getByRole('row', { name: /Completed/ }).waitFor();
});

pageTest('a person of a lower tier reads that making needs ENTERPRISE', async () => {
  const place = await world({ tier: 'FREE' });
  const { page, urlOf } = await visitor('OWNER', place);
  await place.send('mutation { createProduct(input: { name: "Mug" }) { product { id } } }');
  await page.goto(urlOf('/assets/new', 'live'));
  await page.getByText(/ENTERPRISE/).waitFor();
  await page.getByRole('link', { name: 'Try it in the sandbox' }).waitFor();
});

pageTest('a brand is given, seen, refused with its reasons, and its logo removed', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/settings/organization'));
  await page.getByLabel('Name to print').fill('Halden');
  await page.getByLabel('Colour').fill('#ffee00');
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>';
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };
  await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
  const save = page.getByRole('button', { name: 'Save brand' });
  await save.click();
  await page.getByText('take a darker colour').first().waitFor();
  await page.getByLabel('Colour').fill('#1f4e5f');
  await save.click();
  const shown = page.getByAltText('Present logo');
  await shown.waitFor();
  // Its file is loaded and drawn.
  await untilIn(page, "document.querySelector('.brand-logo')?.naturalWidth > 0");
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await shown.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Name to print').inputValue(), 'Halden');
});
