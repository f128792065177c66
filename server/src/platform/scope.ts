/** Two separate data planes of one organization. */
export const ENVIRONMENTS = ['LIVE', 'SANDBOX'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/**
 * The tenant: a required argument of every store function on customer data, so that omitting it is
 * a compile error.
 */
export type Scope = { readonly organizationId: string; readonly environment: Environment };
