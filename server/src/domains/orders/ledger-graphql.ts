import { builder } from '../../graphql/builder.ts';
import { connectionType } from '../../graphql/connection.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { countPerOwner } from '../../platform/database/index.ts';
import { CalculationRef, calculationById } from '../calculations/index.ts';
import { EntryKindEnum, EntryPartEnum } from './enums.ts';
import { type FootprintEntry, listEntries } from './ledger-store.ts';

const FootprintEntryRef = builder.objectRef<FootprintEntry>('FootprintEntry').implement({
  description:
    'A row of the footprint ledger of an order, which only grows. All but contributions add up to the footprint of the order.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Place in the ledger, from 1.' }),
    kind: t.expose('kind', { type: EntryKindEnum, description: 'Kind of the entry.' }),
    part: t.expose('part', { type: EntryPartEnum, description: 'Subject of the entry.' }),
    lineNumber: t.exposeInt('lineNumber', {
      nullable: true,
      description: 'The line of the order that it belongs to.',
    }),
    quantity: t.exposeInt('quantity', {
      nullable: true,
      description: 'Number of pieces that the entry covers.',
    }),
    co2eKg: t.expose('co2eKg', {
      type: 'Decimal',
      description:
        'Greenhouse gases in kg CO2e, exact; negative if something is taken back. The entries of an order add up without a remainder.',
    }),
    calculation: t.field({
      type: CalculationRef,
      nullable: true,
      description: 'Calculation of the figure; null if it has none.',
      resolve: ({ calculationId }, _args, context) => calculationById(context, calculationId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the entry.' }),
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
  load: ({ db, scope }, orderIds, page) => listEntries(db, scope, orderIds, page),
  key: (entry) => [entry.number],
  count: countPerOwner('order_footprint_entries', 'order_id'),
});
