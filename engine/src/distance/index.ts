export {
  type CountryDistance,
  createGazetteer,
  type DomesticHaul,
  type Gazetteer,
  type GazetteerTables,
  type MainPort,
  type Place,
} from '../gazetteer/gazetteer.ts';
export {
  type DistanceEstimate,
  type DistanceSource,
  estimateDistance,
  isLandBetween,
  type Way,
} from './estimate-distance.ts';
export { greatCircleKm, middleOf, type Position } from './great-circle.ts';
export { type SeaRoute, type SeaRouteOptions, seaDistance } from './sea-distance.ts';
export {
  createSeaNetwork,
  PASSAGES,
  type Passage,
  type SeaLanes,
  type SeaNetwork,
} from './sea-network.ts';
