import type { Position } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import {
  DeclaredUnitEnum,
  EnergySourceEnum,
  TransportLegInput,
  TransportMethodEnum,
  VehicleClassEnum,
} from '../products/index.ts';
import { facilityProblems, flowProblemsAlone } from './check.ts';
import { type Cycles, isInCycle } from './cycles.ts';
import { DistanceSourceEnum } from './enums.ts';
import {
  type EnergyShare,
  energyMixOf,
  type Facility,
  type Flow,
  type FlowLeg,
  type Network,
  unitOf,
} from './model.ts';

/** A network with its loops found, and its parts, each knowing the whole. */
export type NetworkView = { readonly network: Network; readonly cycles: Cycles };
export type FacilityView = { readonly facility: Facility; readonly view: NetworkView };
export type FlowView = { readonly flow: Flow; readonly view: NetworkView };

/** Descriptions shared by the output type and the input type. */
const FACILITY = {
  key: 'Your key of the facility in this supply chain; flows refer to it.',
  name: 'Name of the facility.',
  tier: 'Tier of the facility: 0 is nearest to the customer.',
  activity: 'Activity of the facility: spinning, assembly, storage …',
  country: 'Country of the facility; it determines the electricity grid.',
  coordinates: 'Exact position; distances are calculated from it.',
  supplier: 'Operator of the facility.',
  unit: 'Unit of the output. Default: the unit of its flows, or KG if it has none.',
  material:
    'Name of a material of the library that it brings in, per unit: for facilities where the chain begins.',
  factorId: 'Emission factor of the input of the facility, per unit.',
  energyMix:
    'Energy mix of the facility: shares that add up to 1. The grid of its country when absent.',
  energyKwhPerUnit: 'Energy in kWh per unit of good output.',
  waterLitresPerUnit: 'Water in litres per unit of good output.',
  yield: 'Share of the input that becomes good output, above 0 up to 1; 1 when absent.',
};
const FLOW = {
  from: 'Key of the facility that sends.',
  to: 'Key of the facility that receives.',
  quantity: 'Amount of the output of `from` per unit of the good output of `to`, before its yield.',
  unit: 'Unit of the quantity: that of `from`.',
  transportLegs: 'Transport legs in order, at most 10.',
};

const CoordinatesRef = builder.objectRef<Position>('Coordinates').implement({
  description: 'A point on the globe (WGS 84).',
  fields: (t) =>
    exposed(t, {
      latitude: field('Float', 'Degrees north, -90 to 90.'),
      longitude: field('Float', 'Degrees east, -180 to 180.'),
    }),
});

const CoordinatesInput = builder.inputType('CoordinatesInput', {
  description: 'A point on the globe (WGS 84).',
  fields: (t) => ({
    latitude: t.float({ required: true, description: 'Degrees north, -90 to 90.' }),
    longitude: t.float({ required: true, description: 'Degrees east, -180 to 180.' }),
  }),
});

const EnergyShareRef = builder.objectRef<EnergyShare>('EnergyShare').implement({
  description: 'A part of an energy mix.',
  fields: (t) =>
    exposed(t, {
      source: field(EnergySourceEnum, 'Energy source of the share.'),
      share: field('Float', 'Share of the energy, 0 to 1.'),
    }),
});

export const EnergyShareInput = builder.inputType('EnergyShareInput', {
  description: 'A part of an energy mix.',
  fields: (t) => ({
    source: t.field({
      type: EnergySourceEnum,
      required: true,
      description: 'Energy source of the share.',
    }),
    share: t.float({ required: true, description: 'Share of the energy, 0 to 1.' }),
  }),
});

export const FacilityRef = builder.objectRef<FacilityView>('Facility').implement({
  description: 'A place in a supply chain where something is made, stored or sold.',
  fields: (t) => ({
    key: t.string({ description: FACILITY.key, resolve: ({ facility }) => facility.key }),
    name: t.string({ description: FACILITY.name, resolve: ({ facility }) => facility.name }),
    tier: t.int({ description: FACILITY.tier, resolve: ({ facility }) => facility.tier }),
    activity: t.string({
      nullable: true,
      description: FACILITY.activity,
      resolve: ({ facility }) => facility.activity,
    }),
    country: t.field({
      type: 'CountryCode',
      nullable: true,
      description: FACILITY.country,
      resolve: ({ facility }) => facility.country,
    }),
    coordinates: t.field({
      type: CoordinatesRef,
      nullable: true,
      extensions: access({ size: 0 }),
      description: FACILITY.coordinates,
      resolve: ({ facility }) => facility.coordinates,
    }),
    supplier: t.string({
      nullable: true,
      description: FACILITY.supplier,
      resolve: ({ facility }) => facility.supplier,
    }),
    unit: t.field({
      type: DeclaredUnitEnum,
      description: FACILITY.unit,
      resolve: ({ facility, view }) => unitOf(facility, view.network),
    }),
    material: t.string({
      nullable: true,
      description: FACILITY.material,
      resolve: ({ facility }) => facility.material,
    }),
    factorId: t.id({
      nullable: true,
      description: FACILITY.factorId,
      resolve: ({ facility }) => facility.factorId,
    }),
    energyMix: t.field({
      type: [EnergyShareRef],
      extensions: access({ size: 2 }),
      description: FACILITY.energyMix,
      resolve: ({ facility }) => [...energyMixOf(facility)],
    }),
    energyKwhPerUnit: t.float({
      nullable: true,
      description: FACILITY.energyKwhPerUnit,
      resolve: ({ facility }) => facility.energyKwhPerUnit,
    }),
    waterLitresPerUnit: t.float({
      nullable: true,
      description: FACILITY.waterLitresPerUnit,
      resolve: ({ facility }) => facility.waterLitresPerUnit,
    }),
    yield: t.float({
      description: FACILITY.yield,
      resolve: ({ facility }) => facility.yield ?? 1,
    }),
    isInCycle: t.boolean({
      description: 'True if the facility is part of a loop.',
      resolve: ({ facility, view }) => view.cycles.groupOf.has(facility.key),
    }),
  }),
});

export const FacilityInput = builder.inputType('FacilityInput', {
  extensions: checkedBy((given: Facility, path) => facilityProblems(given, path)),
  description: 'A place in a supply chain where something is made, stored or sold.',
  fields: (t) => ({
    key: t.string({ required: true, description: FACILITY.key }),
    name: t.string({ required: true, description: FACILITY.name }),
    tier: t.int({ required: true, description: FACILITY.tier }),
    activity: t.string({ description: FACILITY.activity }),
    country: t.field({ type: 'CountryCode', description: FACILITY.country }),
    coordinates: t.field({ type: CoordinatesInput, description: FACILITY.coordinates }),
    supplier: t.string({ description: FACILITY.supplier }),
    unit: t.field({ type: DeclaredUnitEnum, description: FACILITY.unit }),
    material: t.string({ description: FACILITY.material }),
    factorId: t.id({ description: FACILITY.factorId }),
    energyMix: t.field({ type: [EnergyShareInput], description: FACILITY.energyMix }),
    energyKwhPerUnit: t.float({ description: FACILITY.energyKwhPerUnit }),
    waterLitresPerUnit: t.float({ description: FACILITY.waterLitresPerUnit }),
    yield: t.float({ description: FACILITY.yield }),
  }),
});

const FlowLegRef = builder.objectRef<FlowLeg>('SupplyChainLeg').implement({
  description: 'A transport leg between two facilities.',
  fields: (t) => ({
    ...exposed(t, {
      method: field(TransportMethodEnum, 'Mode of transport.'),
      vehicleClass: nullable(VehicleClassEnum, "Kind of vehicle; the mode's default when null."),
      from: nullable('String', 'Origin: country, UN/LOCODE or IATA airport.'),
      to: nullable('String', 'Destination: country, UN/LOCODE or IATA airport.'),
      massKg: nullable(
        'Float',
        'Mass carried in kg; by default the quantity of the flow, when that is in kg.',
      ),
      factorId: nullable('ID', "Emission factor per t.km, instead of the method's own."),
    }),
    distanceKm: t.float({
      nullable: true,
      description:
        'Distance in km: declared, or estimated without the adjustment that a calculation adds.',
      resolve: (leg) => leg.distanceKm ?? leg.estimate?.distanceKm,
    }),
    distanceSource: t.field({
      type: DistanceSourceEnum,
      nullable: true,
      description: 'Origin of the distance; null if it is unknown.',
      resolve: (leg) => (leg.distanceKm === undefined ? leg.estimate?.source : 'DECLARED'),
    }),
    distanceReason: t.string({
      nullable: true,
      description: 'Method of the estimated distance; null if it was declared.',
      resolve: (leg) => leg.estimate?.reason,
    }),
    refrigerated: t.boolean({
      description:
        'True if the goods are refrigerated during transport. Counted for lorries and container ships; the cooling of others is listed in `notCovered`.',
      resolve: (leg) => leg.refrigerated ?? false,
    }),
  }),
});

export const FlowRef = builder.objectRef<FlowView>('SupplyChainFlow').implement({
  description: 'Goods that one facility sends to another.',
  fields: (t) => ({
    from: t.string({ description: FLOW.from, resolve: ({ flow }) => flow.from }),
    to: t.string({ description: FLOW.to, resolve: ({ flow }) => flow.to }),
    quantity: t.float({ description: FLOW.quantity, resolve: ({ flow }) => flow.quantity }),
    unit: t.field({
      type: DeclaredUnitEnum,
      description: FLOW.unit,
      resolve: ({ flow, view: { network } }) => {
        const sender = network.facilities.find(({ key }) => key === flow.from);
        return flow.unit ?? (sender === undefined ? 'KG' : unitOf(sender, network));
      },
    }),
    transportLegs: t.field({
      type: [FlowLegRef],
      extensions: access({ size: 2 }),
      description: FLOW.transportLegs,
      resolve: ({ flow }) => [...(flow.transportLegs ?? [])],
    }),
    isInCycle: t.boolean({
      description: 'True if the flow is part of a loop.',
      resolve: ({ flow, view }) => isInCycle(flow, view.cycles),
    }),
  }),
});

export const FlowInput = builder.inputType('SupplyChainFlowInput', {
  extensions: checkedBy((given: Flow, path) => flowProblemsAlone(given, path)),
  description: 'Goods that one facility sends to another.',
  fields: (t) => ({
    from: t.string({ required: true, description: FLOW.from }),
    to: t.string({ required: true, description: FLOW.to }),
    quantity: t.float({ required: true, description: FLOW.quantity }),
    unit: t.field({ type: DeclaredUnitEnum, description: FLOW.unit }),
    transportLegs: t.field({ type: [TransportLegInput], description: FLOW.transportLegs }),
  }),
});
