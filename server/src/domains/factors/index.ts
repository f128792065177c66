import './bulk.ts';
import './deletion-graphql.ts';
import './graphql.ts';
import './import-graphql.ts';

export { loadCatalogueFromFiles, loadGridLibrary, loadTools } from './catalogue.ts';
export { ImpactCategoryEnum } from './enums.ts';
export {
  FACTOR_FORMATS,
  type FactorFormat,
  type ImportOptions,
  readFactorFile,
} from './import/index.ts';
export { ImportFactorSetInput, readSetInput } from './import-graphql.ts';
export { settingsJson } from './import-settings.ts';
export { cell, numberCell, readTable, type TableLine } from './load/csv-file.ts';
export { type CountryMiddles, loadCountryMiddles, loadGazetteer } from './load/gazetteer.ts';
export { seedFactorSets } from './load/seed.ts';
export { DATA_FOLDER } from './load/set-files.ts';
export { factorOf } from './loaders-graphql.ts';
export { type FactorSetRow, IMPACT_CATEGORY_FACTS } from './model.ts';
export { libraryKey, libraryOf } from './own-library.ts';
export { type LibraryParts, libraryParts } from './own-store.ts';
export { readFactorsTask } from './read-task.ts';
export { referenceCheck } from './references.ts';
export { type ImportedSet, importFactorSet, type OwnSetDescription } from './service.ts';
export { type FactorSets, loadFactorSets } from './sets.ts';
export { EmissionFactor } from './types-graphql.ts';
export { keepFactorUses } from './use-store.ts';
