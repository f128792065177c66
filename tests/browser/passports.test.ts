import assert from 'node:assert/strict';
import { at, dataOf, mutationText, sendForId, textAt } from '../http/client.ts';
import { GENERIC } from '../http/passports/desk.ts';
import { world } from '../http/world.ts';
import { pageTest, untilIn, visitor } from './chromium.ts';

const CONFORMITY = {
  conformityDocuments: [{ type: 'TEST_REPORT', url: 'https://acme.example/test' }],
};

const PRODUCT = `mutation {
  createProduct(input: {
    name: "Crew neck T-shirt", gtin: "9506000140445", netMassKg: 0.2
    components: [{ name: "Body", material: "cotton fibre", massKg: 0.2, originCountry: "TR" }]
  }) { product { id } }
}`;

pageTest(
  'a product gets a passport, which is completed, published and opened in public',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    const made = dataOf(await place.send(PRODUCT));
    await page.goto(urlOf(`/products/${at(made, 'createProduct', 'product', 'id')}`));
    // The menu has a link of the same name, the only one until the product is there.
    await page.getByRole('heading', { level: 1, name: 'Crew neck T-shirt' }).waitFor();
    await page.getByRole('link', { name: 'Passports' }).last().click();
    await page.getByText('This product has no passport yet.').waitFor();
    await page.getByRole('link', { name: 'All passports of the product' }).click();
    await page.getByRole('button', { name: 'Textile apparel (draft)' }).click();
    const group = page.getByLabel('Product group').and(page.locator('dialog :focus'));
    await group.waitFor();
    assert.equal(await group.inputValue(), 'textile');
    assert.equal(await page.getByLabel('Find passports').count(), 0, 'there is nothing to filter');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Make passport' }).click();
    await group.selectOption('generic');
    await page.getByRole('button', { name: 'Make draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crew neck T-shirt' }).waitFor();

    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByText('keep the passport from publication').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Publish version 1' }).isDisabled());
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('link', { name: 'Preview' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open as the public page' }).click();
    const asReader = await opened;
    await asReader.getByRole('heading', { level: 1, name: 'Crew neck T-shirt' }).waitFor();
    await asReader.getByText('Draft: not published yet').waitFor();
    await asReader.getByRole('link', { name: 'Deutsch' }).last().click();
    await asReader.getByText('Entwurf: noch nicht veröffentlicht').waitFor();
    await asReader.close();
    await page.getByRole('link', { name: 'Content', exact: true }).click();

    await page.getByLabel('Commodity code').fill('12');
    await page.getByRole('button', { name: 'Save draft' }).click();
    const code = page.getByLabel('Commodity code');
    await page.getByRole('alert').waitFor();
    assert.equal(await code.getAttribute('aria-invalid'), 'true');
    await code.fill('610910');
    for (const [group, id] of [
      ['Economic operator', '9506000134376'],
      ['Facility', '9506000134376'],
    ] as const) {
      const part = page.locator('details', { hasText: group }).first();
      await part.getByLabel('Name', { exact: true }).fill('Acme');
      await part.getByLabel('Identifier', { exact: true }).fill(id);
      await part.getByLabel('Scheme').selectOption('GLN');
      await part.getByLabel('Country').fill('PT');
    }
    await page.getByLabel('Role').first().selectOption('MANUFACTURER');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('100%').waitFor();

    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByText('Every check passed.').waitFor();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await page.getByRole('link', { name: 'Public page, version 1' }).waitFor();

    await page.getByText('There is no footprint').waitFor();
    const calculate = mutationText('calculateProductFootprint', 'calculation { id }');
    const productId = String(at(made, 'createProduct', 'product', 'id'));
    dataOf(await place.send(calculate, { input: { productId } }));
    await page.reload();
    await page.getByLabel('Take over the present footprint of the product').check();
    await page.getByLabel('Commodity code').fill('61091000');
    await page.getByLabel('Reason of the amendment').fill('More precise');
    await page.getByRole('button', { name: 'Publish the next version' }).click();
    await page.getByRole('link', { name: 'Public page, version 2' }).waitFor();
    assert.equal(await page.getByText('Take over the present footprint').count(), 0);
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('cell', { name: '61091000' }).waitFor();
    await page.getByRole('link', { name: 'Check the signature and the chain' }).click();
    await page.getByRole('heading', { name: 'The credential is valid' }).waitFor();
    await page.getByRole('heading', { name: 'The chain of versions is whole' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Data carrier' }).click();
    await page.getByRole('img', { name: /QR code of/ }).waitFor();
    await untilIn(page, "document.querySelector('main img')?.naturalWidth > 0");
    await page.getByRole('link', { name: 'Public page, version 2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crew neck T-shirt' }).waitFor();
    assert.match(page.url(), /\/sandbox\/dpp\/dpp_/);
  },
);

pageTest('a battery is stated to have no hazardous substances', async () => {
  const { page, urlOf, at: place } = await visitor();
  const made = dataOf(await place.send(PRODUCT.replace('9506000140445', '9506000149387')));
  const productId = String(at(made, 'createProduct', 'product', 'id'));
  const input = { productId, schema: 'battery', category: 'EV' };
  const drafted = dataOf(await place.send(mutationText('generateDpp', 'dpp { id }'), { input }));
  const id = String(at(drafted, 'generateDpp', 'dpp', 'id'));
  await page.goto(urlOf(`/passports/${id}`));
  const list = page.getByRole('group', { name: 'Hazardous substances', exact: true });
  await list.getByLabel('There are none').check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('No changes').waitFor();
  const stored = dataOf(await place.send(`{ dpp(id: "${id}") { sectorData } }`));
  assert.deepEqual(at(stored, 'dpp', 'sectorData'), { hazardousSubstances: [] });
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByTestId('preview').getByText('There are none').waitFor();
});

pageTest('content is read in words, and passports are found by name', async () => {
  const person = await visitor('OWNER', undefined, { locale: 'de-DE' });
  const { page, urlOf, at: place } = person;
  const made = dataOf(await place.send(PRODUCT.replace('9506000140445', '9506000149370')));
  const productId = String(at(made, 'createProduct', 'product', 'id'));
  const calculate = mutationText('calculateProductFootprint', 'calculation { id }');
  dataOf(await place.send(calculate, { input: { productId } }));
  const name = [{ language: 'ar', text: 'قميص 60 cm' }];
  const input = { productId, ...GENERIC, ...CONFORMITY, name };
  const drafted = dataOf(await place.send(mutationText('generateDpp', 'dpp { id }'), { input }));
  await page.goto(urlOf(`/passports/${at(drafted, 'generateDpp', 'dpp', 'id')}?tab=preview`));
  const preview = page.getByTestId('preview');
  await preview.getByText('Wirtschaftsakteur', { exact: true }).waitFor();
  const shown = await preview.innerText();
  for (const words of ['Arabisch', 'Hersteller', 'Portugal', 'Rohstoffe', 'Massenanteil 100 %'])
    assert.ok(shown.replaceAll(/\s+/g, ' ').includes(words), `${words} in ${shown}`);
  assert.doesNotMatch(shown, /MANUFACTURER|RAW_MATERIALS|PIECE|\bPT\b|Economic/);

  await page.goto(urlOf('/passports'));
  await page.getByLabel('Produktpässe suchen').fill('hose');
  await page.keyboard.press('Enter');
  await page.getByText('Nichts passt zu diesen Filtern.').waitFor();
  await page.getByLabel('Produktpässe suchen').fill('قميص');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'قميص 60 cm' }).waitFor();
});

pageTest(
  'access is given and revoked, and the passport is suspended, offered and taken over',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    const product = dataOf(await place.send(PRODUCT.replace('9506000140445', '9506000149363')));
    const productId = String(at(product, 'createProduct', 'product', 'id'));
    const send = (name: string, input: object) =>
      place.send(mutationText(name, 'dpp { id }'), { input: { ...input } });
    const made = dataOf(await send('generateDpp', { productId, ...GENERIC, ...CONFORMITY }));
    const id = String(at(made, 'generateDpp', 'dpp', 'id'));
    dataOf(await send('publishDpp', { id }));

    await page.goto(urlOf(`/passports/${id}?tab=access`));
    await page.getByRole('button', { name: 'Give access' }).click();
    await page.getByLabel('Holder').fill('Recycling Ltd');
    await page.getByLabel('Purpose').fill('Dismantling');
    await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click();
    const token = (await page.getByTestId('secret').textContent()) ?? '';
    assert.match(token, /^dpg_/);
    await page.getByText('Send it to Recycling Ltd with the address of the public page').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke the grant of Recycling Ltd' }).click();
    await page.getByText(/^Revoked /).waitFor();
    assert.ok(!(await page.content()).includes(token));

    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByText('Withheld: conformity').waitFor();
    await page.getByTestId('preview').getByText('Product name', { exact: true }).waitFor();
    assert.ok(!(await page.getByTestId('preview').textContent())?.includes('acme.example/test'));
    await page.getByLabel('Audience').selectOption('AUTHORITY');
    await page.getByText('acme.example/test').waitFor();

    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByLabel('Model number').fill('CN-1');
    const asked = page.waitForEvent('dialog');
    const pressed = page.getByRole('button', { name: 'Suspend' }).click();
    const question = await asked;
    assert.equal(question.message(), 'Go on without saving your changes?');
    await question.dismiss();
    await pressed;
    assert.equal(await page.getByRole('dialog').count(), 0);
    page.once('dialog', (again) => void again.accept());
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Recall');
    const suspend = page.getByRole('dialog').getByRole('button', { name: 'Suspend' });
    assert.ok(await suspend.isDisabled());
    await page.getByLabel('Type “Crew neck T-shirt” to confirm').fill('Crew neck T-shirt');
    await suspend.click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();

    await page.getByRole('link', { name: 'Transfer' }).click();
    await page.getByRole('button', { name: 'Offer to another organization' }).click();
    await page.getByLabel('Organization', { exact: true }).last().fill('Second Life');
    await page.getByRole('button', { name: 'Make the offer' }).click();
    const offered = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/Offered to Second Life/).waitFor();
    await page.getByRole('button', { name: 'Make another offer' }).waitFor();

    const other = await visitor(
      'OWNER',
      await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' }),
    );
    await other.page.goto(other.urlOf('/passports'));
    await other.page.getByRole('button', { name: 'Take over a passport' }).click();
    await other.page.getByLabel('Code of the offer').fill(offered);
    await other.page.getByLabel('Identifier', { exact: true }).fill('9506000134376');
    await other.page.getByLabel('Country').fill('PT');
    await other.page.getByRole('button', { name: 'Take over', exact: true }).click();
    await other.page.getByRole('link', { name: 'Public page, version 2' }).waitFor();
    await page.reload();
    await page
      .getByText('This passport does not exist')
      .or(page.getByRole('alert'))
      .first()
      .waitFor();
  },
);

pageTest(
  'many drafts are made and published as jobs, and a passport shows its registration and events',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    dataOf(await place.send(PRODUCT.replace('9506000140445', '9506000141442')));
    await page.goto(urlOf('/passports'));
    await page.getByRole('button', { name: 'Draft many products' }).click();
    await page.getByText('1 product. Those').waitFor();
    await page.getByRole('button', { name: 'Make drafts', exact: true }).click();
    await page.getByRole('link', { name: 'Crew neck T-shirt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crew neck T-shirt' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';

    const publishAll = async () => {
      await page.goto(urlOf('/passports?schema=generic'));
      await page.getByRole('button', { name: 'Publish drafts …' }).click();
      await page.getByText('1 draft of the product group generic.').waitFor();
      await page.getByRole('button', { name: 'Publish 1 draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'Publish drafts' }).waitFor();
      await page.getByText('Completed').waitFor();
    };
    await publishAll();
    await page.getByRole('cell', { name: /Must be given|required|needs/i }).waitFor();
    await sendForId(place, 'updateDpp', 'dpp', { id, ...GENERIC });
    await publishAll();

    const product = await place.send('{ products(first: 1) { nodes { id } } }');
    const productId = textAt(product, 'products', 'nodes', 0, 'id');
    const items = { productId, count: 100_000 };
    await sendForId(place, 'generateDpps', 'job', items);
    await page.goto(urlOf('/passports'));
    const jobs = page.getByRole('table', { name: 'Latest jobs' });
    await jobs.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Draft items' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0);

    await page.goto(urlOf(`/passports/${id}?tab=registry`));
    await page.getByText('Waits for the registry').waitFor();
    await page.getByText('Passports of the sandbox are not backed up.').waitFor();

    const seen = dataOf(
      await place.send('query ($id: ID!) { dpp(id: $id) { productIdentifier } }', { id }),
    );
    const event = {
      ...{ type: 'ObjectEvent', action: 'OBSERVE', bizStep: 'shipping' },
      ...{ eventTime: '2026-11-22T09:30:00Z', eventTimeZoneOffset: '+00:00' },
      epcList: [at(seen, 'dpp', 'productIdentifier') ?? ''],
    };
    const document = {
      ...{ type: 'EPCISDocument', schemaVersion: '2.0' },
      epcisBody: { eventList: [event] },
    };
    const captured = mutationText('captureEpcisEvents', 'results { outcome }');
    dataOf(await place.send(captured, { input: { document } }));
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('cell', { name: 'Object, observe' }).waitFor();
    await page.getByRole('cell', { name: 'shipping' }).waitFor();
  },
);

/** Pages, the tier that their action needs, and the action. */
const OF_TIERS = [
  ['/passports', 'ENTERPRISE', 'Make passport'],
  ['/assets', 'ENTERPRISE', 'Make assets'],
  ['/partners', 'ENTERPRISE', 'Add partner'],
  ['/webhooks', 'ENTERPRISE', 'Add endpoint'],
  ['/settings/organization', 'ENTERPRISE', 'Save brand'],
  ['/scenarios', 'GROWTH', 'Catalogue scenario'],
  ['/factors?view=sets', 'GROWTH', 'Import set'],
] as const;

pageTest('below a tier each page says what its actions need, and offers none of them', async () => {
  const { page, urlOf } = await visitor('OWNER', await world({ tier: 'FREE' }));
  for (const [path, tier, action] of OF_TIERS) {
    await page.goto(urlOf(path, 'live'));
    await page.getByText(`This needs the tier ${tier}.`).waitFor();
    assert.equal(await page.locator('main').getByText(action, { exact: true }).count(), 0);
  }
  await page.goto(urlOf('/passports', 'live'));
  await page.getByText('There are no passports here.').waitFor();
});
