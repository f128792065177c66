import type { Db, Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Permission } from '../../rules/permissions.ts';

/** Where else data about a customer is held: orders have addresses, carts have notes. */
type PersonalDataSource = {
  /** Asked of whoever wants to read it. */
  readonly permission: Permission;
  /** Everything held there about one customer, as plain JSON data. */
  readonly load: (db: Db, scope: Scope, customerId: string) => Promise<unknown>;
  /** Removes what tells who it was, for good; amounts and footprints may stay. */
  readonly erase: (tx: Tx, scope: Scope, customerId: string) => Promise<void>;
};

const SOURCES = new Map<string, PersonalDataSource>();

/**
 * Says that a domain above holds data about customers, so that `customerData` shows it and
 * `deleteCustomer` erases it. The name is its key in the answer of `customerData`.
 */
export function registerPersonalData(name: string, source: PersonalDataSource): void {
  SOURCES.set(name, source);
}

export function personalDataSources(): ReadonlyMap<string, PersonalDataSource> {
  return SOURCES;
}
