import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  rowWriter,
  scopedList,
  selectionsOf,
} from '../../platform/database/index.ts';
import { DPP, WRITTEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    dpps: ColumnsOfScope & ColumnValuesOf<typeof DPP>;
  }
}

export const DPP_COLUMNS = Object.values(selectionsOf('dpps', DPP));

const { equals, isOneOfWords, isAtLeast, isBelow } = conditionsOn('dpps');

export const dpps = scopedList({
  table: 'dpps',
  rows: (db: Db) => db.selectFrom('dpps').select(DPP_COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
  },
  conditions: {
    status: isOneOfWords('status'),
    granularity: isOneOfWords('granularity'),
    productId: equals('product_id'),
    gtin: equals('gtin'),
    schemaId: equals('schema_id'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
  },
});

export const dppWriter = rowWriter('dpps', WRITTEN, DPP);
