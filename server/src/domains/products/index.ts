import './graphql.ts';
import './mutations-graphql.ts';

export { TransportLegInput, TransportLegRef } from './bill-graphql/transport-leg.ts';
export { importProducts } from './bulk.ts';
export { type ProductInput, productDraft } from './draft.ts';
export {
  DeclaredUnitEnum,
  EnergySourceEnum,
  FootprintBasisEnum,
  TransportMethodEnum,
  VehicleClassEnum,
} from './enums.ts';
export { setFootprints } from './footprint.ts';
export { ProductRef, productById } from './graphql.ts';
export { equivalentGtins, gtinProblem } from './gtin.ts';
export { UpdateProductInput } from './inputs-graphql.ts';
export { products } from './list-store.ts';
export type { Bill, FootprintBasis, Product, ProductDraft, ProductStatus } from './model.ts';
export { partsBelow } from './part-store.ts';
export { ownProductReference, productReference } from './queries-graphql.ts';
export {
  findBills,
  findNamedProducts,
  findProduct,
  findProducts,
  type ProductReference,
  productIdsAfter,
  productWriter,
} from './store.ts';
