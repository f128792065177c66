export { assumedDistributionCo2eKg } from './bundle/assumed-distribution.ts';
export { type Bundle, type BundleLine, calculateBundle } from './bundle/bundle.ts';
export { type CalculateContext, calculate, calculateSupplyChain } from './calculate.ts';
export {
  type CalculateOptions,
  calculateBasic,
  calculateEnergy,
  calculateMaterial,
  calculateTransport,
} from './calculate-basic.ts';
export { calculateFull, type FullOptions, monteCarloProblems } from './calculate-full.ts';
export { canonicalJson } from './canonical-json.ts';
export {
  type CatalogueOptions,
  type CatalogueResult,
  calculateCatalogue,
} from './catalogue/calculate-catalogue.ts';
export {
  addSums,
  type CatalogueSums,
  noSums,
  shiftsOfSums,
} from './catalogue-scenarios/catalogue-sums.ts';
export {
  type CatalogueSlice,
  compareProducts,
  type ProductShift,
} from './catalogue-scenarios/compare-products.ts';
export { ComparisonMemory } from './catalogue-scenarios/comparison-memory.ts';
export * from './distance/index.ts';
export {
  type ComparedImpacts,
  type EquivalencyOptions,
  equivalenciesOf,
} from './equivalencies/equivalencies.ts';
export * from './equivalencies/equivalency.ts';
export {
  CalculationError,
  PROBLEM_CODES,
  type Problem,
  type ProblemCode,
  WARNING_CODES,
  type Warning,
  type WarningCode,
} from './errors.ts';
export {
  contributionTreeOf,
  type ExplainedBranch,
  type ExplainOptions,
  type SankeyDiagram,
  sankeyOf,
} from './explain/explain.ts';
export type { ExplainedNode } from './explain/snapshot-system.ts';
export {
  type Factor,
  type FactorSet,
  inputRequiredKgPerKg,
  type MaterialFit,
  type MaterialMapping,
  type ProcessEnergy,
  type SourcedFactor,
} from './factor.ts';
export {
  type CircularFootprint,
  type CircularParameters,
  circularFootprint,
} from './formulas/circular-footprint.ts';
export { weighImpacts } from './formulas/weigh-impacts.ts';
export {
  type AnalyticInterval,
  DATA_QUALITY_RATINGS,
  type DataQuality,
  type DataQualityRating,
  type FullDetails,
  type GreenhouseGases,
  type IndicatorResult,
  type SampledInterval,
  type Sensitivity,
} from './full-details.ts';
export { GWP_SETS, gwpSetOf } from './gwp.ts';
export type {
  Inventory,
  InventoryFactor,
  InventoryMaterial,
  InventoryOptions,
} from './inventory/inventory.ts';
export { INVENTORY_SHAPE } from './inventory/inventory-shape.ts';
export type { JsonShape } from './inventory/json-shape.ts';
export { readInventory } from './inventory/read-inventory.ts';
export { type SuggestedLever, suggestLevers } from './levers/suggest-levers.ts';
export type {
  CategoryRow,
  DefaultTables,
  EndOfLifeRow,
  SectorRow,
  TreatmentRow,
} from './library/defaults.ts';
export { coveredPhases } from './library/factor-coverage.ts';
export {
  createFactorLibrary,
  extendLibrary,
  type FactorLibrary,
  type GridLoss,
  type LibraryTables,
} from './library/library.ts';
export type { MaterialName } from './library/material-index.ts';
export { normalizedName } from './library/material-names.ts';
export type { NameWordRow } from './library/name-words.ts';
export type {
  ExchangeRate,
  IndustryWords,
  PriceIndex,
  SpendTables,
} from './library/spend.ts';
export { LiveSystem, type SystemEdit } from './live-system/live-system.ts';
export { type MeasurementGain, measurementGains } from './measurement/measurement-gains.ts';
export {
  type FullMethod,
  type Method,
  type MonteCarloMethod,
  RECYCLING_METHODS,
  type RecyclingMethod,
} from './method.ts';
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
  RecyclingParameters,
  TransportLeg,
  Uncertainty,
  UseProfile,
} from './product.ts';
export { type Difference, replay, replayDifferences } from './replay/replay.ts';
export { adjustedKm } from './resolve/resolve-transport.ts';
export type { Alternatives, FlowRole, Gap } from './resolve/resolved.ts';
export type {
  Assumption,
  Contribution,
  Footprint,
  GwpMix,
  PhaseShare,
  UsedSet,
} from './result.ts';
export * from './scenarios/index.ts';
export { sha256Hex, useSha256 } from './sha256.ts';
export { ENGINE_VERSION, SNAPSHOT_FORMATS, type Snapshot } from './snapshot.ts';
export { listenToSteps } from './step.ts';
export { readSupplierPcf } from './supplier-pcf.ts';
export {
  rootIdOf,
  type SupplyChain,
  type SupplyEdge,
  type SupplyNode,
  supplyChainProducts,
} from './supply-chain.ts';
export {
  type AllocationMethod,
  type Exchange,
  type Intensities,
  intensityOf,
  MAX_ITERATIONS,
  type Process,
  type ProcessOutput,
  type ProcessProblem,
  type ProcessProblemCode,
  type ProcessSolution,
  type ProcessSystem,
  ProcessSystemError,
  solveProcessSystem,
} from './system/index.ts';
export { convert, haveSameDimension, parseUnit, type Unit, UnitMismatch } from './units.ts';
export * from './vocabulary.ts';
