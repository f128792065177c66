import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at, dataOf, sendForId } from '../http/client.ts';
import { pageTest, visitor, visitorByLink } from './chromium.ts';
import { tabTo } from './keyboard.ts';
import { filledPlaces } from './places.ts';

pageTest('from the link of the owner to a footprint of one’s own product', async () => {
  const { page, urlOf } = await visitorByLink();
  await page.goto(urlOf('/products'));
  await page.getByText('There are no products yet').waitFor();
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByLabel('Name').fill('Canvas bag');
  await page.getByLabel('Material', { exact: true }).fill('cotton');
  await page.getByLabel('Mass, kg').fill('0.2');
  await page.getByLabel('Origin').fill('IN');
  for (let more = 0; more < 2; more += 1)
    await page.getByRole('button', { name: 'Add another material' }).click();
  await page.getByRole('button', { name: 'Remove material 3' }).click();
  await page.getByLabel('Mass, kg').nth(1).fill('0.1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
  // A mass of no material is asked about, not left out.
  const second = page.getByLabel('Material', { exact: true }).nth(1);
  await second.and(page.locator(':focus')).waitFor();
  await second.fill('steel');
  await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('heading', { name: 'Canvas bag' }).waitFor();
  await page.getByRole('link', { name: 'Bill of materials' }).click();
  assert.equal(await page.getByLabel('Net mass, kg').inputValue(), '0.3');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByRole('link', { name: 'Footprint', exact: true }).click();
  const headline = Number(await page.locator('.headline strong').textContent());
  assert.ok(headline > 0.2 && headline < 20, `${headline} kg`);
  await page.getByText('95 of 100 values fall between').waitFor();
  const rows = await page.locator('table.bars tbody tr').count();
  assert.ok(rows >= 3, `${rows} phases`);
  await page.getByRole('heading', { name: 'For comparison' }).waitFor();
  await page.getByText(/^about [\d.,]+ km driven by an average car$/).waitFor();
});

pageTest('a recalculation keeps the boundary of the footprint that a person chose', async () => {
  const { page, urlOf, at: place } = await visitor();
  const components = [{ material: 'steel', massKg: 1 }];
  const id = await sendForId(place, 'createProduct', 'product', { name: 'Plate', components });
  await page.goto(urlOf(`/products/${id}`));
  await page.getByLabel('Boundary').selectOption('Cradle to gate');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByText('Cradle to gate, per piece').waitFor();
  await page.reload();
  assert.equal(await page.getByLabel('Boundary').inputValue(), 'CRADLE_TO_GATE');
  await page.getByRole('button', { name: 'Recalculate' }).click();
  await page.getByText('Calculating …').waitFor({ state: 'detached' });
  await page.getByText('Cradle to gate, per piece').waitFor();
  // Of a change that is none of the declaration the footprint stays the present one.
  await sendForId(place, 'updateProduct', 'product', { id, sku: 'P-1' });
  await page.reload();
  await page.getByText('Cradle to gate, per piece').waitFor();
  await page.locator('.chip').getByText('Current', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Bars' }).click();
  await page.getByRole('row', { name: 'steel Raw materials' }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  for (const [name, ending] of [
    [/^PACT/, 'pact'],
    [/^All inputs/, 'snapshot'],
  ] as const) {
    const exported = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await exported;
    assert.match(file.suggestedFilename(), new RegExp(`^calc_\\w+-${ending}\\.json$`));
    assert.match(await readFile(await file.path(), 'utf8'), /^\{\n/);
  }
  // A boundary that is chosen for one product is not that of another.
  await sendForId(place, 'createProduct', 'product', { name: 'Bowl', components });
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await page.getByRole('link', { name: 'Bowl' }).click();
  await page.getByRole('heading', { name: 'Bowl' }).waitFor();
  await page.getByLabel('Boundary').selectOption('Cradle to shelf');
  await page.evaluate('history.go(-2)');
  await page.getByRole('heading', { name: 'Plate' }).waitFor();
  assert.equal(await page.getByLabel('Boundary').inputValue(), 'CRADLE_TO_GATE');
});

pageTest('the keyboard alone leads to a footprint of one’s own product', async () => {
  const { page, urlOf } = await visitor();
  const { keyboard } = page;
  await page.goto(urlOf('/'));
  await page.getByRole('link', { name: 'Add a product' }).waitFor();
  await tabTo(page, 'Add a product');
  await keyboard.press('Enter');
  await page.getByText('There are no products yet').waitFor();
  await tabTo(page, 'Add product');
  await keyboard.press('Enter');
  await tabTo(page, 'Name');
  await keyboard.type('Canvas bag');
  await tabTo(page, 'Material');
  await keyboard.type('cotton');
  await tabTo(page, 'Mass, kg');
  await keyboard.type('0.2');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Canvas bag' }).waitFor();
  await tabTo(page, 'Calculate');
  await keyboard.press('Enter');
  await page.getByText('95 of 100 values fall between').waitFor();
  assert.ok(Number(await page.locator('.headline strong').textContent()) > 0.2);
});

pageTest('a decimal comma and the name of a country are understood', async () => {
  const { page, at: place, urlOf } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByRole('button', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Name').fill('Kettle');
  await page.getByLabel('Material', { exact: true }).fill('steel');
  await page.getByLabel('Mass, kg').pressSequentially('1,250');
  await page.getByText('Digits with at most one decimal sign, such as 0.2.').waitFor();
  await page.getByLabel('Mass, kg').fill('');
  await page.getByLabel('Mass, kg').pressSequentially('0,2');
  await page.getByLabel('Origin').pressSequentially('China');
  await dialog.getByText('China').waitFor();
  await dialog.getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('link', { name: 'Bill of materials' }).click();
  await page.getByLabel('Water per use, litres').fill('0,5');
  await page.getByLabel('Uses over the lifetime').fill('2000');
  await page.getByLabel('Country of use').fill('Switzerland');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo all', disabled: true }).waitFor();
  const { products } = dataOf(
    await place.send(
      '{ products { nodes { components { massKg originCountry } useProfile { uses waterLitres country } } } }',
    ),
  );
  assert.deepEqual(at(products ?? null, 'nodes', 0), {
    components: [{ massKg: 0.2, originCountry: 'CN' }],
    useProfile: { uses: 2000, waterLitres: 0.5, country: 'CH' },
  });
});

pageTest('names without a space leave the pages as wide as the screen', async () => {
  const { page, at: place, urlOf } = await visitor();
  const name = `القميص 有机棉${'Donaudampfschifffahrtsgesellschaft'.repeat(5)}`;
  const components = [{ name: 'X'.repeat(150), material: 'cotton', massKg: 0.2 }];
  const input = { name, sku: '9'.repeat(64), components };
  const id = await sendForId(place, 'createProduct', 'product', input);
  const calculate =
    'mutation ($id: ID!) { calculateProductFootprint(input: { productId: $id }) { calculation { id } } }';
  dataOf(await place.send(calculate, { id }));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/products', `/products/${id}`, `/products/${id}?tab=materials`]) {
      await page.goto(urlOf(path));
      await page.getByText(name).first().waitFor();
      await page.waitForLoadState('networkidle');
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      assert.equal(await page.evaluate(isWide), false, `${path} at ${width} px`);
    }
  }
});

pageTest('tables of many columns leave a page of middle width as wide as the screen', async () => {
  const { page, at: place, urlOf } = await visitor();
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
  await sendForId(place, 'createCustomer', 'customer', { name, email });
  await page.setViewportSize({ width: 920, height: 900 });
  for (const [path, text] of [
    ['/customers', name],
    ['/settings/api-keys', 'Test key'],
  ] as const) {
    await page.goto(urlOf(path));
    await page.getByText(text, { exact: true }).first().waitFor();
    const outside = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.equal(outside, 0, path);
  }
});

pageTest('a product with a fault keeps what was typed, and the fault is at its field', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByLabel('Name').fill('Bag');
  await page.getByLabel('GTIN').fill('123');
  await page.getByLabel('Material', { exact: true }).fill('cotton');
  await page.getByLabel('Mass, kg').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
  await page.locator('.problem').first().waitFor();
  assert.equal(await page.getByLabel('GTIN').getAttribute('aria-invalid'), 'true');
  assert.equal(await page.getByLabel('Name').inputValue(), 'Bag');
});

pageTest('a change of the bill shows its BASIC result before it is saved', async () => {
  const { page, at: place, urlOf } = await visitor();
  const components = [{ material: 'cotton', massKg: 0.2, originCountry: 'IN' }];
  const id = await sendForId(place, 'createProduct', 'product', { name: 'Bag', components });
  await page.goto(urlOf(`/products/${id}?tab=materials`));
  const shown = page.locator('.live-result .figure');
  await shown.filter({ hasText: / kg$/ }).waitFor();
  const before = Number.parseFloat((await shown.textContent()) ?? '');
  // A row that was only added is no fault, and hides no result.
  await page.getByRole('button', { name: 'Add leg' }).click();
  await page.getByLabel('Mass, kg', { exact: true }).first().fill('0.4');
  await page.locator('.live-result .change.worse').waitFor();
  assert.equal(await page.locator('.problem').count(), 0);
  await page.getByRole('button', { name: 'Remove leg 1' }).click();
  const after = Number.parseFloat((await shown.textContent()) ?? '');
  assert.ok(Math.abs(after / before - 2) < 0.05, `${before} and ${after} kg`);
  await page.getByLabel('Material', { exact: true }).fill('unobtainium');
  await page.locator('.live-result [role=alert]').waitFor();
  await page.getByLabel('Material', { exact: true }).fill('cotton');
  await page.getByLabel('Name', { exact: true }).first().fill('Sturdy bag');
  const { promise: afterTheBill, resolve: answerTheRest } = Promise.withResolvers<void>();
  await page.route('**/app/graphql/**', async (route) => {
    if (route.request().postData()?.includes('query ProductPage')) await afterTheBill;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo all', disabled: true }).waitFor();
  answerTheRest();
  await page.getByRole('heading', { name: 'Sturdy bag' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Undo all' }).isDisabled(), true);
  const stored = dataOf(
    await place.send('query ($id: ID!) { product(id: $id) { components { material massKg } } }', {
      id,
    }),
  );
  assert.deepEqual(at(stored, 'product', 'components'), [{ material: 'cotton', massKg: 0.4 }]);
});

pageTest(
  'a bill that is saved without a change of its own keeps all that the page does not show',
  async () => {
    const person = await visitor();
    const { page, at: place, urlOf } = person;
    const address = productIn((await filledPlaces(person)).products);
    const id = address.split('/').at(-1) ?? '';
    const read = () =>
      place.send(
        'query ($id: ID!) { product(id: $id) { components { material massKg } processSteps { name process components materialGroups } packaging { material unitsPerPack } useProfile { uses energy { energyKwh } } endOfLife { recycledShare } } }',
        { id },
      );
    const before = dataOf(await read());
    await page.goto(`${address}?tab=materials`);
    await page.getByLabel('Name', { exact: true }).first().fill('Another name');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Another name' }).waitFor();
    assert.deepEqual(dataOf(await read()), before);
    await page.goto(urlOf('/products?text=Another'));
    await page.getByRole('link', { name: 'Another name' }).waitFor();
  },
);

pageTest('a result is replayed in the browser; a suggested lever becomes a scenario', async () => {
  const person = await visitor();
  const { page } = person;
  const address = productIn((await filledPlaces(person)).products);
  // The history leaves out the results of the scenario before, which no other scenario can be pinned to.
  const id = address.split('/').at(-1) ?? '';
  dataOf(
    await person.at.send(
      'mutation ($id: ID!) { calculateProductFootprint(input: { productId: $id, detail: FULL }) { calculation { id } } }',
      { id },
    ),
  );
  await page.goto(`${address}?tab=history`);
  const replays = page.getByRole('button', { name: /^Replay/ });
  await replays.first().waitFor();
  const count = await replays.count();
  const own = dataOf(
    await person.at.send(
      'query ($id: ID!) { calculations(filter: { productId: $id, isOfScenario: false }) { totalCount } }',
      { id },
    ),
  );
  assert.equal(at(own, 'calculations', 'totalCount'), count);
  for (let at = 0; at < count; at += 1) await replays.first().click();
  await page
    .getByText('Same to the bit')
    .nth(count - 1)
    .waitFor();
  await page
    .getByRole('button', { name: /^New scenario against the result of/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^What if, against the result of/ }).waitFor();
  await page.getByText('This scenario changes nothing yet').waitFor();
  await page.goto(`${address}?tab=levers`);
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('Name of the scenario').fill('One lever');
  await page.getByRole('button', { name: 'Run scenario' }).click();
  await page.getByRole('heading', { name: 'One lever' }).waitFor();
  await page.getByText('paired runs').or(page.getByText('No clear difference')).first().waitFor();
  assert.match((await page.locator('.headline').first().textContent()) ?? '', /^−/);
  await page.getByLabel('Element').selectOption({ index: 0 });
  await page.getByRole('combobox', { name: 'Change' }).selectOption('scale');
  await page.getByLabel('Value').fill('50');
  await page.getByRole('button', { name: 'Add the change' }).click();
  await page.getByRole('button', { name: /^Earlier/ }).click();
  await page.getByRole('button', { name: 'Save and run' }).click();
  await page.getByText('Before your edit').waitFor();
  await page.locator('ol.list li').first().filter({ hasText: 'share of the amount' }).waitFor();
  assert.equal(await page.locator('ol.list li').count(), 2);
  await page.getByRole('img', { name: /moves the outcome most/ }).waitFor();
});

pageTest(
  'a scenario of the catalogue shows its progress and the most affected products',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    for (const massKg of [1, 2])
      await sendForId(place, 'createProduct', 'product', {
        name: `Bag of ${massKg} kg`,
        components: [{ material: 'cotton fibre', massKg }],
      });
    await page.goto(urlOf('/scenarios'));
    await page.getByRole('button', { name: 'Catalogue scenario' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Less cotton');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('This scenario changes nothing yet').waitFor();
    await page.getByLabel('Which').fill('cotton fibre');
    await page.getByRole('combobox', { name: 'Change' }).selectOption('scale');
    await page.getByLabel('Value').fill('80,5');
    await page.getByRole('button', { name: 'Add the change' }).click();
    // The change is stored, its run is refused: the list of changes begins anew, and the page still says so.
    await page.route('**/app/graphql/**', (route) =>
      route.request().postData()?.includes('RunScenario') === true
        ? route.fulfill({ status: 400, body: '<html>Refused</html>' })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.locator('ol.list li').getByText('80.5%').first().waitFor();
    await page.getByRole('button', { name: 'Save and run' }).waitFor({ state: 'detached' });
    await page.getByText('The service answered with status 400.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const rows = page
      .getByRole('table', { name: 'Products, the most affected first' })
      .locator('tbody tr');
    await rows.first().waitFor();
    assert.match((await rows.first().textContent()) ?? '', /Bag of 2 kg/);
    assert.equal(await rows.count(), 2);
  },
);

pageTest(
  'lists have pages, their filters are in the address, and / leads to the search',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    for (let index = 0; index < 55; index += 1)
      await sendForId(place, 'createProduct', 'product', { name: `Bag ${index}` });
    await page.goto(urlOf('/products?sort=name'));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**/*after=*');
    await page.locator('tbody tr').nth(5).waitFor({ state: 'detached' });
    assert.equal(await page.locator('tbody tr').count(), 5);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.locator('tbody tr').nth(49).waitFor();

    // A page without rows, because they were deleted, leads back to those that there are.
    const { products } = dataOf(
      await place.send(
        '{ products(last: 1, sortBy: {field: NAME, direction: ASC}) { pageInfo { endCursor } } }',
      ),
    );
    await page.goto(
      urlOf(`/products?sort=name&after=${at(products ?? null, 'pageInfo', 'endCursor')}`),
    );
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.locator('tbody tr').nth(49).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Bag 7');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Bag 7', exact: true }).click();
    await page.getByRole('heading', { name: 'Bag 7' }).waitFor();
  },
);

/** Address of the product among the places of products. */
function productIn(places: readonly string[]): string {
  return places.find((place) => /\/products\/\w+$/.test(place)) ?? '';
}
