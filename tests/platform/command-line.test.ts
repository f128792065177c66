import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../server/src/cli/commands.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { readMigrations } from '../../server/src/platform/database/migrate.ts';
import {
  cloneTestDatabase,
  emptyTestDatabase,
} from '../../server/src/platform/database/testing.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { runHere } from '../run-here.ts';
import { freePort, runCli } from '../server-process.ts';

/** Messages that an operator reads at the command line when a command fails. */

const dataFolder = await temporaryFolder('cli');
const env = {
  DATABASE_URL: await cloneTestDatabase(),
  TRACKWAY_DATA: dataFolder,
  TRACKWAY_SECRET: 'x'.repeat(32),
};
const inOwnProcess = (line: string) => runCli(line.split(' '), env);
const run = (line: string) => runHere(line === '' ? [] : line.split(' '), env);
const created = await inOwnProcess('organizations create --name Atelier --tier GROWTH');
assert.equal(created.code, 0, created.stderr);

const CREATE_KEY = 'keys create --organization Atelier --environment sandbox --name Shop';

test('an unknown organization is named in the error, without environments', async () => {
  const lists = await run('keys list --organization Nobody');
  assert.deepEqual(
    [lists.code, lists.stderr.trim()],
    [1, 'There is no organization named "Nobody".'],
  );
});

test('keys are listed with their tiers', async () => {
  const ours = await run(`${CREATE_KEY} --tier ENTERPRISE`);
  const byOrganization = await run(CREATE_KEY);
  assert.deepEqual([ours.code, byOrganization.code], [0, 0]);
  const { stdout } = await run('keys list --organization Atelier');
  assert.match(stdout, /^environment +SANDBOX\ntier +ENTERPRISE\nstate +ACTIVE$/m);
  assert.match(stdout, /^tier +by organization$/m);
  for (const column of ['id', 'name', 'last4', 'created', 'last used'])
    assert.match(stdout, new RegExp(`^${column} {2,}\\S`, 'm'));
});

test('the only organization need not be named, one of several must be', async () => {
  const only = await run('keys list --json');
  assert.equal(only.code, 0, only.stderr);
  assert.equal((await run('organizations create --name Second')).code, 0);
  const { code, stderr } = await run('keys list');
  assert.equal(code, 2);
  assert.match(stderr, /^There are several organizations: name one with --organization;/);
});

test('--version prints the version of the release', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [line, printed] of [
    ['--version', version],
    ['--version --json', JSON.stringify({ version })],
  ] as const) {
    const { code, stdout } = await run(line);
    assert.deepEqual([code, stdout.trim()], [0, printed]);
  }
});

test('keys as JSON have nothing that is internal', async () => {
  const { stdout } = await run('keys list --organization Atelier --json');
  const [key] = JSON.parse(stdout);
  assert.deepEqual(
    ['windowId', 'madeBy'].filter((name) => name in key),
    [],
  );
  assert.match(key.id, /^key_/);
});

test('a limit of an organization is set, and given back to its tier', async () => {
  const limitAfter = async (limit: string) => {
    const { stdout } = await run(`organizations set Atelier --requests-per-minute ${limit} --json`);
    return JSON.parse(stdout)[0].requestsPerMinute;
  };
  assert.deepEqual([await limitAfter('90'), await limitAfter('tier')], [90, null]);
  assert.equal((await run('organizations set Atelier --requests-per-minute none')).code, 2);
});

test('a reader that ends early is no fault', () => {
  const line =
    'bin/node server/src/cli/main.ts calculate docs/examples/inventory.json --json | true';
  const { stderr } = spawnSync('sh', ['-c', line], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
  });
  assert.equal(stderr, '');
});

test('bin/trackway works through a link and in any folder, and prints nothing else than its answer', () => {
  const link = join(dataFolder, 'trackway');
  symlinkSync(join(import.meta.dirname, '../../bin/trackway'), link);
  const cwd = join(import.meta.dirname, '../../docs/examples');
  const { stdout, stderr } = spawnSync(link, ['calculate', 'inventory.json', '--json'], { cwd });
  assert.equal(stderr.toString(), '');
  assert.ok(JSON.parse(stdout.toString()).co2eKg > 0);
});

test('help and lists are at most 80 characters wide', async () => {
  const lines = [
    '--help',
    'keys --help',
    ...[...(await commands()).keys()].map((name) => `${name} --help`),
    'keys list --organization Atelier',
    'organizations list',
  ];
  for (const line of lines) {
    const { code, stdout, stderr } = await run(line);
    assert.equal(code, 0, stderr);
    const widest = Math.max(...stdout.split('\n').map((each) => each.length));
    assert.ok(widest <= 80, `${line}: ${widest}`);
  }
});

test('help on a group of commands lists the commands of the group', async () => {
  const { code, stdout } = await run('keys --help');
  assert.equal(code, 0);
  assert.match(stdout, /keys create +Creates an API key/);
  assert.doesNotMatch(stdout, /organizations/);
  const without = await run('keys');
  assert.equal(without.code, 2);
  assert.match(without.stderr, /keys rotate/);
  assert.doesNotMatch(without.stderr, /organizations/);
});

test('an import lists the rows that it refuses in its data too', async () => {
  const file = join(dataFolder, 'products.jsonl');
  const rows = [{ name: 'Good' }, { name: 'Bad', netMassKg: -1 }, { nam: 'Worse' }];
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { code, stdout } = await run(
    `import products ${file} --organization Atelier --environment sandbox --json`,
  );
  assert.equal(code, 1);
  const data: {
    readonly createdCount: number;
    readonly refusedRows: readonly {
      readonly line: number;
      readonly problems: readonly { readonly path: readonly string[]; readonly code: string }[];
    }[];
  } = JSON.parse(stdout);
  assert.equal(data.createdCount, 1);
  assert.deepEqual(
    data.refusedRows.map(({ line, problems }) => [
      line,
      problems.map(({ path, code: of }) => [path.join('.'), of]),
    ]),
    [
      [2, [['netMassKg', 'OUT_OF_RANGE']]],
      [3, [['nam', 'UNKNOWN_FIELD']]],
    ],
  );
});

test('an import counts at the ceiling of records when it ends', async () => {
  const file = join(dataFolder, 'counted.jsonl');
  await writeFile(file, JSON.stringify({ name: 'Counted', description: 'd'.repeat(9_000) }));
  const { code, stderr } = await run(
    `import products ${file} --organization Atelier --environment live`,
  );
  assert.equal(code, 0, stderr);
  await using db = await openDatabase({ url: env.DATABASE_URL, pipelines: 1, poolSize: 1 });
  const [counted] = await query<{ written: number }>(
    db,
    `select written from record_bytes join organizations on organizations.id = organization_id
     where organizations.name = 'Atelier' and environment = 'LIVE'`,
    [],
  );
  assert.ok(Number(counted?.written) > 9_000, `${counted?.written} bytes`);
});

test('a file that is empty or missing begins no import', async () => {
  const empty = join(dataFolder, 'empty.csv');
  await writeFile(empty, '');
  for (const [file, says] of [
    [empty, `The file ${empty} is empty.`],
    ['none.csv', 'There is no file none.csv.'],
  ]) {
    const { code, stderr } = await run(
      `import products ${file} --organization Atelier --environment sandbox`,
    );
    assert.equal(code, 2);
    assert.ok(stderr.includes(String(says)), stderr);
  }
});

test('a full disk is reported in a sentence, without a stack', async () => {
  const file = join(dataFolder, 'one.jsonl');
  await writeFile(file, '{"name":"One"}');
  const { code, stderr } = await run(
    `import products ${file} --organization Atelier --environment sandbox --result /dev/full`,
  );
  assert.equal(code, 1);
  assert.match(stderr, /^ENOSPC: no space left on device, write$/m);

  const factors = join(dataFolder, 'one.csv');
  await writeFile(factors, 'id,name,unit,kgco2e_per_unit\nx,X,kg,1\n');
  for (const [result, says] of [
    ['/dev/full', 'ENOSPC: no space left on device, write'],
    [join(dataFolder, 'none', 'result'), 'ENOENT: no such file or directory'],
  ] as const) {
    const imported = await run(
      `import factors ${factors} --organization Atelier --environment sandbox --name own --version 1 --licence proprietary --attribution Own --result ${result}`,
    );
    assert.equal(imported.code, 1);
    assert.ok(imported.stderr.startsWith(says), imported.stderr);
  }
});

test('a duration that cannot be read is refused with the forms that can', async () => {
  for (const wrong of ['1s', '-1d', '1.5h', 'soon']) {
    const { code, stderr } = await run(`${CREATE_KEY} --expires-in=${wrong}`);
    assert.equal(code, 2);
    assert.ok(stderr.includes('days, hours or minutes, such as 90d, 12h or 30m'), stderr);
    assert.ok(stderr.includes(`"${wrong}"`), stderr);
  }
});

test('no command, or an unknown one, is bad usage and answered with the list of commands', async () => {
  const outcomes = [
    [await run(''), /Say a command\.\s*$/],
    [await inOwnProcess('nothing'), /There is no command "nothing"\.\s*$/],
    [
      await run('key create --name Shop'),
      /There is no command "key create"\. Did you mean "keys create"\?\s*$/,
    ],
    [await run('keys lst'), /There is no command "keys lst"\. Did you mean "keys list"\?\s*$/],
    [await run('doctr'), /There is no command "doctr"\. Did you mean "doctor"\?\s*$/],
  ] as const;
  for (const [{ code, stdout, stderr }, fault] of outcomes) {
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /keys create +Creates an API key/);
    assert.match(stderr, fault);
  }
  const help = await run('--help');
  assert.deepEqual([help.code, help.stderr], [0, '']);
  assert.match(help.stdout, /keys create +Creates an API key/);
});

test('an unknown permission is refused with the list of permissions', async () => {
  const { code, stderr } = await run(`${CREATE_KEY} --permissions PRODUCTS_REED`);
  assert.equal(code, 2);
  assert.match(stderr, /^Unknown permission: PRODUCTS_REED\. Give some of:\n {2}PRODUCTS_READ\n/);
});

test('an unknown option is refused with the list of options', async () => {
  const { code, stderr } = await run('keys list --organisation Atelier');
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^Unknown option '--organisation'\. Did you mean "--organization"\?\n\nUsage: .*--organization /s,
  );
});

test('a malformed id is bad usage; an unknown id is not found', async () => {
  const wrong = await run('keys revoke prod_01');
  assert.deepEqual([wrong.code, /begin with key_/.test(wrong.stderr)], [2, true]);
  const unknown = await run('keys revoke key_01jz0000000000000000000000');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /There is no API key with the id key_01jz/);
});

test('a database that does not answer is reported in a sentence, without a stack', async () => {
  const nowhere = `postgresql://nobody@127.0.0.1:${await freePort()}/nothing`;
  const { code, stderr } = await runHere(['organizations', 'list'], {
    ...env,
    DATABASE_URL: nowhere,
  });
  assert.equal(code, 1);
  assert.match(stderr, /^The database of DATABASE_URL cannot be used: .+\n$/);
  const missing = env.DATABASE_URL.replace(/\/[^/?]*(\?|$)/, '/missing$1');
  const planned = await runHere(['migrate', '--plan'], { ...env, DATABASE_URL: missing });
  assert.deepEqual(
    [planned.code, planned.stderr],
    [1, 'The database cannot be used: database "missing" does not exist.\n'],
  );
});

test('migrate --plan lists the migrations that would run, and runs none', async () => {
  const others = { ...env, DATABASE_URL: await emptyTestDatabase() };
  for (const round of ['first', 'second']) {
    const { code, stdout, stderr } = await runHere(['migrate', '--plan', '--json'], others);
    assert.equal(code, 0, stderr);
    const planned: { readonly migration: string; readonly purpose: string }[] = JSON.parse(stdout);
    assert.deepEqual(
      planned.map(({ migration }) => migration),
      (await readMigrations()).map(({ name }) => name),
      round,
    );
    for (const { purpose } of planned) assert.match(purpose, /^[A-Z].+\.$/);
  }
  others.DATABASE_URL = await cloneTestDatabase();
  const { stdout } = await runHere(['migrate', '--plan'], others);
  assert.equal(stdout, 'The database is up to date.\n');
});

test('migrating binds the database to no secret', async () => {
  const { TRACKWAY_SECRET, ...others } = { ...env, DATABASE_URL: await cloneTestDatabase() };
  const migrated = await runHere(['migrate'], others);
  assert.equal(migrated.code, 0, migrated.stderr);
  const listed = await runHere(['organizations', 'list'], { ...others, TRACKWAY_SECRET });
  assert.equal(listed.code, 0, listed.stderr);
});

test('help is asked for as -h, --help or help; a change of an organization names what changes', async () => {
  for (const line of ['help keys create', 'keys create -h', 'keys create --help']) {
    const { code, stdout } = await run(line);
    assert.equal(code, 0, line);
    assert.match(stdout, /^Usage: trackway keys create /, line);
  }
  const { code, stderr } = await run('organizations set Atelier');
  assert.deepEqual([code, stderr.trim()], [2, 'Give --tier or --requests-per-minute.']);
});

test('a place that cannot be read or written is named in a sentence, without a stack', async () => {
  const scope = '--organization Atelier --environment live';
  for (const [line, sentence] of [
    ['passports restore /nowhere.zip', /^The package \/nowhere\.zip cannot be read: ENOENT/],
    [
      `passports backup /nowhere/x.zip ${scope}`,
      /^The package \/nowhere\/x\.zip cannot be written/,
    ],
    ['restore /nowhere.backup', /^There is no back-up at \/nowhere\.backup\.$/],
    ['backup https://backups.example', /^Back-ups are in a folder or in a bucket such as s3:/],
    ['backup /proc/nowhere', /^ENOENT: no such file or directory, mkdir '\/proc\/nowhere'$/],
  ] as const) {
    const { code, stderr } = await run(line);
    assert.equal(code, 1, line);
    assert.match(stderr.trim(), sentence);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});
