import type { Permission } from '../../rules/permissions.ts';

/** A fact, written in the transaction that caused it. */
export type Event = {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
};

/** Every event type with the permission to read what it is about. */
const SUBJECTS: Readonly<
  Record<string, { readonly permission: Permission; readonly verbs: readonly string[] }>
> = {
  product: { permission: 'PRODUCTS_READ', verbs: ['created', 'updated', 'deleted'] },
  supply_chain: { permission: 'SUPPLY_CHAINS_READ', verbs: ['created', 'updated', 'deleted'] },
  customer: { permission: 'CUSTOMERS_READ', verbs: ['created', 'updated', 'deleted'] },
  cart: { permission: 'ORDERS_READ', verbs: ['checked_out', 'abandoned'] },
  order: {
    permission: 'ORDERS_READ',
    verbs: ['created', 'confirmed', 'shipped', 'delivered', 'cancelled', 'returned'],
  },
  transaction: { permission: 'ORDERS_READ', verbs: ['succeeded', 'failed'] },
  calculation: { permission: 'CALCULATIONS_READ', verbs: ['completed', 'failed'] },
  scenario: { permission: 'SCENARIOS_READ', verbs: ['completed', 'failed'] },
  bulk_job: { permission: 'WEBHOOKS_READ', verbs: ['completed', 'failed'] },
  api_key: { permission: 'API_KEYS_MANAGE', verbs: ['created', 'rotated', 'revoked', 'expiring'] },
};

export const EVENT_TYPES: readonly string[] = Object.entries(SUBJECTS).flatMap(
  ([subject, { verbs }]) => verbs.map((verb) => `${subject}.${verb}`),
);

/** Permission that a key needs to see events of a type. */
export function permissionOfEvent(type: string): Permission | undefined {
  return SUBJECTS[type.slice(0, type.indexOf('.'))]?.permission;
}
