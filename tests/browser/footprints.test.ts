import assert from 'node:assert/strict';
import { sendForId } from '../http/client.ts';
import { pageTest, visitor } from './chromium.ts';

/** Screens of the journey are kept in this folder, for people who look at them. */
const { SCREENS } = process.env;

pageTest(
  'from "products have no footprint" to footprints, with the reasons of those that have none',
  async () => {
    const { page, at: place, urlOf } = await visitor();
    const add = async (name: string, material: string) =>
      await sendForId(place, 'createProduct', 'product', {
        name,
        components: [{ material, massKg: 0.2 }],
      });
    for (let count = 1; count <= 60; count += 1) await add(`Canvas bag ${count}`, 'cotton');
    await add('Magic bag', 'vibranium');
    const look = async (screen: string) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const isWide =
          'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        assert.equal(await page.evaluate(isWide), false, `${screen} at ${width} px`);
        if (SCREENS !== undefined)
          await page.screenshot({ path: `${SCREENS}/${screen}-${width}.png`, fullPage: true });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    await page.goto(urlOf('/'));
    await page.getByRole('link', { name: 'Calculate its footprint' }).click();
    await page.getByRole('link', { name: 'Canvas bag 1', exact: true }).waitFor();
    await page.getByText('61 products', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Footprint').inputValue(), 'NOT_CALCULATED');
    await look('before');
    await page.getByRole('button', { name: 'Calculate footprints' }).click();
    await page.getByRole('heading', { name: 'Products that could not be calculated' }).waitFor();
    await page.getByText('Completed').waitFor();
    assert.match(await page.locator('main').innerText(), /Calculated\s+60\s+Not calculated\s+1/);
    await page.getByText('vibranium').waitFor();
    await look('run');
    await page.getByRole('link', { name: 'Magic bag' }).click();
    await page.getByRole('heading', { name: 'Magic bag' }).waitFor();

    await page.goto(urlOf('/'));
    const matter = page.getByRole('listitem').filter({ hasText: '1 product has no footprint' });
    await matter.getByRole('link', { name: 'See products' }).click();
    await page.getByText('1 product', { exact: true }).waitFor();
    await page.getByText('61 of 61').waitFor();
    await look('after');
    await page.getByLabel('Footprint').selectOption('Current');
    await page.getByText('60 products', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Calculate footprints' }).count(), 0);
  },
);

pageTest('a person who may not calculate reads why', async () => {
  const { page, urlOf } = await visitor('VIEWER');
  await page.goto(urlOf('/products?footprint=OUTDATED'));
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.getByText('Calculations write').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Calculate footprints' }).count(), 0);
});
