import type { EnumRef } from '@pothos/core';
import type { JobState } from '../platform/jobs/index.ts';
import type { Environment } from '../platform/scope.ts';
import { PERMISSION_MEANINGS, type Permission } from '../rules/access/permissions.ts';
import type { Tier } from '../rules/access/tiers.ts';
import { access } from './access.ts';
import { type ApiTypes, builder } from './builder.ts';

/** An enum with a description of every value. Values named in `tiers` require that tier. */
export function describedEnum<const Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
  tiers?: Readonly<Partial<Record<Word, Tier>>>,
) {
  const values: Record<
    string,
    { value: Word; description: string; extensions: Record<string, unknown> }
  > = {};
  // Codes of sources such as HTOX_c have lower-case letters, which enum values do not.
  for (const word in meanings) {
    const tier = tiers?.[word];
    values[word.toUpperCase()] = {
      value: word,
      description: meanings[word],
      extensions: tier === undefined ? {} : access({ tier }),
    };
  }
  const ref = builder.enumType(name, { description, values });
  ENUMS.set(name, ref);
  return ref;
}

const ENUMS = new Map<string, EnumRef<ApiTypes, string>>();

export function enumNamed(name: string): EnumRef<ApiTypes, string> {
  const ref = ENUMS.get(name);
  if (ref === undefined) throw new Error(`No enum has the name ${name}.`);
  return ref;
}

export const SortDirectionEnum = describedEnum<'ASC' | 'DESC'>(
  'SortDirection',
  'Sort direction of a list.',
  {
    ASC: 'Smallest or oldest first.',
    DESC: 'Largest or newest first.',
  },
);

export const TierEnum = describedEnum<Tier>(
  'Tier',
  'Tier of an organization or key. A higher tier includes the features of the lower ones.',
  {
    FREE: 'Core data and basic calculations; 60 requests a minute.',
    GROWTH: 'All calculations, scenarios, equivalencies; 600 requests a minute.',
    ENTERPRISE: 'Everything, with passports, assets and webhooks; 6,000 requests a minute or more.',
  },
);

export const EnvironmentEnum = describedEnum<Environment>(
  'Environment',
  'Two separate data planes of one organization.',
  {
    LIVE: 'Production data of the organization.',
    SANDBOX: 'Mock data for development and tests; `resetSandbox` restores it.',
  },
);

export const PermissionEnum = describedEnum<Permission>(
  'Permission',
  'Permission of a key, within the features of its tier.',
  PERMISSION_MEANINGS,
);

export const JobStateEnum = describedEnum<JobState>('JobState', 'State of a job.', {
  AWAITING_FILE: 'Waits for its file to be uploaded.',
  QUEUED: 'Waits for its turn.',
  RUNNING: 'A worker runs the job.',
  COMPLETED: 'Done; single rows may have failed.',
  FAILED: 'Ended by an error that concerns the whole.',
  CANCELLED: 'Ended on request; what was written stays.',
});
