import {
  findOrganizationByName,
  listOrganizations,
  type Organization,
} from '../domains/accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import { type Given, type Option, textOf, UsageError } from './command.ts';

/** Options of a command that works for one organization. */
export const ORGANIZATION_OPTION = {
  organization: {
    type: 'string',
    meaning: 'Name of the organization; needed when there are several.',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Options of a command that works on the data of one organization in one environment. */
export const SCOPE_OPTIONS = {
  ...ORGANIZATION_OPTION,
  environment: { type: 'string', meaning: 'live or sandbox.', isRequired: true },
} as const satisfies Readonly<Record<string, Option>>;

/** The organization that `--organization` names, or the only one. */
export async function organizationGiven(db: Db, given: Given): Promise<Organization> {
  const name = textOf(given, 'organization');
  if (name !== undefined) return findOrganizationByName(db, name);
  const [only, ...others] = await listOrganizations(db);
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    only === undefined
      ? 'There is no organization yet; `organizations create` makes one.'
      : 'There are several organizations: name one with --organization; `organizations list` shows them.',
  );
}
