import { AsyncLocalStorage } from 'node:async_hooks';

const tenants = new AsyncLocalStorage<string>();

/** The tenant of requests whose caller is not known, all of them together. */
export const STRANGERS = 'strangers';

/** Runs work whose transactions take their connections from the share of a tenant: an organization, or `STRANGERS`. */
export function forTenant<Result>(tenant: string, work: () => Result): Result {
  return tenants.run(tenant, work);
}

/** Tenant of the work that runs now; undefined for work of the service itself. */
export function tenantOfWork(): string | undefined {
  return tenants.getStore();
}
