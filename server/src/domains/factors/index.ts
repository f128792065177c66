export { type FactorCatalogue, loadCatalogue } from './catalogue.ts';

import './graphql.ts';

export { EmissionFactor, FactorSet, ImpactCategoryEnum } from './graphql-types.ts';
export { seedFactorSets } from './load/seed.ts';
export {
  type FactorRow,
  type FactorSetRow,
  IMPACT_CATEGORIES,
  type ImpactCategory,
} from './model.ts';
