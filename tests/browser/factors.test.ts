import assert from 'node:assert/strict';
import { pageTest, visitor } from './chromium.ts';

pageTest('a set of one’s own is imported, and deleted after a typed confirmation', async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/factors?view=sets'));
  const content = 'id,name,unit,kgco2e_per_unit\nc,Cotton of our growers,kg,1.75\n';
  await page.getByLabel('File').setInputFiles({
    ...{ name: 'growers.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(content),
  });
  await page.getByLabel('Short name').fill('growers');
  await page.getByLabel('Title').fill('Our growers');
  await page.getByLabel('Version').fill('1');
  await page.getByLabel('Publisher').fill('Ourselves');
  await page.getByLabel('Licence').fill('proprietary');
  await page.getByLabel('Attribution').fill('Measured by ourselves.');
  await page.getByRole('button', { name: 'Import set' }).click();
  await page.getByRole('button', { name: 'Delete growers-1' }).click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  assert.ok(await remove.isDisabled());
  await page.getByLabel('Type “growers-1” to confirm').fill('growers-1');
  await remove.click();
  await page.getByRole('link', { name: 'Our growers 1' }).waitFor({ state: 'detached' });
});
