import { describedEnum } from '../../graphql/enums.ts';
import type { SearchKind } from './model.ts';

export const SearchTypeEnum = describedEnum<SearchKind>(
  'SearchType',
  'Types of objects that can be searched.',
  {
    PRODUCT:
      'Products, but not the archived: name, SKU, GTIN (with 8, 12, 13 or 14 digits, however it was given), externalId, tags, sectors, description.',
    CUSTOMER: 'Customers, but not the erased: name, e-mail address, externalId, tags.',
    ORDER: 'Orders: externalId.',
    SUPPLY_CHAIN: 'Supply chains: name, externalId, tags, facilities and suppliers.',
    FACTOR: 'Emission factors of the library and your own: name, geography, activity, category.',
    DPP: 'Passports: name, GTIN, batch and serial number, externalId, schema.',
  },
);
