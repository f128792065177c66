export * from './distance/index.ts';
export { CalculationError, PROBLEM_CODES, type Problem, type ProblemCode } from './errors.ts';
export {
  type Factor,
  type FactorSet,
  inputRequiredKgPerKg,
  type MaterialFit,
  type MaterialMapping,
  type ProcessEnergy,
} from './factor.ts';
export { type Path, pathText } from './path.ts';
export type {
  Component,
  Consumable,
  DeclaredUnit,
  EndOfLife,
  EnergyUse,
  Lifetime,
  Packaging,
  Pedigree,
  ProcessStep,
  Product,
  TransportLeg,
  UseProfile,
} from './product.ts';
export type { PactCarbonFootprint, SupplierPcf } from './supplier-pcf.ts';
export {
  type AllocationMethod,
  type Exchange,
  type Intensities,
  intensityOf,
  type Process,
  type ProcessOutput,
  type ProcessProblem,
  type ProcessProblemCode,
  type ProcessSolution,
  type ProcessSystem,
  ProcessSystemError,
  solveProcessSystem,
} from './system/index.ts';
export * from './vocabulary.ts';
