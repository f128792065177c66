/** Permissions of keys, each with its meaning. */
export const PERMISSION_MEANINGS = {
  PRODUCTS_READ: 'Read products and their bills of materials.',
  PRODUCTS_WRITE: 'Create, change and delete products.',
  SUPPLY_CHAINS_READ: 'Read supply chains.',
  SUPPLY_CHAINS_WRITE: 'Create, change and delete supply chains.',
  FACTORS_READ: 'Read emission factors.',
  FACTORS_WRITE: 'Import and delete emission factors of your own.',
  CALCULATIONS_READ: 'Read calculations.',
  CALCULATIONS_WRITE: 'Calculate footprints.',
  SCENARIOS_READ: 'Read scenarios.',
  SCENARIOS_WRITE: 'Create, change, run and delete scenarios.',
  CUSTOMERS_READ: 'Read customers.',
  CUSTOMERS_WRITE: 'Create, change and erase customers.',
  ORDERS_READ: 'Read orders, shopping carts and transactions.',
  ORDERS_WRITE: 'Create and change orders, shopping carts and transactions.',
  DPPS_READ: 'Read digital product passports.',
  DPPS_WRITE: 'Create, publish and change digital product passports.',
  FOOTPRINTS_READ:
    'Fetch product footprints and send events as a business partner does (PACT). Never given by default.',
  PARTNERS_READ:
    'Read partners for the exchange of footprints, and requests to and from them. Never given by default.',
  PARTNERS_WRITE:
    'Create, change and delete partners; request and announce footprints. Never given by default.',
  ASSETS_READ: 'Read rendered assets.',
  ASSETS_WRITE: 'Generate and delete assets.',
  WEBHOOKS_READ: 'Read webhook endpoints, deliveries and events.',
  WEBHOOKS_WRITE: 'Create, change and delete webhook endpoints; delete old events.',
  API_KEYS_MANAGE: 'List, create, rotate and revoke API keys. Never given by default.',
  MEMBERS_MANAGE: 'Invite people, change their roles, remove them. Never given by default.',
  AUDIT_READ: 'Read and export the audit log. Never given by default.',
  REQUESTS_READ: 'Read the log of requests. Never given by default.',
} as const;

export type Permission = keyof typeof PERMISSION_MEANINGS;

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSION_MEANINGS, text);
}

export const PERMISSIONS: readonly Permission[] =
  Object.keys(PERMISSION_MEANINGS).filter(isPermission);

/** Permissions that a key has only if they were asked for by name. */
const NEVER_BY_DEFAULT: ReadonlySet<Permission> = new Set([
  'FOOTPRINTS_READ',
  'PARTNERS_READ',
  'PARTNERS_WRITE',
  'API_KEYS_MANAGE',
  'MEMBERS_MANAGE',
  'AUDIT_READ',
  'REQUESTS_READ',
]);

/** Permissions of a key by default. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !NEVER_BY_DEFAULT.has(permission),
);

export function isReading(permission: Permission): boolean {
  return permission.endsWith('_READ');
}
