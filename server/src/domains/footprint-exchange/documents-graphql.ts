import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import type { Context } from '../../rules/context.ts';
import { type Calculation, CalculationRef, resultOf } from '../calculations/index.ts';
import { catenaXPcfOf } from './catena-x.ts';
import { type IlcdEpd, ilcdEpdOf } from './ilcd-epd.ts';
import {
  asCalculated,
  type FootprintOwner,
  type FootprintResult,
  type FootprintRow,
} from './model.ts';
import { productFootprintOf } from './product-footprint.ts';
import { findCalculatedProducts } from './store.ts';

const rowById = defineLoaderById(findCalculatedProducts);
const COST = 20;

const IlcdEpdRef = builder.objectRef<IlcdEpd>('IlcdEpd').implement({
  description: 'The two data sets of a calculation in the format ILCD+EPD 1.2.',
  fields: (t) =>
    exposed(t, {
      process: field('String', 'Process data set with the results by module of EN 15804, as XML.'),
      flow: field('String', 'Data set of the product, which says the unit of the results, as XML.'),
    }),
});

/** A document of a calculation of a product; null for any other. */
async function documentOf<Document>(
  context: Context,
  calculation: Calculation,
  write: (row: FootprintRow, result: FootprintResult, owner: FootprintOwner) => Document,
): Promise<Document | null> {
  if (calculation.kind !== 'PRODUCT') return null;
  const row = await rowById(context, calculation.id);
  const result = row === undefined ? null : await resultOf(context, calculation);
  if (row === undefined || result === null) return null;
  const { caller, services } = context;
  const { id: organizationId, name } = caller.organization;
  const host = new URL(services.publicUrls.ofService).hostname;
  return write(asCalculated(row, result), result, { organizationId, name, host });
}

builder.objectFields(CalculationRef, (t) => ({
  productFootprint: t.field({
    type: 'JSON',
    nullable: true,
    extensions: access({ cost: COST }),
    description:
      'The result as a ProductFootprint of PACT 3.0.4. Null unless it is a FULL calculation of a product from cradle to gate, and all required values can be stated.',
    resolve: (it, _args, context) => documentOf(context, it, productFootprintOf),
  }),
  catenaXPcf: t.field({
    type: 'JSON',
    nullable: true,
    extensions: access({ cost: COST }),
    description:
      'The result as a PCF of Catena-X 9.0.0. Null unless it is a FULL calculation of a product from cradle to gate, and all required values can be stated.',
    resolve: (it, _args, context) => documentOf(context, it, catenaXPcfOf),
  }),
  ilcdEpd: t.field({
    type: IlcdEpdRef,
    nullable: true,
    extensions: access({ cost: COST }),
    description:
      'The result as data sets of ILCD+EPD 1.2, by module of EN 15804; not verified, and no declaration. Null unless it is a calculation of a product.',
    resolve: (it, _args, context) => documentOf(context, it, ilcdEpdOf),
  }),
}));
