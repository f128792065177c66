import assert from 'node:assert/strict';
import { world } from '../http/world.ts';
import { newPage, pageTest, visitor } from './chromium.ts';

pageTest(
  'a person weighs a document, sends it with the keyboard, and sees an error at its line',
  async () => {
    const { page } = await visitor();
    await page.goto('/explorer');
    await page.getByText(/^Costs \d+$/).waitFor();
    const editor = page.getByRole('textbox', { name: 'GraphQL document' });
    await editor.press('Control+Enter');
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.getByText('"environment"').waitFor();
    assert.match(await answer.innerText(), /"SANDBOX"/);

    await editor.fill('{\n  products(first: 1) { nothing }\n}');
    await page.getByText(/^Would be refused: Cannot query field "nothing"/).waitFor();
    const marked = page.locator('.cm-lintRange-error').first();
    await marked.waitFor();
    assert.equal(await marked.innerText(), 'nothing');
  },
);

pageTest('a stranger asks with a key, which is stored nowhere', async () => {
  const { key } = await world({ environment: 'SANDBOX' });
  const page = await newPage();
  await page.goto('/explorer');
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('textbox', { name: 'Answer' }).getByText('"environment"').waitFor();
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
  );
  assert.ok(!String(stored).includes(key));
  assert.ok(!(await page.content()).includes(key));
});
