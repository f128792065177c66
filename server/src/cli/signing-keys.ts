import { signVersionsAgain } from '../domains/passports/index.ts';
import { compromiseRetiredKey, listKeys, rotateSigningKey } from '../domains/trust/index.ts';
import { counted } from '../platform/counted.ts';
import { ENVIRONMENTS, type Scope } from '../platform/scope.ts';
import { type Command, CommandFailed, type Given, type Result, requiredOneOf } from './command.ts';
import { organizationGiven, SCOPE_OPTIONS } from './organization-given.ts';
import { table } from './text-table.ts';
import { type Operator, withService } from './with-service.ts';

export const signingKeyCommands: Readonly<Record<string, Command>> = {
  'signing-keys list': {
    summary: 'Lists the keys that sign the passports of an organization.',
    positionals: [],
    options: SCOPE_OPTIONS,
    run: (given) =>
      withService(async (operator) => {
        const keys = await listKeys({ db: operator.db, scope: await scopeGiven(operator, given) });
        const rows = keys.map(({ thumbprint, state, createdAt, endedAt }) => ({
          thumbprint,
          state,
          created: createdAt.toISOString(),
          ended: endedAt?.toISOString() ?? '',
        }));
        return { text: table(rows), data: rows };
      }),
  },
  'signing-keys rotate': {
    summary: 'Replaces the key that signs the passports of an organization.',
    positionals: [],
    options: {
      ...SCOPE_OPTIONS,
      compromised: {
        type: 'boolean',
        meaning: 'Marks the old key as revoked and signs everything again that it signed.',
      },
    },
    run: (given) => withService((operator) => rotate(operator, given)),
  },
  'signing-keys revoke': {
    summary:
      'Marks a retired key as revoked that got into other hands, and signs everything again that it signed.',
    positionals: ['thumbprint'],
    options: SCOPE_OPTIONS,
    run: (given) => withService((operator) => revoke(operator, given)),
  },
};

/** All or nothing: a compromised key never remains on a version of a passport. */
async function rotate(operator: Operator, given: Given): Promise<Result> {
  const { db, trust } = operator;
  const isCompromised = given.values['compromised'] === true;
  const scope = await scopeGiven(operator, given);
  const signedAgain = await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const { endedId } = await rotateSigningKey(work, trust, isCompromised);
    return isCompromised && endedId !== null ? signVersionsAgain(work, trust, endedId) : 0;
  });
  const text = isCompromised
    ? revoked(signedAgain)
    : 'The key was replaced; its signatures stay valid.';
  return { text, data: { signedAgain } };
}

async function revoke(operator: Operator, given: Given): Promise<Result> {
  const { db, trust } = operator;
  const [thumbprint = ''] = given.positionals;
  const scope = await scopeGiven(operator, given);
  const signedAgain = await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const ids = await compromiseRetiredKey(work, thumbprint);
    if (ids.length === 0)
      throw new CommandFailed(
        `No retired key has the thumbprint "${thumbprint}": "signing-keys list" shows the keys; "signing-keys rotate --compromised" revokes the active one.`,
        { thumbprint },
      );
    let count = 0;
    for (const id of ids) count += await signVersionsAgain(work, trust, id);
    return count;
  });
  return { text: revoked(signedAgain), data: { signedAgain } };
}

function revoked(signedAgain: number): string {
  const versions = counted(signedAgain, 'version');
  return `The key was revoked. Signed again: ${versions} of passports.`;
}

async function scopeGiven({ db }: Operator, given: Given): Promise<Scope> {
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const { id } = await organizationGiven(db, given);
  return { organizationId: id, environment };
}
