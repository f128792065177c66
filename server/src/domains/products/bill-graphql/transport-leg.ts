import type { TransportLeg } from '@trackway/engine';
import { legProblems } from '../check.ts';
import { TransportMethodEnum, VehicleClassEnum } from '../enums.ts';
import { optional, partTypes, required } from './part-fields.ts';

type Leg = Omit<TransportLeg, 'pedigree'>;

export const [TransportLegRef, TransportLegInput] = partTypes<Leg>(
  'TransportLeg',
  'One stretch of transport.',
  {
    method: required(TransportMethodEnum, 'Mode of transport.'),
    vehicleClass: optional(VehicleClassEnum, "Kind of vehicle; the mode's default when absent."),
    distanceKm: optional(
      'Float',
      'Distance in km as driven; when absent it is estimated from `from` and `to`.',
    ),
    from: optional(
      'String',
      'Origin: country (DE), UN/LOCODE of a sea port (CNSHA) or IATA airport (FRA); any text if `distanceKm` is given.',
    ),
    to: optional('String', 'Destination: country, UN/LOCODE or IATA airport.'),
    massKg: optional(
      'Float',
      'Mass carried in kg; by default the gross mass of what the leg belongs to.',
    ),
    refrigerated: optional(
      'Boolean',
      'True if the goods are refrigerated during transport. Counted for lorries and container ships; the cooling of others is listed in `notCovered`.',
      false,
    ),
    factorId: optional('ID', "Emission factor per t.km, instead of the method's own."),
  },
  { check: legProblems },
);
