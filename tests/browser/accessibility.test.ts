import assert from 'node:assert/strict';
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { query } from '../../server/src/platform/database/index.ts';
import { catalogueOf } from '../dashboard/messages.ts';
import { service } from '../http/world.ts';
import { axeOf } from './axe.ts';
import { keepPage, pageTest, untilIn, visitor } from './chromium.ts';
import { makeHostile } from './hostile.ts';
import { filledPlaces } from './places.ts';
import { visitsOf } from './visit.ts';

const LANGUAGES = ['de', 'fr'] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** One organization for all areas: filling its sandbox takes seconds. */
let prepared: ReturnType<typeof prepare> | undefined;

/** Scripts that ran out of the words of people. */
const scripts: string[] = [];

async function prepare() {
  const person = await visitor();
  keepPage(person.page);
  const places = await filledPlaces(person);
  const written = await makeHostile(service.databaseUrl, person.at.organization.id);
  // Home has a chart once a key has sent a request.
  await query(
    service.db,
    `insert into usage_minutes (organization_id, environment, minute, outcome, under_ms, requests)
     values ($1, 'SANDBOX', date_trunc('minute', now()) - interval '1 hour', 'OK', 20, 5)`,
    [person.at.organization.id],
  );
  for (const column of ['products.name', 'customers.name', 'scenarios.name', 'api_keys.name'])
    assert.ok(written.includes(column), `${column} is not among ${written.join()}`);
  const { page } = person;
  page.on('dialog', (dialog) => {
    scripts.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, visit: visitsOf(page), places, home: person.urlOf('') };
}

const AREAS = [
  'entrance',
  'products',
  'chains',
  'trade',
  'factors',
  'passports',
  'settings',
] as const;

for (const area of AREAS)
  pageTest(
    `axe finds nothing on the pages of ${area}, in both themes, and no text is lost at 320 px and at twice the size`,
    async () => {
      prepared ??= prepare();
      const { page, visit, places, home } = await prepared;
      const findings: string[] = [];
      await page.goto(home);
      for (const path of places[area]) {
        // Colours change at once: a transition would be measured on its way.
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await page.setViewportSize({ width: 1440, height: 900 });
        await visit(path);
        findings.push(...(await findingsOf(page, path)));
      }
      await page.setViewportSize({ width: 320, height: 900 });
      // Each page in each language would cost too much: they take turns.
      for (const [turn, language] of LANGUAGES.entries()) {
        await page.evaluate(`localStorage.setItem('language', '${language}')`);
        await page.goto(home);
        for (const path of places[area].filter((_, at) => at % LANGUAGES.length === turn)) {
          await visit(path);
          for (const fault of await translationFaultsOf(page, language))
            findings.push(`${language} ${path}: ${fault}`);
        }
        await page.evaluate("localStorage.removeItem('language')");
      }
      assert.deepEqual([...findings, ...scripts], []);
    },
  );

pageTest('a person chooses the language of the pages, and the browser keeps it', async () => {
  prepared ??= prepare();
  const { page, home } = await prepared;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(home);
  const account = page.locator('.initials');
  await account.click();
  await page.getByLabel('Language of the dashboard').selectOption('Français');
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
  await account.click();
  await page.getByLabel('Langue du tableau de bord').selectOption('English');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});

/** Themes differ in colours only, so the dark one is asked for its contrast. */
async function findingsOf(page: Page, path: string): Promise<string[]> {
  const findings: string[] = [];
  const look = async (name: string, axe: AxeBuilder) => {
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      findings.push(`${name} ${path}: ${id} ${nodes[0]?.html}`);
  };
  // Every word of this organization is hostile (`hostile.ts`): it is text on every page, and nothing else.
  if ((await page.locator('[data-hostile]').count()) > 0)
    findings.push(`${path}: hostile words became elements`);
  const nameless: unknown = await page.evaluate(FILTERS_WITHOUT_LABELS);
  if (nameless !== 0) findings.push(`${path}: ${nameless} filters without a visible label`);
  await look('light', (await axeOf(page)).withTags(RULES));
  await page.emulateMedia({ colorScheme: 'dark' });
  await look('dark', (await axeOf(page)).withRules(['color-contrast']));
  await page.setViewportSize({ width: 320, height: 900 });
  // Colours are the same as on the wide page, and the slowest to measure.
  await look('320 px', (await axeOf(page)).withTags(RULES).disableRules(['color-contrast']));
  for (const fault of await lossesOf(page)) findings.push(`320 px ${path}: ${fault}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await setTextSize(page, 32);
  for (const fault of await lossesOf(page)) findings.push(`200 % text ${path}: ${fault}`);
  await setTextSize(page, 16);
  return findings;
}

/** Texts that are lost or still English on a page in another language, at 320 px. */
async function translationFaultsOf(
  page: Page,
  language: (typeof LANGUAGES)[number],
): Promise<readonly string[]> {
  const shown: unknown = await page.evaluate(TEXTS);
  assert.ok(Array.isArray(shown));
  const catalogue = catalogueOf(language);
  const translations = new Set(Object.values(catalogue));
  const english = shown
    .map(String)
    // The French for "Share" is "Part", which is another message in English.
    .filter((text) => catalogue[text] !== undefined && !translations.has(text));
  const faults = await lossesOf(page);
  const declared = await page.evaluate('document.documentElement.lang');
  return [
    ...faults,
    ...new Set(english.map((text) => `is English: ${text}`)),
    ...(declared === language ? [] : [`declares the language ${declared}`]),
  ];
}

/** Number of filters that a person recognizes by their values only. */
const FILTERS_WITHOUT_LABELS = `[...document.querySelectorAll('.filters input, .filters select')]
  .filter((field) => (field.labels?.[0]?.offsetWidth ?? 0) < 5).length`;

/** Texts and labels of a page, without those that are declared English or names. */
const TEXTS = `(() => {
  const texts = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('[lang=en], [translate=no]')) continue;
    for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data.trim());
    for (const name of ['aria-label', 'placeholder', 'title', 'data-label', 'alt'])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
  }
  return texts;
})()`;

/** The size of text that people choose in the settings of their browser; 16 px is the default. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  const size = 'Number.parseFloat(getComputedStyle(document.documentElement).fontSize)';
  await untilIn(page, `${size} === ${standard}`);
  await session.detach();
}

/** Content that a person cannot see: content outside of the window, and text that its own box cuts off. */
async function lossesOf(page: Page): Promise<readonly string[]> {
  const found: unknown = await page.evaluate(`(() => {
    const root = document.documentElement;
    const faults = [];
    const outside = root.scrollWidth - root.clientWidth;
    if (outside > 0) faults.push(outside + ' px too wide');
    for (const element of document.body.querySelectorAll('*')) {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      const style = getComputedStyle(element);
      const cuts = (axis) => style[axis] === 'hidden' || style[axis] === 'clip';
      if (!text || element.closest('.visually-hidden') || element.clientWidth === 0) continue;
      const wide = cuts('overflowX') && element.scrollWidth > element.clientWidth + 1;
      const high = cuts('overflowY') && element.scrollHeight > element.clientHeight + 1;
      if (wide || high) faults.push('cuts off: ' + element.textContent.trim().slice(0, 60));
    }
    return faults;
  })()`);
  assert.ok(Array.isArray(found));
  return found.map(String);
}
