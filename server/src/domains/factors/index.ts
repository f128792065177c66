import './graphql.ts';

export { type FactorCatalogue, loadCatalogue, loadCatalogueFromFiles } from './catalogue.ts';
export { EmissionFactor, FactorSet, ImpactCategoryEnum } from './graphql-types.ts';
export { loadGazetteer } from './load/gazetteer.ts';
export { loadMaterialMap, loadPackMaterialMap, loadProcessEnergy } from './load/maps.ts';
export { seedFactorSets } from './load/seed.ts';
export { type FactorSetRow, IMPACT_CATEGORY_FACTS } from './model.ts';
