import assert from 'node:assert/strict';
import { at, dataOf } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { PASSWORD, pageTest, visitor } from './chromium.ts';

const CALCULATE = `mutation {
  calculateProductFootprint(
    input: { product: { externalId: "garment-13" }, detail: FULL, asProductFootprint: true }
  ) { calculation { product { id } assumptions { reason } notCovered { reason } } }
}`;

const LANGUAGES = [
  [
    'de-DE',
    'Kein Transport angegeben für',
    /^spinning: Energie des Prozesses/,
    'Nettomasse, kg',
    /Muss größer als 0 sein\. Es war -1\./,
  ],
  [
    'fr-FR',
    'Aucun transport n’est déclaré pour',
    /^spinning\s: énergie du procédé/,
    'Masse nette, kg',
    /Doit être supérieur à 0\. C’était -1\./,
  ],
] as const;

for (const [locale, transport, title, massLabel, refusal] of LANGUAGES)
  pageTest(`assumptions, gaps and problems are shown in the language ${locale}`, async () => {
    const { page, urlOf, at: place } = await visitor('OWNER', undefined, { locale });
    await resetSandbox(place);
    const calculation = at(
      dataOf(await place.send(CALCULATE)),
      'calculateProductFootprint',
      'calculation',
    );
    const id = String(at(calculation, 'product', 'id'));
    await page.goto(urlOf(`/products/${id}`));
    await page.getByText(transport).first().waitFor({ state: 'attached' });
    await page.getByText(title).first().waitFor({ state: 'attached' });
    // Notes on equivalents are of their sources; they are not sentences of the service.
    const english = page.locator('main section:not(:has(.results)) [lang=en]');
    assert.deepEqual(await english.allTextContents(), []);
    await page.goto(urlOf(`/products/${id}?tab=materials`));
    await page.getByLabel(massLabel).fill('-1');
    await page.getByText(refusal).first().waitFor();
    assert.equal(await page.locator('main [lang=en]').count(), 0);
  });

pageTest('refusals of the sign-in and of passwords are in the language of the page', async () => {
  const { page, email, urlOf } = await visitor('OWNER', undefined, { locale: 'de-DE' });
  await page.goto(urlOf('/settings/security'));
  const form = page.locator('form', { hasText: 'Passwort ändern' });
  const change = async (present: string, next: string) => {
    await form.getByLabel('Bisheriges Passwort').fill(present);
    await form.getByLabel('Neues Passwort').fill(next);
    await form.getByRole('button', { name: 'Passwort ändern' }).click();
  };
  await change('not my password', 'eleven brisk ferries');
  await form.getByText('Das ist nicht das Passwort dieses Kontos.').waitFor();
  await change(PASSWORD, 'aaaaaaaaaaaa');
  await form.getByText(/^Dieses Passwort ist leicht zu erraten/).waitFor();
  const field = form.getByLabel('Neues Passwort');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await page.context().clearCookies();
  await change(PASSWORD, 'eleven brisk ferries');
  await form.getByText(/^Ihre Sitzung ist beendet/).waitFor();
  await page.goto('/sign-in');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort').fill('not my password');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
  assert.equal(await page.locator('main [lang=en]').count(), 0);
});
