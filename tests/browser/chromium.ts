import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { buildDashboard, isDashboardBuilt } from '../../server/src/dashboard.ts';
import { inviteMember, type Role } from '../../server/src/domains/accounts/index.ts';
import { digestOfPassword } from '../../server/src/domains/accounts/password.ts';
import { insertMember, insertPerson } from '../../server/src/domains/accounts/people-store.ts';
import { encodeId } from '../../server/src/platform/ids.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { type Organization, service, type World, world } from '../http/world.ts';

/**
 * Debian's Chromium on the pages of the test's own service. The one without windows takes four fifths of the CPU
 * time of the other; `npm test` installs it when run as root and there is neither.
 */
const CHROMIUM =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? '';

const NEEDS_CHROMIUM = { skip: CHROMIUM === '' && 'chromium is not installed' };

if (!(await isDashboardBuilt())) await buildDashboard();

export const PASSWORD = 'seven quiet lighthouses';

/** A test on pages; none of them may ask another origin for anything or throw. */
export function pageTest(name: string, run: () => Promise<void>): void {
  void test(name, NEEDS_CHROMIUM, async () => {
    // A test that failed left its own behind.
    strangers.splice(0);
    faults.splice(0);
    try {
      await run().catch(async (error: unknown) => {
        throw new Error(`The pages show: ${await noticesOfPages()}`, { cause: error });
      });
      assert.deepEqual([...strangers, ...faults], []);
    } finally {
      // Open pages would go on asking the service for news, and each has a process with 100 MB.
      await Promise.all(opened.splice(0).map((context) => context.close()));
    }
  });
}

/** Contexts of the test that runs. */
const opened: BrowserContext[] = [];

/** Keeps a page for the next tests of its file. */
export function keepPage(page: Page): void {
  opened.splice(opened.indexOf(page.context()), 1);
}

/** Addresses and notices of the open pages: a refusal explains why a test waited in vain. */
async function noticesOfPages(): Promise<string> {
  const contexts = (await launched)?.contexts() ?? [];
  const open = contexts.flatMap((context) => context.pages());
  const notices = open.map(async (page) => {
    const alerts = await page.getByRole('alert').allInnerTexts();
    return `${page.url()} ${JSON.stringify(alerts)}`;
  });
  return (await Promise.allSettled(notices))
    .map((notice) => (notice.status === 'fulfilled' ? notice.value : 'a closed page'))
    .join('; ');
}

let pages = 0;
let launched: Promise<Browser> | undefined;
after(async () => (await launched)?.close());

/** A page with cookies of its own, of the shared service by default. Whatever it asks other origins for is remembered. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const { baseURL = service.url } = options;
  pages += 1;
  launched ??= chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await (await launched).newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // An address of its own: attempts to sign in are counted by address.
    extraHTTPHeaders: { 'X-Forwarded-For': `192.0.2.${pages % 256}` },
    ...options,
  });
  opened.push(context);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !/^(blob|data):/.test(request.url()))
      strangers.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return page;
}

/** Requests of pages that left the origin of the service. */
const strangers: string[] = [];
/** Errors that pages did not catch, refusals of the content security policy among them. */
const faults: string[] = [];

let people = 0;

export type Visitor = {
  readonly page: Page;
  readonly email: string;
  readonly at: World;
  /** Address of a page of the organization, in the sandbox by default. */
  readonly urlOf: (path: string, place?: 'live' | 'sandbox') => string;
};

/** The link of an invitation. */
export async function invitationTo({ id }: Pick<Organization, 'id'>, role: Role): Promise<string> {
  const { token } = await service.db
    .transaction()
    .execute((tx) => inviteMember(tx, id, COMMAND_LINE, { email: null, role }));
  return `/invite/${token}`;
}

type Newcomer = Visitor & { readonly name: string };

async function newcomer(at?: World, options: BrowserContextOptions = {}): Promise<Newcomer> {
  const place = at ?? (await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' }));
  people += 1;
  const base = `/app/${encodeId('organization', place.organization.id)}`;
  return {
    page: await newPage(options),
    name: `Visitor ${people}`,
    email: `visitor${people}@example.com`,
    at: place,
    urlOf: (path: string, plane = 'sandbox') => `${base}/${plane}${path}`,
  };
}

/** A digest takes 0.1 s of CPU time. */
let passwordDigest: Promise<string> | undefined;

/**
 * A member of a new organization, signed in. Joining by the pages takes seconds, and by a request another digest of
 * the password.
 */
export async function visitor(
  role: Role = 'OWNER',
  at?: World,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const { name, ...visitor } = await newcomer(at, options);
  const { page, email } = visitor;
  passwordDigest ??= digestOfPassword(PASSWORD, '');
  const person = { name, email, passwordDigest: await passwordDigest };
  const { id } = await insertPerson(service.db, person);
  await insertMember(service.db, visitor.at.organization.id, id, role);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const request = JSON.stringify({ method: 'POST', headers, body });
  await page.goto('/healthz');
  // An answer that is not read keeps the page from ever being idle.
  const status = await page.evaluate(
    `fetch('/app/auth/sign-in/email', ${request}).then((answer) => answer.text().then(() => answer.status))`,
  );
  assert.equal(status, 200);
  return visitor;
}

/** A person who has just joined a new organization by the pages. */
export async function visitorByLink(): Promise<Visitor> {
  const { name, ...visitor } = await newcomer();
  const { page, email } = visitor;
  await page.goto(await invitationTo(visitor.at.organization, 'OWNER'));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/app/**');
  return visitor;
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
