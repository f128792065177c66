import assert from 'node:assert/strict';
import { pageTest, visitor } from './chromium.ts';

pageTest('from the link of the owner to a footprint of one’s own product', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByText('There are no products yet').waitFor();
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByLabel('Name').fill('Canvas bag');
  await page.getByLabel('Material', { exact: true }).fill('cotton');
  await page.getByLabel('Mass, kg').fill('0.2');
  await page.getByLabel('Origin').fill('IN');
  await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('heading', { name: 'Canvas bag' }).waitFor();
  await page.getByRole('button', { name: 'Calculate' }).click();
  const headline = Number(await page.locator('.headline strong').textContent());
  assert.ok(headline > 0.2 && headline < 20, `${headline} kg`);
  await page.getByText('95 of 100 values fall between').waitFor();
  const rows = await page.locator('table.bars tbody tr').count();
  assert.ok(rows >= 3, `${rows} phases`);
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
