import type { OverrideOp } from './override.ts';

interface Members {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const MEMBERS: Readonly<Record<OverrideOp, Members>> = {
  SWAP_MATERIAL: { required: [], optional: ['material', 'factorId', 'massRatio'] },
  SWAP_SUPPLIER: {
    required: [],
    optional: [
      'supplier',
      'originCountry',
      'factorId',
      'productId',
      'supplierPcf',
      'transportLegs',
    ],
  },
  SET_COUNTRY: { required: ['country'], optional: [] },
  SET_ENERGY_MIX: { required: ['energyMix'], optional: [] },
  SET_TRANSPORT_METHOD: { required: ['method'], optional: ['vehicleClass', 'distanceKm'] },
  SET_DISTANCE: { required: ['distanceKm'], optional: [] },
  SET_RECYCLED_SHARE: { required: ['recycledShare'], optional: [] },
  SET_QUANTITY: { required: [], optional: ['massKg', 'quantity'] },
  SCALE: { required: ['factor'], optional: [] },
  SET_LOSS_RATE: { required: ['lossRate'], optional: [] },
  SET_LIFETIME: { required: ['lifetime'], optional: [] },
  SET_EOL: { required: ['endOfLife'], optional: [] },
  SET_GRID_YEAR: { required: ['year'], optional: ['factorSet'] },
  ADD: { required: [], optional: ['component', 'packaging', 'processStep', 'transportLeg'] },
  REMOVE: { required: [], optional: [] },
};

/** Members of each operation in a scenario file, by its name. */
export const OVERRIDE_MEMBERS: ReadonlyMap<string, Members> = new Map(Object.entries(MEMBERS));
