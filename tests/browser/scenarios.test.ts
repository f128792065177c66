import { at, dataOf } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { run } from '../http/scenarios/desk.ts';
import { pageTest, visitor } from './chromium.ts';

const CREATE = `mutation ($detail: CalculationDetail, $least: Float!) {
  createScenario(input: {
    name: "T-shirt, 40 % less", product: { externalId: "garment-11" }, detail: $detail
    overrides: [
      { name: "Spinning in Portugal", select: { component: "spinning" }, setCountry: "PT" }
      { name: "Dyeing in Portugal", select: { component: "dyeing" }, setCountry: "PT" }
      { name: "Lighter jersey", select: { material: "cotton fibre" }, scale: 0.9 }
    ]
    target: { reductionShare: 0.4, levers: [{ override: 2, least: $least, most: 1, from: 1 }] }
  }) { scenario { id } } }`;

pageTest('the page of a scenario says how far the lever of its target must go', async () => {
  const { page, urlOf, at: place } = await visitor();
  await resetSandbox(place);
  const shown = async (detail: string, least: number) => {
    const made = dataOf(await place.send(CREATE, { detail, least }));
    const id = String(at(made, 'createScenario', 'scenario', 'id'));
    await run(place, id);
    await page.goto(urlOf(`/scenarios/${id}`));
  };
  await page.goto(urlOf('/scenarios'));
  await page.locator('.tile').first().click();
  await page.waitForURL('**/scenarios/scn_*');
  await shown('FULL', 0.5);
  await page.getByText('these levels reach the target').waitFor();
  const levels = page.getByRole('row', { name: 'Lighter jersey 100% 69%' });
  await levels.waitFor();
  await page
    .getByText('No indicator grows by more than 5%')
    .or(page.getByText('Burden shifts'))
    .waitFor();
  await shown('BASIC', 0.95);
  await page.getByText('no level within the bounds reaches the target').waitFor();
  await page.getByRole('row', { name: 'Lighter jersey 100% 95%' }).waitFor();
  // Only FULL results have other indicators than the climate.
  await page.getByText('By phase').waitFor();
  await page.getByText(/indicator grows|Burden shifts/).waitFor({ state: 'detached' });
});
