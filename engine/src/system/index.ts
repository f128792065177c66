export { type CompiledSystem, compileSystem, type SystemInput } from './compile.ts';
export { contributionTree, type TreeBranch, type TreeOptions } from './contribution-tree.ts';
export {
  type DemandStudy,
  directContributions,
  directElasticities,
  edgeElasticities,
  studyDemand,
} from './elasticities.ts';
export { LiveSystem, type SystemEdit } from './live-system.ts';
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
export type { ProcessNode } from './read-process-system.ts';
export { type SankeyLink, type SankeyNode, type SankeyOptions, sankeyFlows } from './sankey.ts';
export { type Activity, activityOf, type Demand, impactOf, solveDemand } from './solve-demand.ts';
export { type Intensities, intensityOf, solveIntensities } from './solve-intensities.ts';
export {
  type ProcessActivity,
  type ProcessSolution,
  solveProcessSystem,
  weighImpacts,
} from './solve-process-system.ts';
export { SystemError, type SystemErrorCode } from './system-error.ts';
