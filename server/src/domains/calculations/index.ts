import './catalogue-graphql.ts';
import './explain-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';

export { CATALOGUE_JOB, catalogueHandler } from './catalogue.ts';
export { type EngineData, engineOf } from './engine-data.ts';
export { CalculationRef } from './graphql.ts';
export type { Calculation, CalculationResult } from './model.ts';
export { calculated } from './refuse.ts';
export { calculateProductFootprint } from './service.ts';
export { findAnyResult, findCalculations, findResults, findSnapshot } from './store.ts';
