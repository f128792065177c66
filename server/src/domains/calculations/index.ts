import './catalogue-graphql.ts';
import './explain-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';
import './queries-graphql.ts';

export { calculateBundleFootprint } from './bundle.ts';
export { CATALOGUE_JOB, catalogueHandler } from './catalogue.ts';
export { endOfLifePerUnit } from './end-of-life.ts';
export { type EngineData, engineOf } from './engine-data.ts';
export { CalculationRef, latestOfSubject } from './graphql.ts';
export {
  choiceFields,
  choicesOf,
  detailFields,
  methodOf,
} from './method-graphql.ts';
export type { Calculation } from './model.ts';
export { runEngine } from './run-engine.ts';
export {
  type CalculationMethod,
  type Choices,
  calculateProductFootprint,
} from './service.ts';
export { findAnyResult } from './store.ts';
