import {
  externalId,
  hidden,
  kept,
  oneOf,
  RECORD,
  text,
  timeOf,
} from '../../rules/properties/property.ts';
import { DppStatusEnum, GranularityEnum } from './enums.ts';
import type { Fate, StatusCause } from './model.ts';

/** Properties that name a passport and its product; fixed with the publication. */
const IDENTITY = {
  granularity: oneOf('granularity', GranularityEnum, 'MODEL', {
    description: 'Level of the passport.',
  }),
  gtin: text('gtin', { description: 'GTIN with 14 digits; null if the product has none.' }),
  batchNumber: text('batch_number', {
    description: 'Number of the batch or lot; null for a MODEL.',
  }),
  serialNumber: text('serial_number', { description: 'Serial number; null unless it is an ITEM.' }),
};

/** All that is written of a new passport. */
export const WRITTEN = {
  externalId: externalId('passport'),
  ...IDENTITY,
  productId: hidden<string | null, 'product_id'>('product_id', 'uuid', null),
  identity: hidden('identity', 'text', ''),
  schemaId: hidden('schema_id', 'text', ''),
  schemaVersion: hidden('schema_version', 'text', ''),
  category: text('category', {
    description: 'Category of the product in its schema, such as EV; null if the schema has none.',
  }),
  name: hidden('name', 'text', ''),
  /** The calculation whose footprint the content has. */
  calculationId: hidden<string | null, 'calculation_id'>('calculation_id', 'uuid', null),
  status: oneOf('status', DppStatusEnum, 'DRAFT', {
    description: 'Current state of the passport.',
  }),
  predecessorId: hidden<string | null, 'predecessor_id'>('predecessor_id', 'uuid', null),
};

/** All properties of a passport, without its content. */
export const DPP = {
  ...RECORD,
  ...WRITTEN,
  statusReason: text('status_reason', {
    description: 'Reason of the last change of state; null if none was given.',
  }),
  statusCause: hidden<StatusCause | null, 'status_cause'>('status_cause', 'jsonb', null),
  statusChangedAt: kept<Date, 'status_changed_at'>(
    'status_changed_at',
    'timestamptz',
    'DateTime',
    'Time of the last change of state.',
  ),
  fate: hidden<Fate | null, 'fate'>('fate', 'text', null),
  publishedVersion: hidden<number | null, 'published_version'>('published_version', 'int', null),
  publishedAt: timeOf('published_at', {
    description: 'Time of the first publication; null for a draft.',
  }),
  retentionUntil: timeOf('retention_until', {
    description:
      'Time until which the published passport is kept, by the policy of its schema; null for a draft.',
  }),
  originId: hidden<string | null, 'origin_organization_id'>('origin_organization_id', 'uuid', null),
  successorId: hidden<string | null, 'successor_id'>('successor_id', 'uuid', null),
};
