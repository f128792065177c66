import {
  createOrganization,
  listOrganizations,
  type Organization,
  updateOrganization,
} from '../domains/accounts/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { encodeId } from '../platform/ids.ts';
import { COMMAND_LINE } from '../rules/access/actor.ts';
import { TIERS } from '../rules/access/tiers.ts';
import { type Command, oneOf, type Result, requiredText, textOf, UsageError } from './command.ts';
import { table } from './text-table.ts';
import { withService } from './with-service.ts';

const tier = { type: 'string', meaning: `Tier: ${TIERS.join(', ')}.` } as const;

export const organizationCommands: Readonly<Record<string, Command>> = {
  'organizations create': {
    summary: 'Creates an organization, with mock data in its sandbox.',
    positionals: [],
    options: { name: { type: 'string', meaning: 'Human-readable name.', isRequired: true }, tier },
    run: (given) =>
      withService(async ({ db }) => {
        const name = requiredText(given, 'name');
        const tierWanted = oneOf(given, 'tier', TIERS) ?? 'FREE';
        // Before the transaction, which the database would end if loading took long.
        const fillSandbox = await sandboxFilling();
        const organization = await db.transaction().execute(async (tx) => {
          const created = await createOrganization(tx, name, tierWanted);
          await fillSandbox(tx, created);
          return created;
        });
        return shown([organization]);
      }),
  },
  'organizations list': {
    summary: 'Lists the organizations.',
    positionals: [],
    options: {},
    run: () => withService(async ({ db }) => shown(await listOrganizations(db))),
  },
  'organizations set': {
    summary: 'Changes the tier or the request limit of an organization.',
    positionals: ['name'],
    options: {
      tier,
      'requests-per-minute': {
        type: 'string',
        meaning:
          "Requests per minute of each key at the organization's tier; `tier` for those of the tier.",
      },
    },
    run: (given) =>
      withService(async ({ db }) => {
        const newTier = oneOf(given, 'tier', TIERS);
        const limit = textOf(given, 'requests-per-minute');
        if (limit !== undefined && !/^([1-9]\d{0,8}|tier)$/.test(limit)) {
          throw new UsageError('--requests-per-minute must be a positive whole number, or `tier`.');
        }
        if (newTier === undefined && limit === undefined)
          throw new UsageError('Give --tier or --requests-per-minute.');
        const changes = {
          ...(newTier === undefined ? {} : { tier: newTier }),
          ...(limit === undefined
            ? {}
            : { requestsPerMinute: limit === 'tier' ? null : Number(limit) }),
        };
        const [name = ''] = given.positionals;
        const changed = await db
          .transaction()
          .execute((tx) => updateOrganization(tx, COMMAND_LINE, name, changes));
        return shown([changed]);
      }),
  },
};

/** Loads what calculates the mock data of a sandbox, which the other commands on organizations do without. */
async function sandboxFilling(): Promise<(tx: Tx, organization: Organization) => Promise<void>> {
  const [{ loadCatalogueFromFiles, loadGazetteer }, { seedSandbox }, { computeHere }] =
    await Promise.all([
      import('../domains/factors/index.ts'),
      import('../domains/sandbox/index.ts'),
      import('../rules/jobs/compute.ts'),
    ]);
  const tools = { factors: await loadCatalogueFromFiles(), gazetteer: await loadGazetteer() };
  return (tx, { id }) => seedSandbox(tx, id, (work) => computeHere(tools, work));
}

function shown(organizations: readonly Organization[]): Result {
  const rows = organizations.map((organization) => ({
    ...organization,
    id: encodeId('organization', organization.id),
  }));
  const text = table(
    rows.map(({ id, name, tier: rowTier, requestsPerMinute }) => ({
      id,
      name,
      tier: rowTier,
      'requests/minute': requestsPerMinute === null ? 'by tier' : String(requestsPerMinute),
    })),
  );
  return { text, data: rows };
}
