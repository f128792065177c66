import type { TenantDb, TenantTx } from '../../platform/database/index.ts';
import type { Permission } from '../../rules/access/permissions.ts';
import type { ErasurePage } from './erase-client-data.ts';

/** Personal data of a customer in other domains: orders have addresses, carts have notes. */
type PersonalDataSource = {
  /** Permission that its reader needs. */
  readonly permission: Permission;
  /** Objects held there about one customer, made one by one, as plain JSON data; absent if they are held elsewhere too. */
  readonly load?: (tenant: TenantDb, customerId: string) => Promise<Iterable<unknown>>;
  readonly erase?: ErasePage;
  /** Removes copies that were made of many people's data: at once, and again when all else is erased. */
  readonly eraseCopies?: (work: TenantTx) => Promise<void>;
};

/**
 * Removes the personal data of a page permanently; amounts and footprints may remain. Returns the place that it
 * reached, or undefined if nothing is left.
 */
export type ErasePage = (
  work: TenantTx,
  customerId: string,
  page: ErasurePage,
) => Promise<string | undefined>;

const SOURCES = new Map<string, PersonalDataSource>();

/**
 * Registers the personal data of a higher domain, so that `customerData` shows it and
 * `deleteCustomer` erases it. The name is its key in the answer of `customerData`.
 */
export function registerPersonalData(name: string, source: PersonalDataSource): void {
  SOURCES.set(name, source);
}

export function personalDataSources(): ReadonlyMap<string, PersonalDataSource> {
  return SOURCES;
}
