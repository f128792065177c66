import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { sql } from 'kysely';
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
import { authenticationKeysOf } from '../../server/src/domains/accounts/second-factors.ts';
import { encodeId, newUuid } from '../../server/src/platform/ids.ts';
import { until } from '../../server/src/platform/testing.ts';
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
      await Promise.all(opened.splice(0).map(keepOrClose));
    } finally {
      // Open pages would go on asking the service for news, and each has a process with 100 MB.
      await Promise.all(opened.splice(0).map((context) => context.close()));
    }
  });
}

/** Contexts of the test that runs. */
const opened: BrowserContext[] = [];

/** Waits in the test for what is true in a page: to ask again and again inside of it, as `waitForFunction` does, needs `eval`, which pages refuse. */
export function untilIn(page: Page, expression: string): Promise<void> {
  return until(async () => (await page.evaluate(expression)) === true);
}

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

/**
 * An empty page of the service in each context of the usual options. It keeps the process of the context alive, which has
 * compiled the app, and the files of the app in its cache: without both, a page takes half as much CPU time again.
 */
const keepers = new Map<BrowserContext, Page>();
/** Contexts of the usual options, as good as new, that no test uses. */
const spares: BrowserContext[] = [];

async function keepOrClose(context: BrowserContext): Promise<void> {
  const keeper = keepers.get(context);
  if (keeper === undefined || keeper.isClosed()) return context.close();
  const used = context.pages().filter((page) => page !== keeper);
  await Promise.all(used.map((page) => page.close()));
  await context.clearCookies();
  await keeper.evaluate('localStorage.clear()');
  spares.push(context);
}

let pages = 0;
let launched: Promise<Browser> | undefined;
after(async () => (await launched)?.close());

/**
 * A page with cookies of its own, of the shared service by default. Whatever it asks other origins for is remembered.
 * With any option, also the cache of files is its own.
 */
export async function newPage(options?: BrowserContextOptions): Promise<Page> {
  const { baseURL = service.url } = options ?? {};
  const context = options === undefined ? await usualContext() : await newContext(options);
  opened.push(context);
  pages += 1;
  // An address of its own: attempts to sign in are counted by address.
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `192.0.2.${pages % 256}` });
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !/^(blob|data):/.test(request.url()))
      strangers.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return page;
}

async function usualContext(): Promise<BrowserContext> {
  const spare = spares.pop();
  if (spare !== undefined) return spare;
  const context = await newContext();
  const keeper = await context.newPage();
  await keeper.goto('/healthz');
  keepers.set(context, keeper);
  return context;
}

async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  launched ??= chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--process-per-site'],
  });
  const context = await (await launched).newContext({
    baseURL: service.url,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(60_000);
  return context;
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

async function newcomer(at?: World, options?: BrowserContextOptions): Promise<Newcomer> {
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

/** Members of tests have the same password: a digest takes 40 ms of CPU time. */
let passwordDigest: Promise<string> | undefined;

/** A member of a new organization, signed in. Joining by the pages takes seconds. */
export async function visitor(
  role: Role = 'OWNER',
  at?: World,
  options?: BrowserContextOptions,
): Promise<Visitor> {
  const { name, ...visitor } = await newcomer(at, options);
  const { page, email } = visitor;
  passwordDigest ??= digestOfPassword(PASSWORD, '');
  const person = { name, email, passwordDigest: await passwordDigest };
  const { id } = await insertPerson(service.db, person);
  await insertMember(service.db, visitor.at.organization.id, id, role);
  await page.context().addCookies([await sessionCookie(id)]);
  return visitor;
}

/** The cookie of a new session. Signing in would take another digest of the password. */
async function sessionCookie(personId: string) {
  const token = randomBytes(24).toString('base64url');
  await sql`insert into sessions (id, user_id, token, expires_at)
    values (${newUuid()}, ${personId}, ${token}, now() + interval '1 day')`.execute(service.db);
  const [key] = authenticationKeysOf(service.secrets);
  const signature = createHmac('sha256', key.value).update(token).digest('base64');
  return {
    name: '__Host-trackway_session',
    value: encodeURIComponent(`${token}.${signature}`),
    domain: new URL(service.url).hostname,
    path: '/',
    secure: true,
    httpOnly: true,
  };
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

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
