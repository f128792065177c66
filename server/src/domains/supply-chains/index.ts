import './graphql.ts';
import './mutations-graphql.ts';
import './queries-graphql.ts';

export { cyclesOf } from './cycles.ts';
export { type SupplyChainInput, writtenSupplyChain } from './draft.ts';
export { geoJsonOf } from './geo-json.ts';
export { SupplyChainRef, supplyChainById } from './graphql.ts';
export {
  energyMixOf,
  type Facility,
  type FlowLeg,
  type Network,
  type SupplyChain,
  unitOf,
} from './model.ts';
export { EnergyShareInput } from './network-graphql.ts';
export { supplyChainReference } from './queries-graphql.ts';
export { createSupplyChain } from './service.ts';
export { findSupplyChainsOfProducts, supplyChains } from './store.ts';
export { findNetworks } from './version-store.ts';
export { computeSupplyChain, writeSupplyChainTask } from './write-task.ts';
