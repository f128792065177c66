import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startMailServer } from '../http/people/mail-server.ts';
import { COLD, startTestService } from '../http/service.ts';
import { newPage, PASSWORD, pageTest, signIn, visitor } from './chromium.ts';

const { smtpUrl, tokenMailedTo } = await startMailServer();
const { url } = await startTestService({ SMTP_URL: smtpUrl, TRACKWAY_SIGN_UP: 'open' }, COLD);

const strangerPage = () => newPage({ baseURL: url });

/** The page of a person who has just registered. */
async function registered(name: string, email: string): Promise<Page> {
  const page = await strangerPage();
  await page.goto('/sign-up');
  await page.getByLabel('Name of your organization').fill(`${name} Ltd`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/app/**');
  return page;
}

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  // The page of the link has a field of the same name, and shows until the next one is there.
  await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page.getByRole('status').waitFor();
}

async function choosePassword(page: Page, token: string, password: string): Promise<void> {
  await page.goto(`/reset/${token}`);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
}

pageTest('a forgotten password is replaced by a link that is asked for on the page', async () => {
  const email = 'katherine@example.com';
  await registered('Katherine', email);
  const page = await strangerPage();
  await askForLink(page, 'nobody@example.com');
  const toNobody = await page.getByRole('status').textContent();
  await askForLink(page, email);
  assert.equal(await page.getByRole('status').textContent(), toNobody);
  const token = await tokenMailedTo(email, 'reset');
  const password = 'eleven brisk ferries';
  await choosePassword(page, token, password);
  await page.waitForURL('**/sign-in');
  await signIn(page, email, password);
  await page.waitForURL('**/app/**');

  await choosePassword(page, token, 'twelve calm harbours');
  await page.getByRole('link', { name: 'Ask for a new one' }).click();
  await page.getByRole('button', { name: 'Send a link' }).waitFor();
});

pageTest('a new address takes effect when its link is opened and confirmed', async () => {
  const [present, wanted] = ['dorothy@example.com', 'dot@example.org'];
  const page = await registered('Dorothy', present);
  await page.goto(`${page.url()}/settings/security`);
  const section = page.locator('section', { hasText: 'New e-mail address' });
  const change = async (password: string) => {
    await section.getByLabel('New e-mail address').fill(wanted);
    await section.getByLabel('Present password').fill(password);
    await section.getByRole('button', { name: 'Change address' }).click();
  };
  await change('not my password');
  await section.getByText('This is not your password.').waitFor();
  await change(PASSWORD);
  await section.getByText(`A link was sent to ${wanted}.`).waitFor();
  await section.getByText(present).waitFor();

  const token = await tokenMailedTo(wanted, 'email');
  const answer = await page.goto(`/email/${token}`);
  assert.equal(answer?.status(), 200);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByText('The address is confirmed').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/app/**');
  await page.goto(`${page.url()}/settings/security`);
  await section.getByText(wanted).waitFor();

  await page.goto(`/email/${token}`);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByText('This link was used or has expired').waitFor();
});

pageTest('a service without mail changes an address at once, and names who has links', async () => {
  const { page, email, urlOf } = await visitor();
  await page.goto(urlOf('/settings/security'));
  const section = page.locator('section', { hasText: 'New e-mail address' });
  await section.getByLabel('New e-mail address').fill(`new-${email}`);
  await section.getByLabel('Present password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Change address' }).click();
  await section.getByText(`You sign in with new-${email} from now on.`).waitFor();
  await page.goto('/forgotten-password');
  await page.getByText('Ask an owner or administrator').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send a link' }).count(), 0);
});
