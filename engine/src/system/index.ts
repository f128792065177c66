export { combineVariances, disagreement } from './combine-variances.ts';
export { type CompiledSystem, compileSystem, type SystemInput } from './compile.ts';
export {
  type Distribution,
  logVarianceOf,
} from './distribution.ts';
export {
  DEFAULT_ITERATIONS,
  MAX_ITERATIONS,
  type MonteCarloModel,
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
export { createProductModel } from './product-monte-carlo.ts';
export { summarizeSamples } from './sample-statistics.ts';
export { secondOrderInterval } from './second-order.ts';
export { activityOf, solveDemand } from './solve-demand.ts';
export { type Intensities, intensityOf, solveIntensities } from './solve-intensities.ts';
export { type ProcessSolution, solveProcessSystem } from './solve-process-system.ts';
export { type DemandStudy, studyDemand } from './study-demand.ts';
export { SystemError } from './system-error.ts';
