import { describedEnum } from '../../graphql/enums.ts';
import type { RecordKind } from './record-kinds.ts';

export const RecordKindEnum = describedEnum<RecordKind>(
  'RecordKind',
  'Kind of the records that an environment stores.',
  {
    PRODUCTS:
      'Products with their components and packaging. `deleteProduct` deletes one that nothing refers to.',
    SUPPLY_CHAINS: 'Supply chains with all their versions. `deleteSupplyChain` deletes them.',
    FACTORS:
      'Own factors and factor sets. `deleteFactorSet` deletes those that are no longer used.',
    CALCULATIONS:
      'Results of calculations with what they were made of. They are kept, so that each can be repeated and explained.',
    SCENARIOS: 'Scenarios with their results. `deleteScenario` deletes them.',
    ORDERS: 'Orders with their lines, contributions and transactions, and carts. They are kept.',
    CUSTOMERS: 'Customers. `deleteCustomer` erases personal data.',
    PASSPORTS:
      'Digital product passports with their versions, pictures, accesses and supply-chain events. `deleteDpp` deletes drafts; published passports are kept.',
    ASSETS: 'Labels and other assets, and brands with their logos. `deleteAsset` deletes an asset.',
    PARTNERS: 'Partners and requests for footprints. `deleteFootprintPartner` deletes both.',
    EVENTS: 'The log of events. `deleteEvents` deletes old ones.',
    WEBHOOKS: 'Webhook endpoints and their deliveries, which are kept for 30 days.',
    AUDIT_LOG: 'Entries of the audit log, which are kept for 730 days.',
    OTHER:
      'The index of `search`, API keys, jobs, and answers of idempotency keys, which are kept for 24 hours.',
  },
);
