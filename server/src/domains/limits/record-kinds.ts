/**
 * Tables whose rows count at the ceiling of records, by what their owner knows them as. Measurements keep the names of
 * kinds.
 */
export const RECORD_KINDS = [
  ['PRODUCTS', ['products', 'product_parts', 'product_sectors', 'product_name_trigrams']],
  ['SUPPLY_CHAINS', ['supply_chains', 'supply_chain_versions']],
  [
    'FACTORS',
    [
      'organization_factors',
      'organization_factor_sets',
      'organization_factor_packs',
      'factor_set_uses',
    ],
  ],
  ['CALCULATIONS', ['calculations', 'catalogue_results']],
  ['SCENARIOS', ['scenarios', 'scenario_inputs', 'scenario_products', 'scenario_changes']],
  [
    'ORDERS',
    [
      'orders',
      'order_lines',
      'order_addresses',
      'order_returns',
      'order_contributions',
      'order_footprint_entries',
      'transactions',
      'shopping_carts',
      'shopping_cart_lines',
    ],
  ],
  ['CUSTOMERS', ['customers', 'customer_erasures']],
  [
    'PASSPORTS',
    [
      'dpps',
      'dpp_versions',
      'dpp_pictures',
      'dpp_footprints',
      'dpp_footprint_changes',
      'dpp_grants',
      'dpp_grant_uses',
      'dpp_transfers',
      'dpp_handovers',
      'dpp_party_glns',
      'dpp_job_lines',
      'dpp_registrations',
      'dpp_replications',
      'credential_statuses',
      'status_lists',
      'signing_keys',
      'epcis_events',
      'epcis_event_products',
    ],
  ],
  ['ASSETS', ['assets', 'asset_batch_results', 'brands', 'brand_logos']],
  ['PARTNERS', ['footprint_partners', 'footprint_requests']],
  ['EVENTS', ['events', 'deleted_events', 'event_deletions']],
  [
    'WEBHOOKS',
    [
      'webhook_endpoints',
      'webhook_deliveries',
      'webhook_attempts',
      'webhook_queues',
      'webhook_wakeups',
      'webhook_health',
    ],
  ],
  ['AUDIT_LOG', ['audit_entries']],
  [
    'OTHER',
    ['api_keys', 'idempotency_keys', 'jobs', 'list_counts', 'search_documents', 'search_words'],
  ],
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number][0];

export type BytesOfKind = { readonly kind: RecordKind; readonly bytes: number };

const KIND_OF_TABLE: ReadonlyMap<string, RecordKind> = new Map(
  RECORD_KINDS.flatMap(([kind, tables]) => tables.map((table) => [table, kind] as const)),
);

/** A table that only a later version knows, during an upgrade, is one of the others. */
export function kindOfTable(table: string): RecordKind {
  return KIND_OF_TABLE.get(table) ?? 'OTHER';
}
