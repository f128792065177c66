import type { OVERRIDE_OPS } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { LifecyclePhaseEnum } from '../calculations/index.ts';
import {
  ComponentInput,
  EndOfLifeInput,
  LifetimeInput,
  PackagingInput,
  ProcessStepInput,
  SectorTagEnum,
  TransportLegInput,
  TransportMethodEnum,
  VehicleClassEnum,
} from '../products/index.ts';
import { EnergyShareInput } from '../supply-chains/index.ts';

/** Fields of an override by operation, as in `swapMaterial`. */
export const OP_FIELDS = {
  swapMaterial: 'SWAP_MATERIAL',
  swapSupplier: 'SWAP_SUPPLIER',
  setCountry: 'SET_COUNTRY',
  setEnergyMix: 'SET_ENERGY_MIX',
  setTransportMethod: 'SET_TRANSPORT_METHOD',
  setDistance: 'SET_DISTANCE',
  setRecycledShare: 'SET_RECYCLED_SHARE',
  setQuantity: 'SET_QUANTITY',
  scale: 'SCALE',
  setLossRate: 'SET_LOSS_RATE',
  setLifetime: 'SET_LIFETIME',
  setEndOfLife: 'SET_EOL',
  setGridYear: 'SET_GRID_YEAR',
  add: 'ADD',
  remove: 'REMOVE',
} as const satisfies Readonly<Record<string, (typeof OVERRIDE_OPS)[number]>>;

const SelectorInput = builder.inputType('SelectorInput', {
  description: 'Elements that an override changes: all conditions that are given must hold.',
  fields: (t) => ({
    productId: t.id({
      description: 'Product that has the element; any product of the subject when absent.',
    }),
    component: t.string({
      description:
        'Name or material of a component, or name of a packaging, process step or facility.',
    }),
    path: t.string({
      description:
        'Path of the element as contributions show it, such as `components.2`; elements below it are meant too.',
    }),
    facility: t.string({ description: 'Key of a facility of a supply chain.' }),
    sectorTag: t.field({ type: SectorTagEnum, description: 'Sector of the product.' }),
    material: t.string({ description: 'Material, by any of its names.' }),
    country: t.field({ type: 'CountryCode', description: 'Country of the element.' }),
    phase: t.field({ type: LifecyclePhaseEnum, description: 'Life-cycle phase of the element.' }),
    method: t.field({ type: TransportMethodEnum, description: 'Mode of a transport leg.' }),
  }),
});

const SwapMaterialInput = builder.inputType('SwapMaterialInput', {
  description: 'Another material: exactly one of material and factorId.',
  fields: (t) => ({
    material: t.string({ description: 'Name of a material of the library.' }),
    factorId: t.id({ description: 'Emission factor that describes the material.' }),
    massRatio: t.float({
      description: 'Mass of the new material per mass of the old one; 1 by default.',
    }),
  }),
});

const SwapSupplierInput = builder.inputType('SwapSupplierInput', {
  description: 'Another supplier; what is not given stays.',
  fields: (t) => ({
    supplier: t.string({ description: 'Name of the supplier.' }),
    originCountry: t.field({ type: 'CountryCode', description: 'Country of origin.' }),
    factorId: t.id({ description: 'Emission factor of the part from this supplier.' }),
    productId: t.id({ description: 'Product of yours that describes the part.' }),
    supplierPcf: t.field({
      type: 'JSON',
      description: "The supplier's own footprint: a PACT 3.0 ProductFootprint as JSON.",
    }),
    transportLegs: t.field({
      type: [TransportLegInput],
      description: 'Inbound transport, instead of the present legs.',
    }),
  }),
});

const SetTransportMethodInput = builder.inputType('SetTransportMethodInput', {
  description: 'Another mode of transport.',
  fields: (t) => ({
    method: t.field({
      type: TransportMethodEnum,
      required: true,
      description: 'New mode of transport.',
    }),
    vehicleClass: t.field({ type: VehicleClassEnum, description: 'New kind of vehicle.' }),
    distanceKm: t.float({ description: 'New distance; the declared distance stays when absent.' }),
  }),
});

const SetQuantityInput = builder.inputType('SetQuantityInput', {
  description: 'Another amount: exactly one of massKg and quantity.',
  fields: (t) => ({
    massKg: t.float({ description: 'New mass in kg.' }),
    quantity: t.float({ description: 'New number of declared units or of units of the factor.' }),
  }),
});

const SetGridYearInput = builder.inputType('SetGridYearInput', {
  description: 'Grid electricity of a year, for all electricity of the subject.',
  fields: (t) => ({
    year: t.int({ required: true, description: 'Year of the grid factors.' }),
    factorSet: t.string({
      description: 'Slug of a factor set, such as one of a pathway; all sets by default.',
    }),
  }),
});

const AddElementInput = builder.inputType('AddElementInput', {
  description: 'Exactly one new element of the product.',
  fields: (t) => ({
    component: t.field({ type: ComponentInput, description: 'Component that is added.' }),
    packaging: t.field({ type: PackagingInput, description: 'Packaging that is added.' }),
    processStep: t.field({ type: ProcessStepInput, description: 'New process step.' }),
    transportLeg: t.field({ type: TransportLegInput, description: 'New leg to the customer.' }),
  }),
});

export const OverrideInput = builder.inputType('OverrideInput', {
  description:
    'A change of the subject: exactly one operation and where it applies, or `keep` alone.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the lever in results and messages.' }),
    cost: t.field({
      type: MoneyInput,
      description:
        'Cost per declared unit, or of the whole order, negative if it saves. All costs of a scenario are in one currency.',
    }),
    select: t.field({
      type: SelectorInput,
      description: 'Elements to change. A selector that matches nothing fails the run.',
    }),
    swapMaterial: t.field({
      type: SwapMaterialInput,
      description: 'SWAP_MATERIAL: the new material.',
    }),
    swapSupplier: t.field({
      type: SwapSupplierInput,
      description: 'SWAP_SUPPLIER: the new supplier.',
    }),
    setCountry: t.field({ type: 'CountryCode', description: 'SET_COUNTRY: the new country.' }),
    setEnergyMix: t.field({
      type: [EnergyShareInput],
      description: 'SET_ENERGY_MIX: the new sources.',
    }),
    setTransportMethod: t.field({
      type: SetTransportMethodInput,
      description: 'SET_TRANSPORT_METHOD: the new mode.',
    }),
    setDistance: t.float({ description: 'SET_DISTANCE: the new distance in km.' }),
    setRecycledShare: t.float({ description: 'SET_RECYCLED_SHARE: the new share, 0 to 1.' }),
    setQuantity: t.field({ type: SetQuantityInput, description: 'SET_QUANTITY: the new amount.' }),
    scale: t.float({ description: 'SCALE: the factor, above 0.' }),
    setLossRate: t.float({ description: 'SET_LOSS_RATE: the new loss, 0 to below 1.' }),
    setLifetime: t.field({ type: LifetimeInput, description: 'SET_LIFETIME: the new lifetime.' }),
    setEndOfLife: t.field({ type: EndOfLifeInput, description: 'SET_EOL: the new treatment.' }),
    setGridYear: t.field({ type: SetGridYearInput, description: 'SET_GRID_YEAR: the new year.' }),
    add: t.field({ type: AddElementInput, description: 'ADD: the new element.' }),
    remove: t.boolean({ description: 'REMOVE: true takes the selected elements away.' }),
    keep: t.int({
      description:
        'Only in `updateScenario`: the override that is at this position now, counted from 0, as it is.',
    }),
  }),
});

export const SweepParameterInput = builder.inputType('SweepParameterInput', {
  description: 'Values that the number of one override takes.',
  fields: (t) => ({
    override: t.int({ required: true, description: 'Position of the override, from 0.' }),
    values: t.floatList({ required: true, description: 'Values, at most 250.' }),
  }),
});

const TargetLeverInput = builder.inputType('TargetLeverInput', {
  description: 'An override whose number may move.',
  fields: (t) => ({
    override: t.int({ required: true, description: 'Position of the override, from 0.' }),
    least: t.float({ required: true, description: 'Lowest level that is allowed.' }),
    most: t.float({ required: true, description: 'Highest level that is allowed.' }),
    from: t.float({ required: true, description: 'Level of today.' }),
    costPerUnit: t.field({
      type: MoneyInput,
      description:
        'Cost of one unit of level away from `from`, in the currency of all costs of the scenario.',
    }),
  }),
});

export const TargetInput = builder.inputType('TargetInput', {
  description: 'A target: exactly one of atMostCo2eKg and reductionShare.',
  fields: (t) => ({
    atMostCo2eKg: t.float({ description: 'Largest result in kg CO2e.' }),
    reductionShare: t.float({ description: 'Reduction of the baseline, 0 to 1.' }),
    levers: t.field({
      type: [TargetLeverInput],
      required: true,
      description: 'Levers that may move, 1 to 10.',
    }),
  }),
});
