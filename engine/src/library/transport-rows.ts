import type { TransportMethod, VehicleClass } from '../vocabulary.ts';

/** Rows per tonne-kilometre: what the vehicle burns, and what lies before. */
interface VehicleRows {
  readonly direct: string;
  readonly upstream: string;
  readonly refrigerated?: { readonly direct: string; readonly upstream: string };
  /** Ids of the factors, well to wheel, whose difference is the cooling. */
  readonly cooling?: { readonly refrigerated: string; readonly dry: string };
}

/** The class that serves a method when none is named; undefined: no source has one. */
export const DEFAULT_CLASSES: Readonly<Record<TransportMethod, VehicleClass | undefined>> = {
  ROAD: 'TRUCK',
  RAIL: 'TRAIN_FREIGHT',
  SEA: 'CONTAINER_SHIP',
  INLAND_WATERWAY: 'BARGE',
  AIR: 'AIR_FREIGHTER',
  PARCEL: 'VAN',
  UNKNOWN: 'TRUCK',
  PIPELINE: undefined,
  CABLEWAY: undefined,
  HUB: undefined,
};

/** Vehicle classes of each transport method. */
export const CLASSES_BY_METHOD: Readonly<Record<TransportMethod, readonly VehicleClass[]>> = {
  ROAD: ['TRUCK', 'TRUCK_RIGID', 'TRUCK_ARTIC', 'VAN', 'VAN_ELECTRIC', 'CARGO_BIKE'],
  RAIL: ['TRAIN_FREIGHT', 'TRAIN_ELECTRIC'],
  SEA: ['CONTAINER_SHIP', 'BULK_CARRIER', 'GENERAL_CARGO_SHIP', 'TANKER', 'RORO_FERRY'],
  INLAND_WATERWAY: ['BARGE'],
  AIR: ['AIR_FREIGHTER', 'AIR_BELLY'],
  PARCEL: ['VAN', 'VAN_ELECTRIC', 'CARGO_BIKE', 'TRUCK'],
  UNKNOWN: ['TRUCK'],
  PIPELINE: [],
  CABLEWAY: [],
  HUB: [],
};

/**
 * UK Government GHG Conversion Factors, sheets "Freighting goods" and "WTT- delivery vehs &
 * freight": all HGVs, vans of unknown fuel, freight train, ships and flights at average load; air
 * to and from outside the UK, without radiative forcing.
 */
export const VEHICLE_ROWS: Partial<Readonly<Record<VehicleClass, VehicleRows>>> = {
  VAN: { direct: '27_303_3106_14', upstream: '28_906_3106_14' },
  VAN_ELECTRIC: { direct: '27_303_3108_14', upstream: '28_906_3108_14' },
  TRUCK: {
    direct: '27_304_3140_14',
    upstream: '28_907_3140_14',
    refrigerated: { direct: '27_306_3140_14', upstream: '28_908_3140_14' },
  },
  TRUCK_RIGID: {
    direct: '27_304_3124_14',
    upstream: '28_907_3124_14',
    refrigerated: { direct: '27_306_3124_14', upstream: '28_908_3124_14' },
  },
  TRUCK_ARTIC: {
    direct: '27_304_3136_14',
    upstream: '28_907_3136_14',
    refrigerated: { direct: '27_306_3136_14', upstream: '28_908_3136_14' },
  },
  TRAIN_FREIGHT: { direct: '27_315_3151_14', upstream: '28_911_3151_14' },
  CONTAINER_SHIP: {
    direct: '27_320_3235_14',
    upstream: '28_916_3235_14',
    // GLEC framework of 2020, mean of the world, in Base Carbone.
    cooling: { refrigerated: 'base-carbone-23.6:28194', dry: 'base-carbone-23.6:28193' },
  },
  BULK_CARRIER: { direct: '27_320_3221_14', upstream: '28_916_3221_14' },
  GENERAL_CARGO_SHIP: { direct: '27_320_3228_14', upstream: '28_916_3228_14' },
  TANKER: { direct: '27_319_3203_14', upstream: '28_915_3203_14' },
  RORO_FERRY: { direct: '27_320_3241_14', upstream: '28_916_3241_14' },
  AIR_FREIGHTER: { direct: '27_317_3159_14', upstream: '28_913_3159_14' },
};

/** US EPA Emission Factors Hub, table 8, waterborne craft: tank to wheel only. */
export const BARGE_SOURCE_ID = 'epa-hub-2025:t8:waterborne-craft:short_ton.mi';
