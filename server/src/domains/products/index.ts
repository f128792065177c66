import './attention.ts';
import './graphql.ts';
import './mutations-graphql.ts';

export { ComponentInput } from './bill-graphql/component.ts';
export { EndOfLifeInput } from './bill-graphql/end-of-life.ts';
export { LifetimeInput } from './bill-graphql/lifetime.ts';
export { PackagingInput } from './bill-graphql/packaging.ts';
export { ProcessStepInput } from './bill-graphql/process-step.ts';
export { TransportLegInput, TransportLegRef } from './bill-graphql/transport-leg.ts';
export { importProducts } from './bulk.ts';
export {
  componentProblems,
  endOfLifeProblems,
  legProblems,
  legsProblems,
  packagingProblems,
  stepProblems,
  suppliedProblems,
} from './check.ts';
export { componentOf, type ProductInput, productDraft } from './draft.ts';
export {
  DeclaredUnitEnum,
  EnergySourceEnum,
  FootprintBasisEnum,
  ProductStatusEnum,
  SectorTagEnum,
  TransportMethodEnum,
  VehicleClassEnum,
} from './enums.ts';
export { setFootprints } from './footprint.ts';
export { ProductRef, productById } from './graphql.ts';
export { equivalentGtins, gtin14, gtinProblem } from './gtin.ts';
export { UpdateProductInput } from './inputs-graphql.ts';
export {
  countProducts,
  countProductsToCalculate,
  lockProductsToCalculate,
  type ProductFilter,
  productIdsAfter,
  products,
  productsToCalculate,
  storedProductFilter,
} from './list-store.ts';
export {
  type Bill,
  type FootprintBasis,
  isDeclaredAfter,
  type Product,
  type ProductDraft,
  type ProductStatus,
} from './model.ts';
export { partsBelow } from './part-store.ts';
export {
  ownProductReference,
  ProductFilterInput,
  ProductReferenceInput,
  productFilterOf,
  productReference,
} from './queries-graphql.ts';
export { updateProduct } from './service.ts';
export {
  type CalculatedProduct,
  findBills,
  findCalculatedProducts,
  findNamedProducts,
  findProduct,
  findProducts,
  findProductTree,
  type NamedProduct,
  type ProductReference,
  productWriter,
} from './store.ts';
