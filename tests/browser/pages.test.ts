import assert from 'node:assert/strict';
import { query } from '../../server/src/platform/database/index.ts';
import { until } from '../../server/src/platform/testing.ts';
import { imported } from '../http/bulk/files.ts';
import { at, dataOf, sendForId } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { service } from '../http/world.ts';
import { newPage, PASSWORD, pageTest, signOut, untilIn, visitor } from './chromium.ts';
import { focusedName } from './keyboard.ts';

const NOWHERE = 'prod_01k00000000000000000000000';

pageTest('pages name themselves in the tab, and an object that is not there says so', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  assert.equal(await page.title(), 'Products – Trackway');
  await page.getByRole('link', { name: 'API keys' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  assert.equal(await page.title(), 'API keys – Trackway');
  const path = page.getByRole('navigation', { name: 'Path' });
  assert.equal(await path.textContent(), 'SettingsAPI keys');
  await page.goto(urlOf(`/products/${NOWHERE}`));
  await page.getByText('This product does not exist, or not in this environment.').waitFor();
  assert.equal(await page.title(), 'There is no such page – Trackway');
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
});

pageTest('an address that leads nowhere is a page with a way on', async () => {
  const page = await newPage();
  const answer = await page.goto('/nothing/here');
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await page.waitForURL('**/sign-in');
});

pageTest(
  'an import that failed is named in words on the start page, and a broken line without a field',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    await resetSandbox(place);
    for (const _ of [1, 2]) await imported(place, 'externalID,Name\na,b', { format: 'CSV' });
    const { job } = await imported(place, '{"name":"Bag"', { format: 'JSONL' });
    await page.goto(urlOf('/'));
    await page.getByText('2 imports or exports failed within 7 days').waitFor();
    await page.locator('.matters').getByText('Import of products', { exact: true }).waitFor();
    await page.goto(urlOf(`/imports/${String(job['id'])}`));
    await page.getByRole('cell', { name: /^The line is not a JSON object/ }).waitFor();
  },
);

pageTest('the start page shows the newest calculations first, but not only these', async () => {
  const { page, urlOf, at: place } = await visitor();
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    const components = [{ material: 'steel', massKg: 1 }];
    await sendForId(place, 'createProduct', 'product', {
      name: `Product ${name}`,
      externalId: name,
      components,
    });
    dataOf(
      await place.send(
        'mutation ($id: String!) { calculateProductFootprint(input: { product: { externalId: $id } }) { calculation { id } } }',
        { id: name },
      ),
    );
  }
  await page.goto(urlOf('/'));
  const latest = page.locator('section', {
    has: page.getByRole('heading', { name: 'Latest activity' }),
  });
  await latest.getByRole('link', { name: 'Product G' }).waitFor();
  assert.deepEqual(
    await latest.getByRole('link', { name: /^Product/ }).allInnerTexts(),
    ['G', 'F', 'E', 'D'].map((name) => `Product ${name}`),
  );
});

pageTest('a keyboard sees the way past the menu, and a new page is read aloud', async () => {
  const { page, urlOf } = await visitor();
  const { keyboard } = page;
  await page.goto(urlOf('/products'));
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await keyboard.press('Tab');
  assert.equal(await focusedName(page), 'Skip to the page');
  const box = await page.locator('.skip-link').boundingBox();
  assert.ok(box !== null && box.width > 50 && box.y >= 0, JSON.stringify(box));
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  assert.equal(await focusedName(page), 'Import CSV');
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.locator('[aria-live]').filter({ hasText: 'Orders – Trackway' }).waitFor();
});

pageTest('a phone shows usage as a chart, and the bars of a comparison', async () => {
  const { page, urlOf, at: place } = await visitor();
  dataOf(await place.send('{ me { organization { id } } }'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(urlOf('/settings/usage'));
  const bars = page.locator('.day-bar');
  await until(async () => {
    await page.reload();
    await page.getByText('By operation').or(page.getByText('No requests in these days')).waitFor();
    return (await bars.count()) === 14;
  });
  const last = await bars.last().boundingBox();
  assert.ok(last !== null && last.height > 100 && last.width > 10, JSON.stringify(last));
  const track = await page.locator('.bars .track span').first().boundingBox();
  assert.ok(track !== null && track.width > 200, JSON.stringify(track));

  const components = [{ material: 'cotton', massKg: 0.2 }];
  const product = { name: 'Bag', components };
  const productId = await sendForId(place, 'createProduct', 'product', product);
  const input = { productId, asProductFootprint: true };
  await sendForId(place, 'calculateProductFootprint', 'calculation', input);
  await page.goto(urlOf(''));
  await page.getByRole('img', { name: /^Raw materials cause the most/ }).waitFor();
  await page.getByText('No key has sent a request in the last 24 hours.').waitFor();
});

pageTest('usage shows what fills an environment, and old events are deleted there', async () => {
  const { page, urlOf, at: place } = await visitor();
  const { organizationId, environment } = place.scope;
  await query(
    service.db,
    `insert into record_bytes (organization_id, environment, measured, measured_at, kinds)
     values ($1, $2, 5e8, now(), '{"PRODUCTS": 1e8, "EVENTS": 4e8}')`,
    [organizationId, environment],
  );
  dataOf(await place.send('mutation { createProduct(input: { name: "Now" }) { product { id } } }'));
  await page.goto(urlOf('/settings/usage'));
  const kinds = page.locator('section', { hasText: 'Records by kind' }).locator('tbody tr');
  await kinds.first().waitFor();
  const [first, second] = await kinds.allInnerTexts();
  assert.match(first ?? '', /^Events.*382 MB\s*80%/s);
  assert.match(second ?? '', /^Products.*96 MB\s*20%/s);

  const open = page.getByRole('button', { name: 'Delete old events' });
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No event is deleted').waitFor();
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete old events' }).click();
  await page.getByText('There are no events from before').waitFor();
  const log = '{ events(first: 0, filter: { types: ["product.created"] }) { totalCount } }';
  const left = dataOf(await place.send(log));
  assert.equal(at(left, 'events', 'totalCount'), 1, 'what is younger stays');
});

pageTest('a choice of a filter by the keyboard keeps the focus on it', async () => {
  const { page, urlOf, at: place } = await visitor();
  await sendForId(place, 'createProduct', 'product', { name: 'Canvas bag' });
  await page.goto(urlOf('/products'));
  const state = page.getByLabel('State');
  await state.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL('**/products?status=DRAFT');
  await page.keyboard.press('ArrowDown');
  await page.waitForURL('**/products?status=ACTIVE');
  assert.equal(await state.inputValue(), 'ACTIVE');
});

pageTest(
  'the menus of a narrow screen are opened by the keyboard, and closed by Escape, a button or a tap',
  async () => {
    const { page, urlOf } = await visitor('OWNER', undefined, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(urlOf('/products'));
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const sidebar = page.getByRole('complementary');
    await menu.click();
    assert.equal(await focusedName(page), 'Close the menu');
    await page.keyboard.press('Escape');
    await sidebar.waitFor({ state: 'hidden' });
    assert.equal(await focusedName(page), 'Menu');
    await menu.click();
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await sidebar.waitFor({ state: 'hidden' });
    await menu.click();
    await page.mouse.click(380, 700);
    await sidebar.waitFor({ state: 'hidden' });
    const account = page.getByRole('button', { name: /^Account of/ });
    const signOutButton = page.getByRole('button', { name: 'Sign out' });
    await account.press('Enter');
    await signOutButton.waitFor();
    await page.keyboard.press('Escape');
    await signOutButton.waitFor({ state: 'hidden' });
    assert.match(await focusedName(page), /Account of/);
  },
);

pageTest('an error has a request id to copy; a browser that copies nothing says so', async () => {
  const { page, urlOf } = await visitor();
  const refuse = { errors: [{ message: 'No.', extensions: { code: 'INTERNAL_ERROR' } }] };
  const extensions = { requestId: 'req_1' };
  await page.route('**/app/graphql/**', (route) =>
    route.fulfill({ json: { ...refuse, extensions } }),
  );
  await page.goto(urlOf('/products'));
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'req_1');
  // As on a page that came by http from another machine.
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  await page.reload();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: /^The browser does not copy here/ }).waitFor();
});

pageTest(
  'the page of a proxy in front of the service becomes a sentence, not a fault of JSON',
  async () => {
    const { page, urlOf } = await visitor();
    const body = '<html>Bad gateway</html>';
    await page.route('**/app/graphql/**', (route) => route.fulfill({ status: 502, body }));
    await page.goto(urlOf('/products'));
    await page.getByText('The service answered with status 502.').waitFor();
    await page.route('**/app/auth/sign-out', (route) => route.fulfill({ status: 503, body: '{}' }));
    await signOut(page);
    await page.getByText('The service answered with status 503.').waitFor();
  },
);

pageTest('what got no answer is tried again by a button, and is done once', async () => {
  const { page, urlOf, at: place } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByRole('button', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog');
  const again = dialog.getByRole('button', { name: 'Try again' });
  await dialog.getByLabel('Name').fill('Canvas bag');
  await dialog.getByLabel('Material', { exact: true }).fill('cotton');
  await dialog.getByLabel('Mass, kg').fill('0.2');
  await dialog.getByLabel('GTIN').fill('123');
  await dialog.getByRole('button', { name: 'Add product' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.equal(await again.count(), 0, 'a refusal is final');
  await dialog.getByLabel('GTIN').fill('');
  let lost = 0;
  await page.route('**/app/graphql/**', async (route) => {
    const isAdding = route.request().postData()?.includes('AddProduct') === true;
    if (!isAdding || lost > 0) return route.fallback();
    lost += 1;
    // The service carries it out, and its answer is lost.
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Add product' }).click();
  await again.click();
  await page.getByRole('heading', { name: 'Canvas bag' }).waitFor();
  const made = dataOf(await place.send('{ products(first: 2) { nodes { name } } }'));
  assert.deepEqual(at(made, 'products', 'nodes'), [{ name: 'Canvas bag' }]);
});

pageTest('a list on a phone has fewer and lower rows, and pages', async () => {
  const {
    page,
    urlOf,
    at: place,
  } = await visitor('OWNER', undefined, {
    viewport: { width: 390, height: 844 },
  });
  await resetSandbox(place);
  await page.goto(urlOf('/products'));
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  assert.equal(await rows.count(), 20);
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  assert.ok(height < 3_000, `${height} px`);
  const last = await rows.last().getByRole('link').innerText();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/products?after=**');
  await page.getByRole('link', { name: last, exact: true }).waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 20);
});

pageTest('a filter without a match leads to the search, which knows all numbers', async () => {
  const { page, urlOf, at: place } = await visitor();
  dataOf(
    await place.send(
      'mutation { createProduct(input: { name: "Canvas bag", sku: "TS-47" }) { product { id } } }',
    ),
  );
  await page.goto(urlOf('/products?text=ts-47'));
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.getByRole('link', { name: 'Search “ts-47” in everything' }).click();
  await page.getByRole('link', { name: 'Canvas bag' }).waitFor();
});

pageTest('a service that is away is named, and the page goes on when it is back', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByText('There are no products yet').waitFor();
  // The session was asked for a while ago.
  await page.clock.install({ time: Date.now() + 60_000 });
  await page.route('**/app/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Orders' }).click();
  const away = page.getByText('The service does not answer. Check the connection and try again.');
  await page.clock.runFor(10_000);
  await away.waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Products' }).waitFor();
  await page.unroute('**/app/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No order is here').waitFor();
  await page.getByText('mutation { createOrder').waitFor();
  await page.clock.resume();
  await page.route('**/app/session', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
  await away.waitFor();
  await page.unroute('**/app/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No order is here').waitFor();
});

pageTest('signing in leads back to the page with its filters', async () => {
  const { email, urlOf } = await visitor();
  const page = await newPage();
  await page.goto(urlOf('/products?text=bag'));
  await page.waitForURL('**/sign-in?to=**');
  const { searchParams } = new URL(page.url());
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**${urlOf('/products?text=bag')}`);
  assert.equal(searchParams.get('to'), urlOf('/products?text=bag'));
});

pageTest('the search leads to passports in the dashboard, also to drafts', async () => {
  const { page, urlOf, at: place } = await visitor();
  const product = dataOf(
    await place.send(
      'mutation { createProduct(input: { name: "Zeppelin coat" }) { product { id } } }',
    ),
  );
  const productId = at(product, 'createProduct', 'product', 'id');
  const draft = dataOf(
    await place.send(
      'mutation ($id: ID!) { generateDpp(input: { productId: $id }) { dpp { id } } }',
      {
        id: String(productId),
      },
    ),
  );
  const id = String(at(draft, 'generateDpp', 'dpp', 'id'));
  await page.goto(urlOf('/search?text=zeppelin'));
  await page.locator(`a[href$="/passports/${id}"]`).click();
  await page.getByRole('heading', { level: 1, name: 'Zeppelin coat' }).waitFor();
  await page.getByRole('link', { name: 'Commodity code' }).click();
  await page.keyboard.press('Tab');
  assert.equal(await focusedName(page), 'Commodity code');
});

/** True if what has the focus is covered by the bar with the button that saves. */
const IS_BEHIND_BAR = `(() => {
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  const bar = shown?.closest('.save-bar');
  return bar != null && !bar.contains(document.activeElement);
})()`;

pageTest('coordinates of a facility can be typed with a sign and decimals', async () => {
  const { page, urlOf, at: place } = await visitor();
  const facility = '{ key: "mill", name: "Mill", tier: 0, country: "PT" }';
  const made = dataOf(
    await place.send(
      `mutation { createSupplyChain(input: { name: "Chain", facilities: [${facility}] }) { supplyChain { id } } }`,
    ),
  );
  const id = String(at(made, 'createSupplyChain', 'supplyChain', 'id'));
  await page.goto(urlOf(`/supply-chains/${id}?view=edit`));
  await page.getByText('More about facility 1').click();
  await page.getByLabel('Latitude').pressSequentially('41.15');
  await page.getByLabel('Longitude').pressSequentially('-8.61');
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.getByLabel('Key').focus();
  const behindBar: string[] = [];
  for (let steps = 0; steps < 14; steps += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(IS_BEHIND_BAR)) behindBar.push(await focusedName(page));
  }
  assert.deepEqual(behindBar, []);
  await page.getByRole('button', { name: 'Save' }).click();
  // The stored chain is edited anew.
  await page.getByRole('button', { name: 'Undo all' }).and(page.locator(':disabled')).waitFor();
  const stored = dataOf(
    await place.send(
      'query ($id: ID!) { supplyChain(id: $id) { facilities { coordinates { latitude longitude } } } }',
      { id },
    ),
  );
  assert.deepEqual(at(stored, 'supplyChain', 'facilities', 0, 'coordinates'), {
    latitude: 41.15,
    longitude: -8.61,
  });
});

pageTest(
  'a phone shows the places of a supply chain, not the sea at the edge of their map',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    const facility = '{ key: "mill", name: "Mill", tier: 0, country: "FI" }';
    const made = dataOf(
      await place.send(
        `mutation { createSupplyChain(input: { name: "Chain", facilities: [${facility}] }) { supplyChain { id } } }`,
      ),
    );
    const id = String(at(made, 'createSupplyChain', 'supplyChain', 'id'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(urlOf(`/supply-chains/${id}?view=map`));
    const map = await page.getByRole('region', { name: 'Map' }).boundingBox();
    const stop = await page.locator('.stop circle').boundingBox();
    assert.ok(map !== null && stop !== null);
    assert.ok(
      stop.x > map.x && stop.x + stop.width < map.x + map.width,
      JSON.stringify({ map, stop }),
    );
    await page.setViewportSize({ width: 768, height: 844 });
    // Its names have the size of other texts on a tablet, too.
    await untilIn(
      page,
      `(() => {
      const map = document.querySelector('.chain-map');
      return map.clientWidth > 600 && Math.abs(map.getScreenCTM().a - 1) < 0.01;
    })()`,
    );
    const button = page.getByRole('button', { name: 'Mill' });
    await page.evaluate(
      `document.addEventListener('keydown', (event) => { window.scrolls = !event.defaultPrevented; })`,
    );
    await button.focus();
    await page.keyboard.press('Space');
    await page.locator('.stop[aria-pressed=true]').waitFor();
    assert.equal(await page.evaluate('scrolls'), false, 'the space bar does not scroll the page');
  },
);
