import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { build } from 'vite';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { buildEngine } from '../build-package.ts';
import { installedElsewhere } from '../installed-package.ts';

const folder = await temporaryFolder('engine');

const built = join(folder, 'built');
const bytes = buildEngine(built);

const inventory = {
  product: { id: 'chair', name: 'Chair', components: [{ material: 'oak', massKg: 4 }] },
  factors: [{ id: 'oak', name: 'Oak', unit: 'kg', co2eKgPerUnit: 0.5 }],
  materials: [{ material: 'oak', factorId: 'oak' }],
  options: { detail: 'BASIC' },
};

test('the engine alone, packed and installed elsewhere, calculates the documented inventory', () => {
  const elsewhere = installedElsewhere(built, folder);
  writeFileSync(
    join(elsewhere, 'run.js'),
    `import { calculate } from '@trackway/engine';
     import { BOUNDARIES } from '@trackway/engine/vocabulary';
     console.log(calculate(${JSON.stringify(inventory)}).co2eKg, BOUNDARIES[0]);`,
  );
  const printed = execFileSync(process.execPath, ['run.js'], { cwd: elsewhere, encoding: 'utf8' });
  assert.equal(printed.trim(), '2 CRADLE_TO_GATE');
});

test('asks nothing of its surroundings: a browser can load it as it is', () => {
  const files = globSync('**/*.js', { cwd: built });
  assert.ok(files.length > 50);
  for (const file of files) {
    const source = readFileSync(join(built, file), 'utf8');
    for (const [, target] of source.matchAll(/(?:from|import)\s+'([^']+)'/g)) {
      assert.match(target ?? '', /^\.{1,2}\/.*\.js$/, `${file} imports ${target}`);
    }
    assert.doesNotMatch(source, /\brequire\(|\bprocess\.(?:env|argv)|\bBuffer\.|\bawait /, file);
  }
  const description = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  assert.equal(description.dependencies, undefined);
});

test('calculates where there is nothing but ECMAScript', () => {
  const script = join(import.meta.dirname, 'bare-realm.ts');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const given = [...flags, script, built, JSON.stringify(inventory)];
  assert.equal(execFileSync(process.execPath, given, { encoding: 'utf8' }), '2');
});

/** Parts with functions of their own: a bundler leaves them out of a page that only calculates. */
const APART = {
  scenarios: 65_200,
  catalogue: 20_000,
  'catalogue-scenarios': 13_900,
  targets: 9_300,
  totals: 16_300,
  levers: 5_700,
  'live-system': 15_500,
  explain: 8_400,
  bundle: 4_600,
  measurement: 2_300,
  equivalencies: 4_900,
  formulas: 1_600,
  gazetteer: 3_000,
  heap: 1_400,
  replay: 1_500,
};

test('stays small', () => {
  let apart = 0;
  for (const [part, bound] of Object.entries(APART)) {
    const size = bytesOf(`${part}/**/*.js`);
    assert.ok(size > 0 && size < bound, `${part}: ${size} bytes of JavaScript`);
    apart += size;
  }
  assert.ok(bytes - apart < 380_000, `${bytes - apart} bytes of JavaScript`);
});

test('a page that only calculates loads nothing of the parts with functions of their own', async () => {
  const page = join(folder, 'page.js');
  writeFileSync(page, `export { calculate } from ${JSON.stringify(join(built, 'index.js'))};`);
  const bundle = await build({
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: page, preserveEntrySignatures: 'strict' } },
  });
  assert.ok('output' in bundle);
  const loaded = bundle.output.flatMap((chunk) =>
    chunk.type === 'chunk'
      ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
          renderedLength > 0 ? [relative(built, id)] : [],
        )
      : [],
  );
  assert.ok(loaded.includes('calculate.js'));
  for (const part of Object.keys(APART))
    assert.deepEqual(
      loaded.filter((file) => file.startsWith(`${part}/`)),
      [],
    );
});

function bytesOf(pattern: string): number {
  return globSync(pattern, { cwd: built }).reduce(
    (sum, file) => sum + statSync(join(built, file)).size,
    0,
  );
}
