import type { Component } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import {
  lossProblems,
  MAX_NAME,
  notNegativeProblems,
  numberProblems,
  problem,
  shareProblems,
  textProblems,
} from '../../rules/inputs/problems.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import {
  EnergySourceEnum,
  legsProblems,
  ProductReferenceInput,
  TransportLegInput,
  TransportMethodEnum,
  VehicleClassEnum,
} from '../products/index.ts';
import { CalculationDetailEnum } from './enums.ts';
import { choiceFields, detailFields, methodFields } from './method-graphql.ts';

const MATERIAL_NUMBERS = {
  massKg: notNegativeProblems,
  quantity: notNegativeProblems,
  recycledShare: shareProblems,
  lossRate: lossProblems,
};

/** The engine reports these in rounds. */
export function materialProblems(input: Component): Problem[] {
  const { material, factorId, quantity, unit, transportLegs } = input;
  const isNamed = (material === undefined) !== (factorId === undefined);
  const message = 'Say which material by exactly one of material and factorId.';
  const isOfQuantity = unit === undefined || quantity !== undefined;
  const ofMass = 'A unit goes with `quantity`; `massKg` is in kg.';
  return [
    ...(isNamed ? [] : [problem([], 'EXACTLY_ONE', message)]),
    ...(isOfQuantity ? [] : [problem(['unit'], 'NOT_ALLOWED', ofMass)]),
    ...textProblems(material, ['material'], MAX_NAME),
    ...numberProblems(input, [], MATERIAL_NUMBERS),
    ...legsProblems(transportLegs, ['transportLegs']),
  ];
}

export const CalculateMaterialInput = builder.inputType('CalculateMaterialInput', {
  extensions: checkedBy((given: Component) => materialProblems(withoutNulls(given))),
  description: 'So much of one material: exactly one of material and factorId.',
  fields: (t) => ({
    material: t.string({
      description: 'Name of a material of the library, such as "cotton fibre".',
    }),
    factorId: t.id({ description: 'Emission factor that describes it.' }),
    massKg: t.float({
      description: 'Mass in kg, before losses. Required without `quantity`.',
    }),
    quantity: t.float({
      description:
        'Amount in `unit` instead of a mass: 0.02 m2 of circuit board, 60 kWh of battery, 1 l of milk.',
    }),
    unit: t.string({
      description: 'Unit of `quantity`: `g`, `m2`, `cm2`, `kWh`, `l`, `m`, `piece`, …',
    }),
    recycledShare: t.float({
      description:
        'Share of recycled content, 0 to 1; 0 states virgin material. Without it the market average of the material counts, if the library has one (steel), else virgin material.',
    }),
    lossRate: t.float({ description: 'Share lost in production, 0 to below 1.' }),
    originCountry: t.field({ type: 'CountryCode', description: 'Country of origin.' }),
    transportLegs: t.field({
      type: [TransportLegInput],
      description: 'Inbound transport to the factory.',
    }),
    ...choiceFields(t),
  }),
});

const NOT_NEGATIVE = checkedBy(notNegativeProblems);

export const CalculateEnergyInput = builder.inputType('CalculateEnergyInput', {
  description: 'So much energy.',
  fields: (t) => ({
    source: t.field({
      type: EnergySourceEnum,
      required: true,
      description: 'Carrier or source of the energy.',
    }),
    factorId: t.id({
      description: "Emission factor per unit of energy, instead of the source's own.",
    }),
    energyKwh: t.float({
      required: true,
      description: 'Amount of energy in kWh.',
      extensions: NOT_NEGATIVE,
    }),
    country: t.field({
      type: 'CountryCode',
      description:
        'Country of use. Grid electricity without a country uses the world average, as an assumption.',
    }),
    ...choiceFields(t),
  }),
});

export const CalculateTransportInput = builder.inputType('CalculateTransportInput', {
  description: 'One transport leg: give its distance, or where it begins and ends.',
  fields: (t) => ({
    method: t.field({
      type: TransportMethodEnum,
      required: true,
      description: 'Mode of transport.',
    }),
    vehicleClass: t.field({
      type: VehicleClassEnum,
      description: "Kind of vehicle; the mode's default when absent.",
    }),
    massKg: t.float({
      required: true,
      description: 'Mass carried in kg.',
      extensions: NOT_NEGATIVE,
    }),
    distanceKm: t.float({ description: 'Distance in km as driven.', extensions: NOT_NEGATIVE }),
    from: t.string({
      description: 'Origin: country (DE), UN/LOCODE (CNSHA) or IATA airport (FRA).',
    }),
    to: t.string({ description: 'Destination: country, UN/LOCODE or IATA airport.' }),
    refrigerated: t.boolean({
      description:
        'True if the goods are refrigerated during transport. Counted for lorries and container ships; the cooling of others is listed in `notCovered`.',
    }),
    factorId: t.id({ description: "Emission factor per t.km, instead of the method's own." }),
    ...choiceFields(t),
  }),
});

export const CalculateProductFootprintInput = builder.inputType('CalculateProductFootprintInput', {
  description: 'The product to calculate, and the method.',
  fields: (t) => ({
    product: t.field({
      type: ProductReferenceInput,
      description: 'The product, by one of its identifiers.',
    }),
    productId: shortField(t, 'product'),
    asProductFootprint: t.boolean({
      description:
        'True makes the result the footprint of the product, and its detail and boundary the `footprintBasis`; false keeps the footprint as it is. By default true if detail and boundary are those of `footprintBasis`. It is a new version of the product.',
    }),
    ...detailFields(t, 'BASIC'),
    ...choiceFields(t),
  }),
});

export const CalculateSupplyChainFootprintInput = builder.inputType(
  'CalculateSupplyChainFootprintInput',
  {
    description: 'The supply chain to calculate, and the method.',
    fields: (t) => ({
      supplyChain: objectField(t, 'The supply chain, by its id or your own.'),
      supplyChainId: shortField(t, 'supplyChain'),
      ...detailFields(t, 'FULL'),
      detail: t.field({
        type: CalculationDetailEnum,
        description: 'Level of detail; FULL by default, up to the gate of the last facility.',
      }),
      ...choiceFields(t),
    }),
  },
);

export const CalculateCatalogueInput = builder.inputType('CalculateCatalogueInput', {
  description: 'Method for the calculation of all products that are not archived.',
  fields: (t) => ({
    asProductFootprint: t.boolean({
      description:
        'True makes each result the footprint of its product, as `calculateProductFootprint` does. Only products are calculated whose `footprintState` is NOT_CALCULATED or OUTDATED, so that a repeated call writes nothing. False, the default, calculates all and keeps their footprints as they are.',
    }),
    detail: t.field({
      type: CalculationDetailEnum,
      description:
        'Level of detail; FULL by default. With `asProductFootprint` and neither detail nor boundary, each product is calculated by its own `footprintBasis`; otherwise detail and boundary become its `footprintBasis`.',
    }),
    ...methodFields(t),
    ...choiceFields(t),
  }),
});

export const CancelCalculationInput = builder.inputType('CancelCalculationInput', {
  description: 'The calculation to cancel.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of a calculation that is queued or running.' }),
  }),
});
