import type { Permission } from './access/permissions.ts';
import type { Context } from './context.ts';

/** Matters that need a person, each with its meaning. */
export const ATTENTION_MEANINGS = {
  PRODUCTS_WITHOUT_FOOTPRINT:
    'Products that have no footprint yet. Archived products are left out.',
  PRODUCTS_NOT_CALCULATED:
    'Products that the last calculation of the catalogue could not calculate, such as for a missing factor.',
  OUTDATED_FOOTPRINTS:
    'Products whose declaration was changed after their footprint was calculated. Changes of factors and of components are not noticed.',
  EXPIRING_API_KEYS: 'API keys that expire within 14 days and are not replaced.',
  FAILING_WEBHOOK_ENDPOINTS:
    'Webhook endpoints that the service disabled, or of which more than half of the attempts of 24 hours failed.',
  STALE_SCENARIOS: 'Scenarios whose inputs or factors changed after they were calculated.',
  OUTDATED_DPP_FOOTPRINTS:
    'Passports with a footprint that is not the present one of their product. `refreshFootprint` takes the present one over.',
  REJECTED_DPP_REGISTRATIONS:
    'Published passports whose current version the registry rejected. Amend them: the next version is submitted.',
  FAILED_BULK_JOBS: 'Imports and exports that failed within 7 days.',
  RECORDS_NEAR_CEILING:
    'The organization, when the records of this environment have 90 % of the bytes that its tier allows or more (`storage`).',
} as const;

export type AttentionKind = keyof typeof ATTENTION_MEANINGS;

/** An object that needs a person, with the id that the API shows. */
export type AttentionObject = { readonly id: string; readonly name: string };

export type AttentionSource = {
  /** Permission to read the objects; without it a caller does not see the matter. */
  readonly permission: Permission | undefined;
  /** Page of the dashboard that shows them, below the organization and environment. */
  readonly page: string;
  /** Objects by id, at most `limit`: read from an index, so that the time does not grow with the table. */
  readonly find: (context: Context, limit: number) => Promise<readonly AttentionObject[]>;
};

const sources = new Map<AttentionKind, AttentionSource>();

/** Each domain registers its matters. */
export function registerAttention(kind: AttentionKind, source: AttentionSource): void {
  sources.set(kind, source);
}

export function attentionSources(): ReadonlyMap<AttentionKind, AttentionSource> {
  return sources;
}
