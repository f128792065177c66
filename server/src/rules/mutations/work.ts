import type { Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Actor } from '../access/actor.ts';
import type { Compute } from '../jobs/compute.ts';

/** A transaction and its tenant: the context of service functions that write. */
export type TenantTx = { readonly tx: Tx; readonly scope: Scope };

/** The same with the one who acts: the context of service functions that write to the audit log. */
export type AuditedTx = TenantTx & { readonly by: Actor };

/** The same with calculations: the context of service functions that need a computed value. */
export type Work = AuditedTx & { readonly compute: Compute };
