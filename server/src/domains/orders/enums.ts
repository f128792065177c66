import { describedEnum } from '../../graphql/enums.ts';
import type { ContributionState } from './contribution-store.ts';
import type { EntryKind, EntryPart } from './footprint.ts';
import type { Disposition, OrderState, ShippingSplit } from './model.ts';

/** The closed lists of orders, as people read them in the schema. */

export const OrderStateEnum = describedEnum<OrderState>('OrderState', 'State of an order.', {
  DRAFT: 'Being prepared; its footprint is an estimate.',
  CONFIRMED: 'Placed for good; its product footprints are frozen.',
  SHIPPED: 'On its way; what shipping emits is booked.',
  DELIVERED: 'Delivered to the customer. Goods can be returned.',
  RETURNED: 'All of it came back.',
  CANCELLED: 'Given up before shipment; its footprint is taken back.',
});

export const ShippingSplitEnum = describedEnum<ShippingSplit>(
  'ShippingSplit',
  'Basis for splitting transport emissions over the lines of an order.',
  {
    MASS: 'Mass of the goods; evenly per piece when a product has no mass.',
    VOLUME: 'Volume of the goods; evenly per piece when a product has no volume.',
    VALUE: 'Price of the goods.',
  },
);

export const DispositionEnum = describedEnum<Disposition>(
  'Disposition',
  'Treatment of returned goods.',
  {
    RESTOCK: 'They are sold again: the order no longer bears their product footprint.',
    DESTROY: 'They are disposed of: the order bears their product footprint and their end of life.',
  },
);

export const EntryKindEnum = describedEnum<EntryKind>(
  'FootprintEntryKind',
  'Kind of a ledger entry.',
  {
    CALCULATED: 'The footprint of the products, frozen at confirmation.',
    SHIPPED: 'The way to the customer.',
    RETURNED: 'Goods came back.',
    ADJUSTED: 'A cancellation, a restatement, or an assumed distribution that real legs replaced.',
    CONTRIBUTION: 'A climate contribution; never netted with emissions.',
  },
);

export const EntryPartEnum = describedEnum<EntryPart>(
  'FootprintEntryPart',
  'Subject of a ledger entry.',
  {
    PRODUCT: 'Making the product.',
    OUTBOUND_TRANSPORT: 'The way to the customer.',
    RETURN_TRANSPORT: 'Transport of returned goods.',
    RECONDITIONING: 'Making returned goods fit to be sold again.',
    END_OF_LIFE: 'Disposing of returned goods.',
    CONTRIBUTION: 'A climate contribution.',
  },
);

export const ContributionStateEnum = describedEnum<ContributionState>(
  'ClimateContributionState',
  'State of a climate contribution.',
  {
    PLEDGED: 'Promised; it can still be taken back.',
    RETIRED: 'Retired at its registry, for good.',
    REVERSED: 'Taken back before it was retired.',
  },
);
