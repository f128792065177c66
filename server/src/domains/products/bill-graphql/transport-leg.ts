import type { TransportLeg } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { TransportMethodEnum, VehicleClassEnum } from '../enums.ts';

/** Descriptions shared by the output type and the input type. */
const LEG = {
  method: 'Mode of transport.',
  vehicleClass: "Kind of vehicle; the mode's default when absent.",
  distanceKm: 'Distance in km as driven; when absent it is estimated from `from` and `to`.',
  from: 'Origin: country (DE), UN/LOCODE of a sea port (CNSHA) or IATA airport (FRA); any text if `distanceKm` is given.',
  to: 'Destination: country, UN/LOCODE or IATA airport.',
  massKg: 'Mass carried in kg; by default the gross mass of what the leg belongs to.',
  refrigerated:
    'True if the goods are refrigerated during transport. Counted for lorries and container ships; the cooling of others is listed in `notCovered`.',
  factorId: "Emission factor per t.km, instead of the method's own.",
};

export const TransportLegRef = builder.objectRef<TransportLeg>('TransportLeg').implement({
  description: 'One stretch of transport.',
  fields: (t) => ({
    method: t.expose('method', { type: TransportMethodEnum, description: LEG.method }),
    vehicleClass: t.expose('vehicleClass', {
      type: VehicleClassEnum,
      nullable: true,
      description: LEG.vehicleClass,
    }),
    distanceKm: t.exposeFloat('distanceKm', { nullable: true, description: LEG.distanceKm }),
    from: t.exposeString('from', { nullable: true, description: LEG.from }),
    to: t.exposeString('to', { nullable: true, description: LEG.to }),
    massKg: t.exposeFloat('massKg', { nullable: true, description: LEG.massKg }),
    refrigerated: t.boolean({
      description: LEG.refrigerated,
      resolve: (leg) => leg.refrigerated ?? false,
    }),
    factorId: t.exposeID('factorId', { nullable: true, description: LEG.factorId }),
  }),
});

export const TransportLegInput = builder.inputType('TransportLegInput', {
  description: 'One stretch of transport.',
  fields: (t) => ({
    method: t.field({ type: TransportMethodEnum, required: true, description: LEG.method }),
    vehicleClass: t.field({ type: VehicleClassEnum, description: LEG.vehicleClass }),
    distanceKm: t.float({ description: LEG.distanceKm }),
    from: t.string({ description: LEG.from }),
    to: t.string({ description: LEG.to }),
    massKg: t.float({ description: LEG.massKg }),
    refrigerated: t.boolean({ description: LEG.refrigerated }),
    factorId: t.id({ description: LEG.factorId }),
  }),
});
