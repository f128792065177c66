/** Two separate data planes of one organization. */
export const ENVIRONMENTS = ['LIVE', 'SANDBOX'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/**
 * Whose data: the required first-hand argument of every store function on customer data, so that
 * forgetting the tenant is a compile error.
 */
export type Scope = { readonly organizationId: string; readonly environment: Environment };
