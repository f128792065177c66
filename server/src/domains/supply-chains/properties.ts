import {
  count,
  externalId,
  hidden,
  metadata,
  prose,
  RECORD,
  requiredText,
  tags,
  texts,
} from '../../rules/properties/property.ts';

/** Properties of a supply chain that clients write; its network is written with them. */
export const GIVEN = {
  externalId: externalId('supply chain'),
  name: requiredText('name', { description: 'Name of the supply chain.' }),
  description: prose('description', {
    description: 'Human-readable description.',
    atMost: 10_000,
  }),
  tags: tags(),
  metadata: metadata(),
};

/** The properties that a client writes, in the form in which they are stored. */
export const WRITTEN = {
  ...GIVEN,
  productId: hidden<string | null, 'product_id'>('product_id', 'uuid', null),
};

/** All properties of a supply chain. */
export const SUPPLY_CHAIN = {
  ...RECORD,
  ...WRITTEN,
  countries: texts('countries', 'CountryCode', {
    description: 'Countries of its facilities, each once.',
  }),
  facilityCount: count('facility_count', { description: 'Number of its facilities.' }),
  flowCount: count('flow_count', { description: 'Number of its flows.' }),
};

const { externalId: _externalId, ...kept } = WRITTEN;

/** The properties of a version: all that clients write, without their own id. */
export const VERSION = {
  ...kept,
  supplyChainId: hidden('supply_chain_id', 'uuid', ''),
  version: RECORD.version,
  createdAt: RECORD.createdAt,
};
