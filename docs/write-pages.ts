import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, helpOf } from '../server/src/cli/commands.ts';
import { configVariables } from '../server/src/config.ts';
import { permissionsOf, ROLE_MEANINGS, ROLES } from '../server/src/domains/accounts/index.ts';
import { MOST_VALUES } from '../server/src/domains/footprint-exchange/criteria.ts';
import { TIER_LIMITS } from '../server/src/domains/limits/index.ts';
import { MAX_QUERY_LENGTH } from '../server/src/domains/search/service.ts';
import { MAX_PROBLEMS_OF_FORM } from '../server/src/graphql/value-problems.ts';
import { REQUEST_LIMITS } from '../server/src/http/limits/request-limits.ts';
import { PERMISSION_MEANINGS, PERMISSIONS } from '../server/src/rules/access/permissions.ts';
import { MAX_PROBLEMS } from '../server/src/rules/errors/api-error.ts';
import { ERROR_CODES } from '../server/src/rules/errors/error-codes.ts';
import { PROBLEM_CODES } from '../server/src/rules/errors/problem-codes.ts';
import { auditedActions } from '../server/src/rules/events/audit.ts';
import { exampleOf } from '../server/src/rules/events/event-payload.ts';
import { eventTypes } from '../server/src/rules/events/events.ts';
import { MAX_NAME } from '../server/src/rules/inputs/problems.ts';
// Declares the events and the audited actions of all domains.
import '../server/src/schema.ts';
import { HILL } from '../tests/architecture/arrows.ts';

const COMMANDS = await commands();

/**
 * The pages that are made from code, each from its present text. `bin/node docs/write-pages.ts` writes them
 * anew; a test keeps them true.
 */
export const PAGES: Readonly<Record<string, (present: string) => string>> = {
  'architecture.md': architecturePage,
  'audit-log.md': auditLogPage,
  'commands.md': commandsPage,
  'configuration.md': configurationPage,
  'errors.md': errorsPage,
  'events.md': eventsPage,
  'limits.md': limitsPage,
  'people.md': peoplePage,
};

export function fileOf(page: string): string {
  return join(import.meta.dirname, page);
}

/** The page with the hill and the stages drawn from the data that the test of the imports holds. */
function architecturePage(present: string): string {
  const domains = HILL.map((line) => line.join('   ')).join('\n');
  return present.replace(
    /(<!-- the hill: .* -->\n).*?(<!-- end of the hill -->)/s,
    (_all, head: string, end: string) => `${head}\n\`\`\`\n${domains}\n\`\`\`\n\n${end}`,
  );
}

/** The help of each command, as `--help` prints it. */
function commandsPage(): string {
  const parts = [...COMMANDS].map(
    ([name, command]) => `## ${name}\n\n\`\`\`\n${helpOf(name, command)}\n\`\`\`\n`,
  );
  return `# Commands

\`bin/trackway\` is the command line; [deployment](operations/deployment.md#the-command-line) says how it is called next to a service of
systemd, in a container and in Kubernetes. Every command has \`--help\`, which this page repeats, and \`--json\` for data in place of
text. The exit code is 0, 1 if the command failed, or 2 if the command line is wrong.

${parts.join('\n')}`;
}

function configurationPage(): string {
  const rows = configVariables().map(
    ({ name, default: value, meaning }) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${meaning} |`,
  );
  return `# Configuration

Trackway is configured by its environment alone. Nothing has to be set to try it: \`npm start\` makes
what it needs below \`TRACKWAY_DATA\`. All mistakes are reported together at start, and a name beginning
with \`TRACKWAY_\` that is not in this table is refused. \`bin/trackway config check\` looks at it without
starting anything; \`bin/trackway doctor\` tries what it names.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** The page with the table of the actions that domains declare. */
function auditLogPage(present: string): string {
  const rows = [...auditedActions().values()].map(
    ({ name, meaning, details }) =>
      `| \`${name}\` | ${meaning} | ${Object.keys(details.properties)
        .map((detail) => `\`${detail}\``)
        .join(', ')} |`,
  );
  const table = ['| action | meaning | details |', '|---|---|---|', ...rows].join('\n');
  return present.replace(
    /(<!-- actions: .* -->\n).*?(<!-- end of the actions -->)/s,
    (_all, head: string, end: string) => `${head}\n${table}\n\n${end}`,
  );
}

/** The page with the tables of roles and of what each may do. */
function peoplePage(present: string): string {
  const meanings = ROLES.map((role) => `| ${role} | ${ROLE_MEANINGS[role]} |`);
  const rights = PERMISSIONS.map((permission) => {
    const marks = ROLES.map((role) => (permissionsOf(role).has(permission) ? ' yes ' : ' '));
    return `| \`${permission}\` |${marks.join('|')}|`;
  });
  const tables = [
    '| role | meaning |\n|---|---|',
    ...meanings,
    '',
    `| permission | ${ROLES.join(' | ')} |`,
    `|---|${ROLES.map(() => '---|').join('')}`,
    ...rights,
  ];
  return present.replace(
    /(<!-- roles: .* -->\n).*?(<!-- end of the roles -->)/s,
    (_all, head: string, end: string) => `${head}\n${tables.join('\n')}\n\n${end}`,
  );
}

function errorsPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, meaning, next }]) => `| \`${code}\` | ${status} | ${meaning} | ${next} |`,
  );
  return `# Errors

Every failure is an entry of \`errors\` with \`message\` and \`extensions.code\`; there is no second
channel. A refused mutation changes nothing. Bad input lists its problems (${MAX_PROBLEMS} at most, of form ${MAX_PROBLEMS_OF_FORM}) in
\`extensions.problems\`, each with its \`path\` from the field's arguments down, a \`code\` and a \`message\`. A problem
of what is stored, such as the draft of a passport or the lines of a cart, has its place there: \`["facility","country"]\`, without \`input\`.
A wrong literal in the document is reported like a wrong variable. Values that are wrong in form (a text where a number
belongs, an unknown field) are listed together with the values of a right form that are out of range or do not fit each
other; what an input refers to, such as a product or a factor, is looked up only when the form of all values is right. \`NOT_FOUND\` and
\`CONFLICT\` list the values of the same input that are wrong too.

A document that does not fit the schema has one entry of \`errors\` for each fault, at most 20.

The status is that of a request refused before execution. Codes with 200 are answered with 400 instead
when the client accepts \`application/graphql-response+json\` and the whole document is refused; what is
decided inside execution is 200 with the field null. So is \`FORBIDDEN\`: one forbidden mutation, or field of its
payload, makes all of a mutation document null, and nothing of it happens; below, and in queries, the field alone is null. If nothing came of a request because its fields are \`UNAVAILABLE\`, it is 503
with \`Retry-After\`, so that balancers and clients that know nothing of GraphQL come back too.

| code | HTTP status | meaning | what to do |
|---|---|---|---|
${rows.join('\n')}

## Send again

Send a request again, with the same body and the same idempotency key, after \`RATE_LIMITED\`, \`UNAVAILABLE\`, \`OUTCOME_UNKNOWN\`, a broken
connection and no answer within 30 s: a mutation with an idempotency key is carried out once however often it arrives. Most other
codes come again for the same request.

1. Wait as long as \`Retry-After\` says: until a window of requests ends that is up to 60 s. Without the header wait 1 s, then twice as long each time, up
   to a minute.
2. Add a random part of that time, up to a quarter, so that several workers do not come back in the same moment.
3. Give up after some attempts, and report the request id.

To stay below the limit, pause until \`extensions.rateLimit.resetAt\` when \`remaining\` is 0; all processes with one key share its window. The
[SDK](../sdk/README.md) does the steps, or these lines do:

\`\`\`js
async function ask(body, idempotencyKey = crypto.randomUUID()) {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key, 'Idempotency-Key': idempotencyKey };
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    const code = answer?.errors?.[0]?.extensions.code;
    const isTransient = !answer || ['RATE_LIMITED', 'UNAVAILABLE', 'OUTCOME_UNKNOWN'].includes(code);
    if (!isTransient || attempt === 6) return answer;
    const seconds = Number(response?.headers.get('Retry-After')) || Math.min(2 ** attempt, 60);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds * (1 + Math.random() / 4)));
  }
}
\`\`\`

## Codes of problems

| code | meaning |
|---|---|
${Object.entries(PROBLEM_CODES)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n')}
`;
}

function eventsPage(): string {
  const types = [...eventTypes().values()];
  const rows = types.map(
    ({ type, meaning, permission }) => `| \`${type}\` | ${meaning} | \`${permission}\` |`,
  );
  const examples = types.map(
    ({ type, payload }) => `## ${type}

\`\`\`json
${JSON.stringify(exampleOf(payload), null, 2)}
\`\`\`
`,
  );
  return `# Events

An event is written in the transaction that causes it: it exists if and only if its change was committed.
Events carry ids and business data, never personal data. \`events\` lists them; a key sees the types
whose permission it has.

| type | meaning | permission |
|---|---|---|
${rows.join('\n')}

The examples show the payload of each type: \`data\` of an event.

${examples.join('\n')}`;
}

function limitsPage(): string {
  const tiers = Object.entries(TIER_LIMITS).map(
    ([tier, limits]) =>
      `| ${tier} | ${counted(limits.requestsPerMinute)} | ${counted(limits.maxCost)} | ${counted(limits.activeKeys)} | ${counted(limits.bulkRows)} | ${counted(limits.openJobs)} | ${megabytes(limits.uploadBytes)} | ${megabytes(limits.jobBytes)} | ${megabytes(limits.storedBytes)} | ${megabytes(limits.recordBytes)} |`,
  );
  const permissions = Object.entries(PERMISSION_MEANINGS).map(
    ([permission, meaning]) => `| \`${permission}\` | ${meaning} |`,
  );
  return `# Limits

| tier | requests per minute and key | cost per request | active keys per environment | rows per bulk job | jobs not ended, per environment | an upload | files of a job | files of an environment | records of an environment |
|---|---|---|---|---|---|---|---|---|---|
${tiers.join('\n')}

A window of 60 seconds opens with a key's first request. A request counts 1 whatever its cost; one
refused with \`RATE_LIMITED\` counts nothing. Every answer contains the remaining requests, in
\`extensions.rateLimit\` and in the headers \`RateLimit-Policy\` and \`RateLimit\`. A rotated key shares the window of the one
before it. All keys of a tier in an environment together have the requests of as many keys as may be active there.

## Records

Records are the rows of an environment in the database, with their indexes: products, calculations, orders, events, webhook deliveries and so on. The
ceiling is that of the organization's tier, in both environments, whatever tier a key has; an operator changes the tier by \`organizations set\`. Usage and the log of requests do not count.

When it is reached, a mutation that writes is refused with \`CONFLICT\` (\`storedBytes\`, \`maxStoredBytes\`), and so are writes of passports by EN 18222; jobs that write fail with a
sentence, what they have written until then stays, and a partner's events (PACT) get 503. Mutations that delete, cancel, revoke or end something and exports go on, and so do
60 in an hour that secure access: \`rotateApiKey\`, \`rotateWebhookSecret\` and \`changeMemberRole\`.

\`storage { recordBytes maxRecordBytes measuredAt }\` says what is stored. The records are measured after a quarter as much was written, and sooner near the ceiling. In between, everything that is
sent to be written is added, changes included, so the number is a little high. What is deleted counts less from the next measurement on: once the ceiling is reached, that is within
about a minute, for tens of gigabytes within minutes. \`recordKinds { kind bytes }\` says what fills an environment. Events of the log count too: \`deleteEvents\` deletes those that are
older than 90 days, and has the records measured when it is done.

## Files

Uploads, results and exports are files, which count until they are deleted: an upload when its import has ended,
results and exports after 7 days, all files of a failed or cancelled job but its result at once. A larger
upload is refused with \`PAYLOAD_TOO_LARGE\`, an upload or a job beyond the other ceilings with \`CONFLICT\`; an
export or a result that grows beyond them fails its job. An upload without \`Content-Length\` counts as the largest
until it is complete. An import that gets no file within 24 hours is cancelled.

When the disk of \`TRACKWAY_DATA\` has less than 2 GB free, imports, exports and uploads are refused with
\`UNAVAILABLE\` and queued jobs wait; with less than 512 MB all mutations are refused, if the database is the
embedded one. \`/readyz\` then has \`refused\` (\`FILES\` or \`WRITES\`) and \`reason\`, and
\`trackway_disk_free_bytes\` is among the metrics.

## Cost

Cost is known before anything runs. An object that could be returned costs 1 and lists multiply by
their page size; connections, edges, \`pageInfo\` and single values are free. A mutation costs 10, and
calculations carry a weight that was measured. \`rateLimit { cost maxCost }\` tells it, free of cost.
Introspection is free.

## No request may exceed

| what | at most |
|---|---|
| request body | ${counted(REQUEST_LIMITS.bodyBytes)} bytes |
| depth of fields | ${REQUEST_LIMITS.depth} |
| aliases (a field repeated in one selection counts as one) | ${REQUEST_LIMITS.aliases} |
| aliases in a document with \`__schema\` | ${REQUEST_LIMITS.aliasesWithIntrospection} |
| directives | ${REQUEST_LIMITS.directives} |
| named fragments | ${REQUEST_LIMITS.fragments} |
| tokens | ${counted(REQUEST_LIMITS.tokens)} |
| values of variables, each counted as often as the document uses it | ${counted(REQUEST_LIMITS.inputBytes)} bytes |
| items of an input list | ${REQUEST_LIMITS.inputListItems} |
| values of one criterion of a request for a footprint (\`productIds\`, \`geographies\`; PACT) | ${MOST_VALUES} |
| characters of a text in a query | ${counted(REQUEST_LIMITS.queryTextCharacters)} |
| characters of the \`text\` (of factors \`activity\` too) in a filter; a query of \`search\` has at most ${MAX_QUERY_LENGTH} | ${MAX_NAME} |
| characters of a text in a mutation or in a row of a bulk file, also inside JSON; most properties have a shorter limit. A file in base64 or as text (\`content\`, \`data\`, \`logo\`) has its own limit | ${counted(REQUEST_LIMITS.mutationTextCharacters)} |
| characters of a key inside JSON | ${counted(REQUEST_LIMITS.keyCharacters)} |
| nesting of the JSON body | ${REQUEST_LIMITS.jsonDepth} |
| keys of one object in the JSON body | ${counted(REQUEST_LIMITS.objectKeys)} |
| answer, and the rows that a query or the payloads of mutations read | ${counted(REQUEST_LIMITS.answerBytes)} bytes |
| objects of an answer in lists without pages, such as lines and components | ${counted(REQUEST_LIMITS.answerObjects)} |
| errors of fields in an answer of a large query | ${counted(REQUEST_LIMITS.answerErrors)} |
| time | ${REQUEST_LIMITS.requestMs / 1000} s |

Requests of one organization with bodies of 2 MB together are in work at a time, and with 8 MB of all organizations. Others wait, which
counts in their time; bodies of at most 16 kB never do. While others wait, a body that has not arrived within 2 s is refused.

Each organization has a share of the connections for transactions (\`TRACKWAY_DATABASE_POOL_SIZE\`): at most half of them alone, a third of them when two need more. Mutations beyond it wait, which
counts in their time. Slow statements of its queries have a share of the other connections. A mutation that has waited for a lock for a second, such as that of a product that another request changes, gives its connection to others and begins again.

Calculations have a few threads. While an organization waits for one and has none, a long calculation of another one gives way once and begins again, which counts in its time.
Requests of an organization go before its own jobs. A job goes on after three of them, and its work is cut in pieces of about half a second, but for the run of a scenario of one product, supply chain or order.

An organization has at most 16 uploads and downloads of files under way at a time. A client that neither sends nor reads anything for
60 s is disconnected, and so is one that has not read its answer, but for a download, within 60 s. Without a key an address may
cause the work of 6,000 indexed reads a minute on public paths, files and forms; 8 kB of a body count as one, a search of the docs as 20.

## Signing in

| what | at most |
|---|---|
| attempts of a network address in a minute | 30 |
| attempts of a network address at an account in a minute | 6 |
| time that an attempt waits for the check of its password | 15 s |
| sessions of a person; a further one ends the least recently used | 100 |
| mails of one kind (new password, new address, notice of a change) to a mailbox in an hour | 5 |

## Permissions

A key may use the features of its tier within its permissions. A READ permission belongs to the type
wherever it is reached: without it the field is null with \`FORBIDDEN\`, and a mutation that selects it is refused whole. WRITE does not
include READ: a key that shows what it has written needs both.

| permission | meaning |
|---|---|
${permissions.join('\n')}
`;
}

function counted(limit: number): string {
  return Number.isFinite(limit) ? limit.toLocaleString('en') : 'no limit';
}

function megabytes(bytes: number): string {
  return `${counted(bytes / 1024 ** 2)} MB`;
}

if (import.meta.main) {
  for (const [page, content] of Object.entries(PAGES)) {
    const present = await readFile(fileOf(page), 'utf8').catch(() => '');
    await writeFile(fileOf(page), content(present));
  }
}
