import type { TenantTx } from '../../platform/database/index.ts';
import type { Actor } from '../access/actor.ts';
import type { Compute } from '../jobs/compute.ts';

/** A transaction of a tenant with the one who acts: the context of service functions that write to the audit log. */
export type AuditedTx = TenantTx & { readonly by: Actor };

/** The same with calculations: the context of service functions that need a computed value. */
export type Work = AuditedTx & { readonly compute: Compute };
