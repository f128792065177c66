import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at, dataOf } from '../http/client.ts';
import { pageTest, visitor } from './chromium.ts';

const ROWS = 10_000;
const REFUSED_EVERY = 100;

pageTest('a file of 10,000 products with errors is mapped, checked and imported', async () => {
  const { page, urlOf } = await visitor();
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const mass = index % REFUSED_EVERY === 0 ? '-1' : '0.2';
    return `"Bag; ${index}";b-${index};${mass};red`;
  });
  await page.goto(urlOf('/imports'));
  await page.getByLabel('CSV file').setInputFiles({
    name: 'bags.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Title;Article number;Weight (kg);Colour', ...lines].join('\n')),
  });
  assert.equal(await page.getByLabel('Column Colour becomes').inputValue(), '');
  assert.equal(await page.getByLabel('Column Weight (kg) becomes').inputValue(), 'netMassKg');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('A check writes nothing.').waitFor();
  await page.getByRole('button', { name: 'Import 9,900 rows' }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all refused rows' }).click();
  const refused = await readFile(await (await saved).path(), 'utf8');
  assert.equal(refused.trim().split('\n').length, 1 + ROWS / REFUSED_EVERY);
  assert.match(refused, /Net mass, kg: /);
  await page.getByRole('button', { name: 'Import 9,900 rows' }).click();
  await page.getByRole('heading', { name: 'Import of products' }).waitFor();
  // The job is left and found again.
  await page.goto(urlOf('/imports'));
  await page.getByRole('link', { name: 'Import of products' }).click();
  await page.locator('.chip.warn', { hasText: 'Completed, refused: 100' }).waitFor();
  await page.getByRole('link', { name: 'See the reasons' }).click();
  await page.waitForURL('**#results');
  await page.locator('#results').getByRole('heading', { name: 'Refused rows' }).waitFor();
  await page.goto(urlOf('/products'));
  await page.getByText('9,900 products').waitFor();
});

pageTest(
  'a file as a German spreadsheet saves it is read, and refusals name its lines',
  async () => {
    const { page, urlOf, at: place } = await visitor();
    const text = [
      'Kollektion Herbst;;;;',
      ';;Gewicht;;',
      'Artikelnummer;Bezeichnung;netto;Preis;Herkunft',
      'm-1;M\u00fctze;0,18;1.249,00;Deutschland',
      ';;;;',
      'm-2;Schal;180 g;29,90;China',
      ';;;;',
    ].join('\r\n');
    await page.goto(urlOf('/imports'));
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'k.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
    await page.getByText('2 rows').waitFor();
    await page.getByLabel('Column Bezeichnung becomes').selectOption('');
    await page.getByText('No column is \u201cName\u201d').waitFor();
    await page.getByLabel('Column Bezeichnung becomes').selectOption('name');
    await page.getByLabel('Column netto becomes').selectOption('netMassKg');
    await page.getByLabel('Currency of all prices').fill('eur');
    await page.getByRole('button', { name: 'Check the file' }).click();
    const refused = page.getByRole('row').filter({ hasText: 'Net mass, kg: ' });
    assert.match(await refused.innerText(), /^6\s+m-2\s/);
    await page.getByRole('button', { name: 'Import 1 row', exact: true }).click();
    await page.getByRole('heading', { name: 'Import of products' }).waitFor();
    await page.getByText('Completed').waitFor();
    await page.getByRole('link', { name: 'Open products' }).click();
    await page.getByRole('link', { name: 'M\u00fctze' }).click();
    await page.getByText('0.18 kg').first().waitFor();
    const { products } = dataOf(
      await place.send(
        '{ products(first: 1) { nodes { originCountry price { amount currencyCode } } } }',
      ),
    );
    assert.deepEqual(at(products ?? null, 'nodes', 0), {
      originCountry: 'DE',
      price: { amount: '1249.00', currencyCode: 'EUR' },
    });
  },
);
