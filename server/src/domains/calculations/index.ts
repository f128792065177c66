import './attention.ts';
import './catalogue-graphql.ts';
import './explain-graphql.ts';
import './graphql.ts';
import './catalogue-phases-graphql.ts';
import './measure-next-graphql.ts';
import './mutations-graphql.ts';
import './preview-graphql.ts';
import './queries-graphql.ts';

export { type Bundle, bundleTask, declaredBundle } from './bundle.ts';
export type { CalculationInputs } from './calculation-inputs.ts';
export { CATALOGUE_JOB, catalogueHandler } from './catalogue.ts';
export { assertComparable } from './comparable.ts';
export {
  contentOfStored,
  loadDeclaredSystem,
  partsOf,
  readProduct,
  type StoredProduct,
} from './declared-products.ts';
export { endOfLifeTask } from './end-of-life.ts';
export { type EngineData, engineTask, type PackedFootprint, pack } from './engine-data.ts';
export { LifecyclePhaseEnum } from './enums.ts';
export { type CalculationMethod, type Choices, optionsOf } from './footprint-tasks.ts';
export {
  assumedDistributionById,
  CalculationRef,
  calculationById,
  footprintBasisById,
  latestOfSubject,
  resultOf,
  shareResult,
} from './graphql.ts';
export {
  choiceFields,
  detailFields,
  readChoices,
  readMethod,
  yearProblems,
} from './method-graphql.ts';
export { type Calculation, type CalculationResult, intervalOf } from './model.ts';
export { runEngine } from './run-engine.ts';
export { calculateProducts, saveCalculation } from './service.ts';
export {
  calculations,
  findAnyResult,
  findAssumedDistributions,
  findInputs,
  findResults,
  findSnapshots,
  resultReader,
} from './store.ts';
export { loadDeclaredChain } from './supply-chain.ts';
export { calculationTasks } from './tasks.ts';
export { barFields, sampleFields } from './uncertainty-graphql.ts';
export { unpackFigures } from './unpack.ts';
