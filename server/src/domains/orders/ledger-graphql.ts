import { builder } from '../../graphql/builder.ts';
import { connectionType } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { countPerOwner } from '../../platform/database/index.ts';
import { CalculationRef, calculationById } from '../calculations/index.ts';
import { EntryKindEnum, EntryPartEnum } from './enums.ts';
import { type FootprintEntry, listEntries } from './ledger-store.ts';

const FootprintEntryRef = builder.objectRef<FootprintEntry>('FootprintEntry').implement({
  description:
    'A row of the footprint ledger of an order, which only grows. All but contributions add up to the footprint of the order.',
  fields: (t) => ({
    ...exposed(t, {
      number: field('Int', 'Place in the ledger, from 1.'),
      kind: field(EntryKindEnum, 'Kind of the entry.'),
      part: field(EntryPartEnum, 'Subject of the entry.'),
      lineNumber: nullable('Int', 'The line of the order that it belongs to.'),
      quantity: nullable('Int', 'Number of pieces that the entry covers.'),
      co2eKg: field(
        'Decimal',
        'Greenhouse gases in kg CO2e, exact; negative if something is taken back. The entries of an order add up without a remainder.',
      ),
      createdAt: field('DateTime', 'Time of the entry.'),
    }),
    calculation: t.field({
      type: CalculationRef,
      nullable: true,
      description: 'Calculation of the figure; null if it has none.',
      resolve: ({ calculationId }, _args, context) => calculationById(context, calculationId),
    }),
  }),
});

export const FootprintEntryConnection = connectionType(
  FootprintEntryRef,
  'FootprintEntry',
  'ledger entries',
);

/** The footprint ledger of an order, oldest first. */
export const entriesOf = defineNestedConnection({
  list: 'footprint entries of',
  load: listEntries,
  key: (entry) => [entry.number],
  count: countPerOwner('order_footprint_entries', 'order_id'),
});
