import assert from 'node:assert/strict';
import { at, dataOf, type JsonObject, sendForId } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { service, type World, world } from '../http/world.ts';
import { pageTest, untilIn, visitor } from './chromium.ts';

const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';

function calculated(place: World, externalId: string, boundary: string) {
  return place.send(
    `mutation { calculateProductFootprint(input: { product: { externalId: "${externalId}" }, detail: FULL, asProductFootprint: true, boundary: ${boundary} }) { calculation { product { id } productFootprint } } }`,
  );
}

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
      'mutation { createCustomer(input: { name: "Ada  Lovelace", email: "ada@example.com" }) { customer { id } } }',
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
  await page.keyboard.press('Escape');
  assert.equal(await page.getByTestId('secret').count(), 1, 'it is shown only now');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).press('Enter');
  await page.locator('tbody a').first().waitFor();
  // The button was disabled meanwhile, which takes the focus from it.
  await untilIn(page, "document.activeElement.textContent === 'Send a test event'");
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: /^Attempt 1/ }).waitFor();
  await page.getByText(/^Next attempt: /).waitFor();
  assert.ok(!(await page.content()).includes(secret));
  await page.goBack();
  await page.getByText('Redeliver a period').click();
  await page.getByLabel('Deliveries', { exact: true }).selectOption('ALL');
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor();
});

pageTest(
  'a partner is added, asked for a footprint, sent the news of one and removed',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    const { organization } = place;
    await world({ organization, environment: 'SANDBOX', permissions: ['FOOTPRINTS_READ'] });
    const clay = { name: 'Clay', material: 'ceramics', massKg: 0.35 };
    const mug = { name: 'Mug', sku: 'TS-47', externalId: 'mug', components: [clay] };
    await sendForId(place, 'createProduct', 'product', mug);
    await sendForId(place, 'createProduct', 'product', {
      ...{ name: 'Mug body', externalId: 'body', netMassKg: 0.35, components: [clay] },
      footprintBasis: 'FULL_CRADLE_TO_GATE',
    });
    dataOf(await calculated(place, 'body', 'CRADLE_TO_GATE'));
    await page.goto(urlOf('/partners'));
    await page.getByRole('button', { name: 'Add partner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Clay works');
    await dialog.getByLabel('Address').fill('http://localhost:9999/pact');
    await dialog.getByLabel('Client id').fill('acme');
    await dialog.getByLabel('Client secret').fill('not a secret');
    await dialog.getByLabel('Key that the partner uses here').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Add partner' }).click();

    await page.getByRole('button', { name: 'Edit Clay works' }).click();
    const key = dialog.getByLabel('Key that the partner uses here');
    assert.match(await key.inputValue(), /^key_/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Request footprint' }).click();
    await dialog.getByLabel('Product of the partner').fill('9506000134352');
    await dialog.getByLabel('Find the product').fill('ts-47');
    await dialog.getByText('1 match', { exact: true }).waitFor();
    await dialog.getByLabel('Your product').selectOption('Mug · TS-47');
    // The chosen product stays when another text finds others.
    await dialog.getByLabel('Find the product').fill('body');
    await dialog.getByRole('option', { name: 'Mug body' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Component').selectOption('Clay');
    await dialog.getByRole('button', { name: 'Request footprint' }).click();
    await page.getByRole('cell', { name: 'Mug · Clay' }).waitFor();
    await page.getByRole('link', { name: 'Footprint requested' }).click();
    // The list of partners has the same words of the trial of the credentials.
    await page.getByRole('heading', { name: 'Footprint requested' }).waitFor();
    // Nobody listens at that port: the first attempt fails, and says why.
    await page.getByText('localhost:9999 could not be reached', { exact: false }).waitFor();
    assert.ok((await page.getByText('urn:gtin:09506000134352').count()) > 0);
    await service.db
      .updateTable('footprint_requests')
      .set({ state: 'REJECTED', finished_at: new Date(), due_at: null })
      .where('organization_id', '=', organization.id)
      .where('environment', '=', 'SANDBOX')
      .where('kind', '=', 'REQUEST')
      .execute();
    await page.reload();
    const rejected = page.url();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL((url) => url.href !== rejected);
    await page.getByRole('link', { name: 'Mug' }).waitFor();
    assert.ok((await page.getByText('urn:gtin:09506000134352').count()) > 0);

    await page.goto(urlOf('/partners'));
    await page.getByRole('button', { name: 'Announce footprints' }).click();
    await dialog.getByText('Without a footprint from cradle to gate: Mug.').waitFor();
    await dialog.getByLabel('Mug body').check();
    await dialog.getByRole('button', { name: 'Announce 1 footprint' }).click();
    await page.getByRole('link', { name: 'Footprints announced' }).click();
    await page.getByRole('link', { name: 'Mug body' }).waitFor();

    await page.goto(urlOf('/partners'));
    const tried = page.getByRole('link', { name: 'Credentials tried' });
    await page.getByRole('button', { name: 'Try the credentials of Clay works again' }).click();
    await tried.nth(1).waitFor();
    await page.getByRole('button', { name: 'Remove Clay works' }).click();
    await page.getByLabel('Type “Clay works” to confirm').fill('Clay works');
    await dialog.getByRole('button', { name: 'Remove partner' }).click();
    await page.getByText('No footprint was exchanged yet').waitFor();
    assert.equal(await page.getByText('Clay works').count(), 0);
    // The button that opened the dialog is gone with its row.
    assert.equal(await page.evaluate('document.activeElement.id'), 'page');
  },
);

pageTest('a member without the right to see keys sees and edits partners', async () => {
  const owner = await visitor();
  const member = await visitor('MEMBER', owner.at);
  await owner.page.goto(owner.urlOf('/partners'));
  await owner.page.getByRole('button', { name: 'Add partner' }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Clay works');
  await dialog.getByLabel('Address').fill('http://localhost:9999/pact');
  await dialog.getByLabel('Client id').fill('acme');
  await dialog.getByLabel('Client secret').fill('not a secret');
  await dialog.getByRole('button', { name: 'Add partner' }).click();
  await owner.page.getByRole('button', { name: 'Edit Clay works' }).waitFor();
  const { page, urlOf } = member;
  await page.goto(urlOf('/partners'));
  await page.getByRole('button', { name: 'Edit Clay works' }).click();
  await page.getByLabel('Name').fill('Clay and kilns');
  assert.equal(await page.getByLabel('Key that the partner uses here').count(), 0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Clay and kilns' }).waitFor();
});

pageTest('the footprint of a supplier is named as the source of a number', async () => {
  const { page, urlOf, at: place } = await visitor();
  const calculate = (externalId: string, boundary: string) =>
    calculated(place, externalId, boundary);
  const create = (input: JsonObject) => place.send(CREATE, { input });
  const clay = { name: 'Clay', material: 'ceramics', massKg: 0.35 };
  const body = { name: 'Mug body', externalId: 'body', netMassKg: 0.35, components: [clay] };
  dataOf(await create({ ...body, footprintBasis: 'FULL_CRADLE_TO_GATE' }));
  const made = dataOf(await calculate('body', 'CRADLE_TO_GATE'));
  const pcf = at(made, 'calculateProductFootprint', 'calculation', 'productFootprint') ?? null;
  const bought = { name: 'Body', massKg: 0.35, supplierPcf: pcf };
  dataOf(await create({ name: 'Mug', externalId: 'mug', components: [bought] }));
  const used = dataOf(await calculate('mug', 'CRADLE_TO_GRAVE'));
  const id = String(at(used, 'calculateProductFootprint', 'calculation', 'product', 'id'));
  await page.goto(urlOf(`/products/${id}`));
  await page.getByRole('button', { name: 'Table' }).first().click();
  const cause = page.getByRole('row').filter({ hasText: 'Mug body' });
  await cause.getByText(place.organization.name).waitFor();
  assert.equal(await cause.getByRole('link').count(), 0, 'it is in no set of factors');
  await page.getByRole('link', { name: 'Bill of materials' }).click();
  await page.getByRole('group', { name: 'Component 1: Body' }).waitFor();
  await page
    .getByText(/^Counted by the footprint of its supplier.*Product of the partner: Mug body/)
    .waitFor();
});
