import './graphql.ts';
import './graphql-import.ts';

export { type FactorCatalogue, loadCatalogue, loadCatalogueFromFiles } from './catalogue.ts';
export { EmissionFactor, ImpactCategoryEnum } from './graphql-types.ts';
export { FACTOR_FORMATS, type FactorFormat, readFactorFile } from './import/index.ts';
export { loadGazetteer } from './load/gazetteer.ts';
export { seedFactorSets } from './load/seed.ts';
export { factorOf } from './loaders.ts';
export { type FactorSetRow, IMPACT_CATEGORY_FACTS } from './model.ts';
export { libraryOf } from './own-library.ts';
export { importFactorSet, type OwnSetDescription } from './service.ts';
