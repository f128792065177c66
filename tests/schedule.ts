import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Milliseconds that each test file took in earlier runs, by its path. */
export type Durations = Record<string, number>;

/** Files that one process runs, so that what they all need is loaded once. */
export type Share = { readonly name: string; readonly files: readonly string[] };

const ROOT = join(import.meta.dirname, '..');
/** Durations on this machine. */
const RECORD = join(ROOT, 'node_modules/.cache/test-durations.json');
/** Durations on two quiet cores, or estimates of them, for a clean clone: the long files must start first. */
const REFERENCE = join(import.meta.dirname, 'durations.json');
/** Estimates for a file that never ran: measured over all files of a kind. */
const MS_PER_BYTE = { pages: 3, alone: 6, http: 0.8, database: 0.8, unit: 0.25 } as const;
type Kind = keyof typeof MS_PER_BYTE;
const IMPORTS_SERVICE = /from '[./]+\/(?:http\/)?world\.ts'/;
const IMPORTS_BROWSER = /from '\.\/chromium\.ts'/;
const IMPORTS_DATABASE = /\/(?:testing|planned-lists)\.ts'/;
/** A file that waits for other processes would keep the files after it waiting. */
const STARTS_PROCESSES =
  /from '(?:node:child_process|[./]+\/(?:[a-z-]*-process|[a-z-]*-rounds|seeded-folder|fresh-processes|webhook-chaos|clients|s3-server|check)\.ts)'/;
/** Fonts are set for a whole process, and the texts of other files would be drawn with them. */
const SETS_FONTS = /\buseFonts\(/;
/** Of all files of a share together, which make their databases meanwhile: 36 s on a quiet machine, 93 s at load 10. */
const IMPORTS_TIMEOUT_MS = 600_000;

export function readDurations(): Durations {
  return { ...recordIn(REFERENCE), ...recordIn(RECORD) };
}

export function writeDurations(durations: Durations): void {
  mkdirSync(dirname(RECORD), { recursive: true });
  const known = Object.entries({ ...recordIn(RECORD), ...durations });
  const rounded = known.sort().map(([file, ms]) => [file, Math.round(ms)]);
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

function recordIn(path: string): Durations {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Divides the files among processes, the longest process first. Files that ask a service over HTTP share
 * `count` processes, in each of which it is started once; so do files that need a database, and those that need
 * neither, because each process compiles the code and reads the library anew. Files that open pages share one
 * process with one browser. Nothing else is common to them:
 * each file has a database of its own, each test over HTTP its organizations.
 */
export function sharesOf(files: readonly string[], durations: Durations, count: number): Share[] {
  const lengthOf = (file: string) =>
    durations[file] ?? statSync(join(ROOT, file)).size * MS_PER_BYTE[kindOf(file)];
  const kinds = Map.groupBy(files, kindOf);
  const shares = [
    ...balanced('pages', kinds.get('pages') ?? [], 1, lengthOf),
    ...balanced('http', kinds.get('http') ?? [], count, lengthOf),
    ...balanced('database', kinds.get('database') ?? [], count, lengthOf),
    ...balanced('unit', kinds.get('unit') ?? [], count, lengthOf),
    ...(kinds.get('alone') ?? []).map((file) => ({ name: file, files: [file] })),
  ];
  const totals = new Map(shares.map((share) => [share, sum(share.files.map(lengthOf))]));
  return shares.sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0));
}

function kindOf(file: string): Kind {
  const source = readFileSync(join(ROOT, file), 'utf8');
  if (IMPORTS_BROWSER.test(source)) return 'pages';
  if (IMPORTS_SERVICE.test(source)) return 'http';
  if (STARTS_PROCESSES.test(source) || SETS_FONTS.test(source)) return 'alone';
  return IMPORTS_DATABASE.test(source) ? 'database' : 'unit';
}

/** Gives each file, the longest first, to the share that is the shortest so far. */
function balanced(
  kind: string,
  files: readonly string[],
  count: number,
  lengthOf: (file: string) => number,
): Share[] {
  const shares = Array.from({ length: count }, (_, at) => {
    const taken: string[] = [];
    return { name: `${kind}-${at + 1}`, files: taken, totalMs: 0 };
  });
  for (const file of [...files].sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const shortest = shares.reduce((a, b) => (b.totalMs < a.totalMs ? b : a));
    shortest.files.push(file);
    shortest.totalMs += lengthOf(file);
  }
  return shares.filter((share) => share.files.length > 0);
}

/** The file to run for a share: its only one, or one in `folder` that imports all of them. */
export function entryOf({ name, files }: Share, folder: string): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return join(ROOT, only);
  const path = join(folder, `${name}.test.mjs`);
  const urls = files.map((file) => pathToFileURL(join(ROOT, file)).href);
  writeFileSync(path, importingAll(urls));
  return path;
}

/**
 * Without the hook, shared resources would be closed as soon as the tests of the first file have
 * run.
 */
function importingAll(urls: readonly string[]): string {
  return `
    import { before } from 'node:test';
    const imported = (async () => {
      for (const url of ${JSON.stringify(urls)}) await import(url);
    })();
    // A hook that fails before there is a test would pass unnoticed.
    imported.catch((error) => {
      console.error(error);
      process.exit(1);
    });
    before(() => imported, { timeout: ${IMPORTS_TIMEOUT_MS} });
  `;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
