import './graphql.ts';
import './mutations-graphql.ts';
import './queries-graphql.ts';

export { type Cycles, cyclesOf } from './cycles.ts';
export { type SupplyChainInput, writtenSupplyChain } from './draft.ts';
export { SupplyChainRef, supplyChainById } from './graphql.ts';
export {
  type CheckedSupplyChain,
  energyMixOf,
  type Facility,
  type Flow,
  type FlowLeg,
  type Network,
  type SupplyChain,
  type SupplyChainDraft,
  unitOf,
  type WholeSupplyChain,
} from './model.ts';
export { supplyChainReference } from './queries-graphql.ts';
export {
  createSupplyChain,
  deleteSupplyChain,
  findWholeSupplyChain,
  updateSupplyChain,
} from './service.ts';
export { insertSupplyChain, supplyChains } from './store.ts';
export { findNetworks, type VersionNetwork, type VersionReference } from './version-store.ts';
