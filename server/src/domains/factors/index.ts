export { type FactorCatalogue, loadCatalogue } from './catalogue.ts';
export { EmissionFactor, FactorSet, ImpactCategoryEnum } from './graphql.ts';
export { loadGazetteer } from './load/gazetteer.ts';
export { seedFactorSets } from './load/seed.ts';
export {
  type FactorRow,
  type FactorSetRow,
  IMPACT_CATEGORIES,
  type ImpactCategory,
} from './model.ts';
