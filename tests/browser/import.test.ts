import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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
  assert.match(refused, /netMassKg: /);
  await page.getByRole('button', { name: 'Import 9,900 rows' }).click();
  await page.getByRole('heading', { name: 'Import of products' }).waitFor();
  // The job is left and found again.
  await page.goto(urlOf('/imports'));
  await page.getByRole('link', { name: 'Import of products' }).click();
  await page.getByText('Completed').waitFor();
  await page.goto(urlOf('/products'));
  await page.getByText('9,900 products').waitFor();
});
