import assert from 'node:assert/strict';
import { at, dataOf } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { pageTest, visitor } from './chromium.ts';

pageTest('an order goes through the steps that its state allows', async () => {
  const { page, urlOf, at: place } = await visitor();
  await resetSandbox(place);
  await page.goto(urlOf('/orders?state=DRAFT'));
  await page.locator('tbody a').first().click();
  await page.getByRole('button', { name: 'Confirm order' }).click();
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  await page.getByRole('button', { name: 'Mark as delivered' }).click();
  await page.getByRole('button', { name: 'Return everything' }).waitFor();
  assert.ok((await page.getByRole('cell', { name: /Calculated/ }).count()) > 0);
  await page.getByRole('button', { name: 'New scenario' }).click();
  await page.getByRole('heading', { name: /^What if: / }).waitFor();
  await page.getByText('This scenario changes nothing yet').waitFor();
});

pageTest('a customer gets their data and is erased after a typed confirmation', async () => {
  const { page, urlOf, at: place } = await visitor();
  const made = dataOf(
    await place.send(
      'mutation { createCustomer(input: { name: "Ada Lovelace", email: "ada@example.com" }) { customer { id } } }',
    ),
  );
  const id = String(at(made, 'createCustomer', 'customer', 'id'));
  await page.goto(urlOf(`/customers/${id}`));
  const handed = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hand out all data' }).click();
  assert.equal((await handed).suggestedFilename(), `${id}.json`);
  await page.getByRole('button', { name: 'Erase person' }).click();
  const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase person' });
  assert.ok(await erase.isDisabled());
  await page.getByLabel('Type “Ada Lovelace” to confirm').fill('Ada Lovelace');
  await erase.click();
  await page.getByRole('heading', { name: 'Erased person' }).waitFor();
  assert.equal(await page.getByText('ada@example.com').count(), 0);
});

pageTest('an endpoint reveals its secret once, and a test event leaves an attempt', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/webhooks'));
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL').fill('http://localhost:9999/hooks');
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  const secret = (await page.getByTestId('secret').textContent()) ?? '';
  assert.match(secret, /^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: /^Attempt 1/ }).waitFor();
  assert.ok(!(await page.content()).includes(secret));
  await page.goBack();
  await page.getByLabel('Deliveries', { exact: true }).selectOption('ALL');
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor();
});

pageTest('a partner is added, asked for a footprint and removed', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/partners'));
  await page.getByRole('button', { name: 'Add partner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Clay works');
  await dialog.getByLabel('Address').fill('http://localhost:9999/pact');
  await dialog.getByLabel('Client id').fill('acme');
  await dialog.getByLabel('Client secret').fill('not a secret');
  await dialog.getByRole('button', { name: 'Add partner' }).click();

  await page.getByRole('button', { name: 'Request footprint' }).click();
  await dialog.getByLabel('Product of the partner').fill('urn:gtin:09506000134352');
  await dialog.getByRole('button', { name: 'Request footprint' }).click();
  await page.getByRole('link', { name: 'Footprint requested' }).click();
  // The list of partners has the same words of the trial of the credentials.
  await page.getByRole('heading', { name: 'Footprint requested' }).waitFor();
  // Nobody listens at that port: the first attempt fails, and says why.
  await page.getByText('localhost:9999 could not be reached', { exact: false }).waitFor();
  assert.ok((await page.getByText('urn:gtin:09506000134352').count()) > 0);

  await page.goto(urlOf('/partners'));
  await page.getByRole('button', { name: 'Remove Clay works' }).click();
  await page.getByLabel('Type “Clay works” to confirm').fill('Clay works');
  await dialog.getByRole('button', { name: 'Remove partner' }).click();
  await page.getByText('No footprint was exchanged yet').waitFor();
  assert.equal(await page.getByText('Clay works').count(), 0);
});
