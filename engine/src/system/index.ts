export { type AnalyticUncertainty, combineVariances, disagreement } from './combine-variances.ts';
export { type CompiledSystem, compileSystem, type SystemInput } from './compile.ts';
export {
  type Distribution,
  logVarianceOf,
  meanOf,
  requireDistribution,
  varianceOf,
} from './distribution.ts';
export {
  BLOCK_SIZE,
  DEFAULT_ITERATIONS,
  MAX_ITERATIONS,
  type MonteCarloModel,
  type MonteCarloOptions,
  type MonteCarloRun,
  MonteCarloTally,
  runMonteCarlo,
} from './monte-carlo.ts';
export { type Pedigree, type PedigreeScore, pedigreeVariance } from './pedigree.ts';
export {
  type AllocationMethod,
  type Exchange,
  type Process,
  type ProcessOutput,
  type ProcessProblem,
  type ProcessProblemCode,
  type ProcessSystem,
  ProcessSystemError,
} from './process-system.ts';
export {
  createProductModel,
  type Parameter,
  type ProductModel,
  type ProductTerm,
} from './product-monte-carlo.ts';
export type { ProcessNode } from './read-process-system.ts';
export { type SampleSummary, summarizeSamples } from './sample-statistics.ts';
export { type Activity, activityOf, type Demand, impactOf, solveDemand } from './solve-demand.ts';
export { type Intensities, intensityOf, solveIntensities } from './solve-intensities.ts';
export {
  type ProcessActivity,
  type ProcessSolution,
  solveProcessSystem,
  weighImpacts,
} from './solve-process-system.ts';
export { type DemandStudy, studyDemand } from './study-demand.ts';
export { SystemError, type SystemErrorCode } from './system-error.ts';
