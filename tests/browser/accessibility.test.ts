import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { pageTest, visitor } from './chromium.ts';
import { filledPlaces } from './places.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** One organization for all areas: filling its sandbox takes seconds. */
let prepared: Promise<{ readonly page: Page; readonly places: Awaited<Filled> }> | undefined;
type Filled = ReturnType<typeof filledPlaces>;

async function prepare() {
  const person = await visitor();
  return { page: person.page, places: await filledPlaces(person) };
}

for (const area of ['entrance', 'products', 'chains', 'trade', 'factors', 'settings'] as const)
  pageTest(
    `axe finds nothing on the pages of ${area}, in both themes, wide and at 320 px`,
    async () => {
      prepared ??= prepare();
      const { page, places } = await prepared;
      const findings: string[] = [];
      for (const path of places[area]) findings.push(...(await findingsOf(page, path)));
      assert.deepEqual(findings, []);
    },
  );

/** Themes differ in colours only, so the dark one is asked for its contrast. */
async function findingsOf(page: Page, path: string): Promise<string[]> {
  const findings: string[] = [];
  const look = async (name: string, axe: AxeBuilder) => {
    // The pages have no frames of other origins, for which alone it would open another page each time.
    const { violations } = await axe.setLegacyMode().analyze();
    for (const { id, nodes } of violations)
      findings.push(`${name} ${path}: ${id} ${nodes[0]?.html}`);
  };
  // Colours change at once: a transition would be measured on its way.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await look('light', new AxeBuilder({ page }).withTags(RULES));
  await page.emulateMedia({ colorScheme: 'dark' });
  await look('dark', new AxeBuilder({ page }).withRules(['color-contrast']));
  await page.setViewportSize({ width: 320, height: 900 });
  // Colours are the same as on the wide page, and the slowest to measure.
  await look('320 px', new AxeBuilder({ page }).withTags(RULES).disableRules(['color-contrast']));
  const overflow = Number(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  );
  if (overflow > 0) findings.push(`320 px ${path}: ${overflow} px too wide`);
  return findings;
}
