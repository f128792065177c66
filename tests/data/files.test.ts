import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

type ListedFile = { file: string; rows?: number; sha256: string };
type SetFile = {
  name: string;
  version: string;
  licence: string;
  attribution: string;
  isOptional: boolean;
  files: ListedFile[];
};

const root = `${import.meta.dirname}/../../data`;
const dataPage = readFileSync(`${root}/../docs/data.md`, 'utf8');
const notice = readFileSync(`${root}/NOTICE.md`, 'utf8');

const folders = ['factor-sets', 'packs'].flatMap((kind) =>
  readdirSync(`${root}/${kind}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${kind}/${entry.name}`),
);
const sets = folders.map((folder): [string, SetFile] => [
  folder,
  JSON.parse(readFileSync(`${root}/${folder}/set.json`, 'utf8')),
]);
const manifest: { files: (ListedFile & { licence: string })[] } = JSON.parse(
  readFileSync(`${root}/manifest.json`, 'utf8'),
);

/** Records of a CSV file: line ends outside quotes, without the header. */
function countRows(text: string): number {
  let inQuotes = false;
  let lines = 0;
  for (const character of text) {
    if (character === '"') inQuotes = !inQuotes;
    else if (character === '\n' && !inQuotes) lines += 1;
  }
  return text.endsWith('\n') ? lines - 1 : lines;
}

function holds(folder: string, listed: ListedFile): void {
  const bytes = readFileSync(`${root}/${folder}${listed.file}`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  assert.equal(
    hash,
    listed.sha256,
    `${folder}${listed.file} was edited: add a new version instead`,
  );
  if (listed.rows !== undefined) {
    assert.equal(countRows(bytes.toString('utf8')), listed.rows, listed.file);
  }
}

test('no file of a factor set or pack has changed since its hash was written down', () => {
  assert.equal(sets.length, 21);
  for (const [folder, set] of sets) {
    assert.equal(folder.split('/')[1], `${set.name}-${set.version}`);
    for (const listed of set.files) holds(`${folder}/`, listed);
    const listedNames = set.files.map((listed) => listed.file);
    const present = readdirSync(`${root}/${folder}`).filter((name) => name.endsWith('.csv'));
    assert.deepEqual(present.sort(), listedNames.sort());
  }
});

test('no reference table or example has changed since its hash was written down', () => {
  for (const listed of manifest.files) holds('', listed);
  const listedNames = new Set(manifest.files.map((listed) => listed.file));
  for (const folder of ['reference', 'examples', 'equivalencies']) {
    for (const name of readdirSync(`${root}/${folder}`)) {
      assert.ok(listedNames.has(`${folder}/${name}`), `${folder}/${name} is not in manifest.json`);
    }
  }
});

test('every set is shown in docs/data.md with its licence, row count and attribution', () => {
  for (const [, set] of sets) {
    const row = dataPage
      .split('\n')
      .find((line) => line.startsWith(`| \`${set.name}-${set.version}\``));
    assert.ok(row, `${set.name}-${set.version} is missing`);
    const rows = set.files.find((listed) => listed.file === 'factors.csv')?.rows;
    for (const part of [set.licence, set.attribution, rows?.toLocaleString('en-US') ?? '?']) {
      assert.ok(row.includes(part), `${set.name}-${set.version}: ${part}`);
    }
    assert.ok(notice.includes(set.attribution));
  }
});

test('every reference table and example has its licence in NOTICE.md', () => {
  for (const listed of manifest.files) {
    const line = notice.split('\n').find((text) => text.startsWith(`- \`${listed.file}\``));
    assert.ok(line?.includes(`Licence: ${listed.licence}.`), listed.file);
  }
});

test('every pack is optional and carries its own notice', () => {
  for (const [folder, set] of sets) {
    assert.equal(set.isOptional, folder.startsWith('packs/'));
    assert.equal(existsSync(`${root}/${folder}/NOTICE.md`), set.isOptional, folder);
  }
});
