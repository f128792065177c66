import type { Scope } from '../scope.ts';
import type { Db, Tx } from './database.ts';

/**
 * The database as one tenant uses it: the required first argument of every store function on customer
 * data, so that omitting the tenant is a compile error. The context of a resolver is one.
 */
export type TenantDb = { readonly db: Db; readonly scope: Scope };

/** The same in a transaction: the context of service functions that write. */
export type TenantTx = TenantDb & { readonly db: Tx };
