import type { OverrideOp } from './override.ts';

interface Members {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

const MEMBERS: Readonly<Record<OverrideOp, Members>> = {
  SWAP_MATERIAL: { optional: ['material', 'factorId', 'massRatio'] },
  SWAP_SUPPLIER: {
    optional: [
      'supplier',
      'originCountry',
      'factorId',
      'productId',
      'supplierPcf',
      'transportLegs',
    ],
  },
  SET_COUNTRY: { required: ['country'] },
  SET_ENERGY_MIX: { required: ['energyMix'] },
  SET_TRANSPORT_METHOD: { required: ['method'], optional: ['vehicleClass', 'distanceKm'] },
  SET_DISTANCE: { required: ['distanceKm'] },
  SET_RECYCLED_SHARE: { required: ['recycledShare'] },
  SET_QUANTITY: { optional: ['massKg', 'quantity'] },
  SCALE: { required: ['factor'] },
  SET_LOSS_RATE: { required: ['lossRate'] },
  SET_LIFETIME: { required: ['lifetime'] },
  SET_EOL: { required: ['endOfLife'] },
  SET_GRID_YEAR: { required: ['year'], optional: ['factorSet'] },
  ADD: { optional: ['component', 'packaging', 'processStep', 'transportLeg'] },
  REMOVE: {},
};

/** Members of each operation in a scenario file, by its name. */
export const OVERRIDE_MEMBERS: ReadonlyMap<string, Members> = new Map(Object.entries(MEMBERS));
