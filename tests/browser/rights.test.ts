import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { dataOf } from '../http/client.ts';
import { pageTest, visitor } from './chromium.ts';
import { filledPlaces } from './places.ts';
import { visitsOf } from './visit.ts';

/** Actions that change nothing in the service. */
const READING =
  /^(Chart|Clear|Export|Find|Hand out all data|How to authenticate|Next|Open as the public page|Open products|Previous|Quickstart|Table|Undo all|Replay .*)$/;
/** A viewer tries changes of a bill of materials, without saving them. */
const TRYING = /^(Add|Remove) /;

const PARTNER = `mutation {
  createFootprintPartner(input: {
    name: "Mill", url: "https://mill.example", clientId: "a", clientSecret: "b"
  }) { partner { id } }
}`;

pageTest('a viewer is offered nothing that the service refuses, on any page', async () => {
  const owner = await visitor();
  const { entrance: _, ...places } = await filledPlaces(owner);
  dataOf(await owner.at.send(PARTNER));
  const { page, urlOf } = await visitor('VIEWER', owner.at);
  const visit = visitsOf(page);
  await page.goto(urlOf(''));
  const offered: string[] = [];
  const paths = [urlOf(''), ...Object.values(places).flat()];
  // Own sign-in and factors belong to every person.
  for (const path of paths.filter((each) => !each.endsWith('/settings/security'))) {
    await visit(path);
    for (const name of await actionsOf(page)) {
      const isTried = path.endsWith('?tab=materials') && TRYING.test(name);
      if (!READING.test(name) && !isTried) offered.push(`${path.replace(urlOf(''), '')}: ${name}`);
    }
  }
  assert.deepEqual(offered, []);
  await visit(urlOf('', 'live'));
  assert.equal(await page.getByRole('link', { name: 'Add a product' }).count(), 0);
});

/** Names of the buttons of a page, and of its links that look like buttons. */
async function actionsOf(page: Page): Promise<string[]> {
  // Pressed and unpressed buttons select what a page shows.
  const actions = page.locator(
    'main button:not([aria-pressed]), main a.button, main input[type=file]',
  );
  const names = (await actions.all()).map(async (action) => {
    const label = await action.getAttribute('aria-label');
    return (label ?? (await action.textContent()) ?? '').trim();
  });
  return Promise.all(names);
}

pageTest('an admin is offered neither the role of owners nor changes of one', async () => {
  const owner = await visitor();
  const { page, urlOf } = await visitor('ADMIN', owner.at);
  await page.goto(urlOf('/settings/members'));
  const row = page.getByRole('row').filter({ hasText: owner.email });
  await row.getByText('Owner', { exact: true }).waitFor();
  assert.equal(await row.getByRole('button').count(), 0);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('radio', { name: /^Admin/ }).waitFor();
  assert.equal(await page.getByRole('radio', { name: /^Owner/ }).count(), 0);
});
