import { globSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { buildDashboard, isDashboardBuilt } from '../server/src/dashboard.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts';
import {
  TEST_DATABASE_URL,
  TEST_SQL,
  TEST_STATEMENTS,
} from '../server/src/platform/database/testing.ts';
import { installPackage, succeeds } from './debian-packages.ts';
import { ENDURANCE_SHARE } from './endurance/share.ts';
import { type Durations, entryOf, readDurations, sharesOf, writeDurations } from './schedule.ts';
import { TEST_FOLDER } from './seeded-folder.ts';

/**
 * `npm test`: every test file, on one embedded database; at the end the check of every SQL statement
 * that the others sent. `npm test -- orders` runs only the files whose path has that word;
 * `npm test -- http --sql deploy/partitions.sql` runs them on databases that the file of SQL changed after their migrations.
 *
 * `npm run test:endurance`: the files of tests/endurance, which take minutes to hours each, one at a time;
 * `-- --share 0.05` runs a twentieth of their rounds.
 */

const ROOT = join(import.meta.dirname, '..');
const PLACES = [
  'dashboard/src/**/*.test.ts',
  'engine/src/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'server/src/**/*.test.ts',
  'tests/**/*.test.ts',
];
const ENDURANCE = 'tests/endurance/**/*.test.ts';
const LEFT_OUT = ['tests/performance/**', 'tests/**/node_modules/**'];
/** Files that open pages or start the program, which builds them. */
const NEEDS_PAGES = /^tests\/(browser|platform|endurance)\//;
const LAST = 'tests/tenancy/statements.test.ts';
const MINUTE_MS = 60_000;
/**
 * A test process may keep garbage, which bin/node forbids the service: collecting less often saves CPU time. V8 would
 * collect a whole heap for every 64 MB of buffers, however large the heap is, and often while it grows at the start.
 * Loading resvg asks the report of the process for its libc, and which would look up the names of all peers for 10 s.
 */
const NODE_OPTIONS = [
  `--import=${pathToFileURL(join(import.meta.dirname, 'test-scope.ts')).href}`,
  '--heap-growing-percent=0',
  '--max-semi-space-size=64',
  '--initial-heap-size=256',
  '--external-memory-accounted-in-global-limit',
  '--report-exclude-network',
];

type Counts = Record<
  'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo',
  number
>;

const { values, positionals: words } = parseArgs({
  options: {
    endurance: { type: 'boolean', default: false },
    share: { type: 'string' },
    sql: { type: 'string' },
  },
  allowPositionals: true,
});
const isEndurance = values.endurance;
const places = isEndurance ? [ENDURANCE] : PLACES;
const leftOut = isEndurance ? LEFT_OUT : [...LEFT_OUT, ENDURANCE];
/** Ends a test that waits for what never happens. The longest one takes 40 s on a quiet machine (`durations.json`), minutes on a busy one. */
const testTimeoutMs = (isEndurance ? 240 : 10) * MINUTE_MS;
/** Ends a run in which a process does not end after its last test; the option `timeout` of `run` does not. */
const runTimeoutMs = (isEndurance ? 480 : 60) * MINUTE_MS;
const shareCount = Math.max(2, availableParallelism());
/**
 * Two more than the cores: some files wait for time to pass, for the database, or for a process that ends. With more,
 * the cores are less idle, but each process takes more CPU time, and a run no less of the clock.
 */
const concurrency = isEndurance ? 1 : shareCount + 2;
const files = globSync(places, { cwd: ROOT, exclude: leftOut })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

needPackage('redis-server');
if (files.some((file) => NEEDS_PAGES.test(file))) {
  // Installing the one without windows would bring a Chromium that is there up to its version.
  if (!succeeds('chromium', '--version') && !hasPackage('chromium-headless-shell'))
    needPackage('chromium');
  if (!(await isDashboardBuilt())) await buildDashboard();
}
const folder = await mkdtemp(join(tmpdir(), 'trackway-tests-'));
const postgres = await startEmbeddedPostgres({ folder, isDurable: false });
process.env[TEST_DATABASE_URL] = postgres.url;
process.env[TEST_STATEMENTS] = join(folder, 'statements.jsonl');
process.env[TEST_FOLDER] = folder;
if (values.share !== undefined) process.env[ENDURANCE_SHARE] = values.share;
if (values.sql !== undefined) process.env[TEST_SQL] = values.sql;
// A file spends a third of its time on compiling what the file before it compiled too.
process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
writeFileSync(join(folder, 'statements.jsonl'), '');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void tidyUp().finally(() => process.exit(1)));
}

const startedAt = performance.now();
const total: Counts = {
  tests: 0,
  suites: 0,
  passed: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
};
const reporter = new spec();
reporter.pipe(process.stdout, { end: false });
const durations: Durations = {};
const shares = sharesOf(
  files.filter((file) => file !== LAST),
  readDurations(),
  shareCount,
);
await runFiles(shares.map((share) => entryOf(share, folder)));
await runFiles(files.filter((file) => file === LAST).map((file) => join(ROOT, file)));
writeDurations(durations);
await new Promise<void>((resolve) => reporter.on('end', resolve).end());

await tidyUp();
conclude();

async function tidyUp(): Promise<void> {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function runFiles(some: readonly string[]): Promise<void> {
  if (some.length === 0) return;
  const events = run({
    files: [...some],
    concurrency,
    signal: AbortSignal.timeout(runTimeoutMs),
    execArgv: [...NODE_OPTIONS, `--test-timeout=${testTimeoutMs}`],
  });
  for await (const event of events) {
    if (event.type === 'test:pass' && event.data.nesting === 0) record(event.data);
    if (event.type === 'test:summary' && event.data.file === undefined) add(event.data.counts);
    // A diagnostic without a file belongs to the closing figures of one run; ours cover both runs.
    if (event.type === 'test:diagnostic' && event.data.file === undefined) continue;
    reporter.write(event);
    if (event.type === 'test:fail') showNow(event.data);
  }
}

/** The reporter shows why tests failed at its end, which a run that is stopped does not reach. */
function showNow({ name, details }: EventData.TestFail): void {
  const { cause } = details.error;
  // A test that failed by those inside of it has a text as its cause.
  if (cause instanceof Error) say(`\n${name}: ${inspect(cause)}\n`);
}

function record({ file, details }: EventData.TestPass): void {
  if (file === undefined) return;
  const path = relative(ROOT, file);
  // A test that a helper declares is of the file of the helper.
  if (!files.includes(path)) return;
  durations[path] = (durations[path] ?? 0) + details.duration_ms;
}

function add(counts: Counts): void {
  total.tests += counts.tests;
  total.suites += counts.suites;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.cancelled += counts.cancelled;
  total.skipped += counts.skipped;
  total.todo += counts.todo;
}

function conclude(): void {
  const { CI } = process.env;
  const isCi = CI === 'true';
  if (isCi && total.skipped > 0)
    say(`\n${total.skipped} tests were skipped: with CI=true that is a failure.`);
  say(
    `\n# tests ${total.tests}\n# suites ${total.suites}\n# pass ${total.passed}\n# fail ${total.failed}`,
  );
  say(`# cancelled ${total.cancelled}\n# skipped ${total.skipped}\n# todo ${total.todo}`);
  say(`# duration_ms ${Math.round(performance.now() - startedAt)}`);
  const isGood =
    total.tests > 0 && total.failed + total.cancelled === 0 && !(isCi && total.skipped > 0);
  process.exitCode = isGood ? 0 : 1;
}

/** Limits are tested on a real Redis and pages in a real browser, which Debian has. */
function needPackage(name: 'chromium' | 'redis-server'): void {
  if (hasPackage(name)) return;
  say(`${name} is not installed and could not be: tests that need it are skipped.`);
}

/** Installs a program that is missing; returns whether it is there. */
function hasPackage(name: string): boolean {
  return succeeds(name, '--version') || installPackage(name);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
