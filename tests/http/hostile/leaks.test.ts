import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { cloneTestDatabase } from '../../../server/src/platform/database/testing.ts';
import { runCli, startServer } from '../../server-process.ts';
import { clientOf, codesOf, dataOf, textAt } from '../client.ts';

/** Output of the service other than its answers: its log, at the most verbose level. */

const databaseUrl = await cloneTestDatabase();
const env = { DATABASE_URL: databaseUrl, TRACKWAY_SECRET: 'a secret of more than 32 characters!' };
const server = await startServer({ env: { ...env, LOG_LEVEL: 'trace' } });
after(server.stop);

async function newKey(): Promise<string> {
  const words = [
    'keys',
    'create',
    '--organization',
    'Demo',
    '--environment',
    'live',
    '--name',
    'Till',
    '--permissions',
    'API_KEYS_MANAGE,CUSTOMERS_READ,CUSTOMERS_WRITE,PRODUCTS_READ,PRODUCTS_WRITE',
  ];
  const { stdout, stderr, code } = await runCli(words, {
    ...env,
    TRACKWAY_DATA: server.dataFolder,
  });
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

const pg = new Client({ connectionString: databaseUrl });
await pg.connect();
after(() => pg.end());

const key = await newKey();
const client = clientOf(`${server.url}/graphql`, key);

test('writes no key, cookie or personal data into its log', async () => {
  const secrets = [key, 'ada@example.com', 'Lovelace', 'session-of-ada', 'a secret of more'];
  const made = await client.send('mutation { createApiKey(input: { name: "Other" }) { key } }');
  secrets.push(textAt(made, 'createApiKey', 'key'));
  const customer =
    'mutation ($email: String!) { createCustomer(input: { name: "Ada Lovelace", email: $email }) { customer { id } } }';
  dataOf(await client.send(customer, { email: 'ada@example.com' }, { Cookie: 'session-of-ada' }));
  const refused = [
    await client.send('{ nothing }', {}, { Authorization: `Bearer ${key}` }),
    await client.send('mutation { createProduct(input: { name: "" }) { product { id } } }'),
    await client.send(customer, { email: 'ada@example.com and more' }),
    await clientOf(`${server.url}/graphql`, `${key}x`).send('{ me { id } }'),
  ];
  for (const answer of refused) assert.equal(codesOf(answer).length, 1);
  const printed = server.output();
  for (const secret of secrets) assert.ok(!printed.includes(secret), `${secret} is in the log`);
});

test('keeps a fault to itself, and logs it under the request id without the data it was about', async () => {
  await pg.query("alter table customers add constraint impossible check (name <> 'Grace Hopper')");
  const answer = await client.send(
    'mutation { createCustomer(input: { name: "Grace Hopper", email: "grace@example.com" }) { customer { id } } }',
  );
  const { requestId } = answer.extensions;
  assert.deepEqual(answer.data, { createCustomer: null });
  assert.deepEqual(
    answer.errors.map(({ message, extensions }) => [message, extensions]),
    [
      [
        `Something went wrong on our side. Quote the request id ${requestId} when you report it.`,
        { code: 'INTERNAL_ERROR' },
      ],
    ],
  );
  const line = server
    .output()
    .split('\n')
    .find((each) => each.includes(requestId));
  assert.match(line ?? '', /impossible/);
  assert.doesNotMatch(server.output(), /Grace|grace@/);
});
