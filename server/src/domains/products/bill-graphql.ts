import type {
  Component,
  Consumable,
  EndOfLife,
  EnergyUse,
  Lifetime,
  Packaging,
  Pedigree,
  ProcessStep,
  TransportLeg,
  Uncertainty,
  UseProfile,
} from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { gate } from '../../graphql/gates.ts';
import {
  DistributionEnum,
  EnergySourceEnum,
  LifetimeUnitEnum,
  PackagingLevelEnum,
  ProcessNameEnum,
  TransportMethodEnum,
  VehicleClassEnum,
} from './words.ts';

/** What the fields of a bill mean, said once for the type that is read and the input that is written. */
const LEG = {
  method: 'Mode of transport.',
  vehicleClass: "Kind of vehicle; the mode's default when absent.",
  distanceKm: 'Distance in km as driven; when absent it is worked out from `from` and `to`.',
  from: 'Where the leg begins: country (DE), UN/LOCODE (CNSHA) or IATA airport (FRA).',
  to: 'Where the leg ends: country, UN/LOCODE or IATA airport.',
  massKg: 'Mass carried in kg; by default the gross mass of what the leg belongs to.',
  refrigerated: 'Whether the goods are cooled on the way.',
  factorId: "Emission factor per t.km, instead of the method's own.",
};
const USE = {
  source: 'Carrier or source of the energy.',
  energyKwh: 'Energy in kWh.',
  country: 'Country where it is used, for grid electricity.',
  factorId: 'Emission factor per unit of energy, for a source that the library does not have.',
};
const PEDIGREE = {
  reliability: 'How the value was obtained, 1 (measured) to 5 (guessed).',
  completeness: 'How representative the sample is, 1 to 5.',
  temporal: 'How near in time it is, 1 to 5.',
  geographical: 'How near in place it is, 1 to 5.',
  technological: 'How near in technology it is, 1 to 5.',
};
const UNCERTAINTY = {
  kind: 'The distribution.',
  sigma: 'LOGNORMAL: standard deviation of the logarithm.',
  deviation: 'NORMAL: standard deviation, relative to the amount.',
  least: 'TRIANGULAR and UNIFORM: smallest value, relative to the amount.',
  most: 'TRIANGULAR and UNIFORM: largest value, relative to the amount.',
};
const COMPONENT = {
  name: 'Name of the part.',
  material: 'Name of a material of the library, such as "cotton fibre".',
  factorId: 'Emission factor that describes the part.',
  productId: 'Another product that is the part.',
  supplierPcf: "The supplier's own footprint of the part: a PACT 3.0 ProductFootprint as JSON.",
  massKg: 'Mass in kg in the finished product, before losses.',
  quantity: 'Number of sub-products or of units of the factor; 1 when absent.',
  unit: "Unit of the quantity when it is not the part's own, such as g, kWh or m2.",
  recycledShare: 'Share of recycled content, 0 to 1.',
  lossRate: 'Share lost in production, 0 to below 1: input = mass / (1 − loss).',
  originCountry: 'Country the part comes from.',
  supplier: 'Who supplies it.',
  transportLegs: 'How the part comes to the factory.',
  pedigree: 'Quality of this data, for the uncertainty.',
  uncertainty: 'How sure the amount is; taken as it stands when absent.',
};
const PACKAGING = {
  name: 'Name of the packaging.',
  level: 'How near to the product it is.',
  material: 'Name of a material of the library, such as "cardboard".',
  factorId: 'Emission factor that describes it.',
  massKg: 'Mass of one pack in kg.',
  recycledShare: 'Share of recycled content, 0 to 1.',
  unitsPerPack: 'Declared units that share one pack; 1 when absent.',
  reuseCount: 'Times the pack is used; 1 when absent.',
};
const STEP = {
  name: 'Name of the step.',
  process: 'A textile process whose energy is known.',
  factorId: 'Emission factor per kg, m² or piece of what comes out, its input not included.',
  massKg: 'Mass in kg that comes out of the step; the net mass of the product when absent.',
  areaM2: 'Area in m² that comes out, for processes that are measured by area.',
  country: 'Country where the step happens.',
  energy: 'Energy of the step, when it is not a named process.',
  lossRate: 'Share of the mass that the step loses, 0 to below 1.',
};
const PROFILE = {
  uses: "Uses over the lifetime; the product's lifetime when it is counted in uses.",
  country: 'Country of use.',
  energy: 'Energy per use.',
  waterLitres: 'Water per use in litres.',
  consumables: 'What each use takes, such as detergent.',
};
const CONSUMABLE = {
  name: 'Name of the consumable.',
  material: 'Name of a material of the library.',
  factorId: 'Emission factor that describes it.',
  massKg: 'Mass per use in kg.',
};
const END = {
  country: 'Country where the product is disposed of.',
  recycledShare: 'Share of the mass that is recycled, 0 to 1.',
  incineratedShare: 'Share of the mass that is incinerated, 0 to 1.',
  landfilledShare: 'Share of the mass that is landfilled, 0 to 1.',
};
const LIFETIME = { value: 'How long it lasts.', unit: 'What that is counted in.' };

const TransportLegRef = builder.objectRef<TransportLeg>('TransportLeg').implement({
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

const EnergyUseRef = builder.objectRef<EnergyUse>('EnergyUse').implement({
  description: 'Energy that something takes.',
  fields: (t) => ({
    source: t.expose('source', { type: EnergySourceEnum, description: USE.source }),
    energyKwh: t.exposeFloat('energyKwh', { description: USE.energyKwh }),
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: USE.country }),
    factorId: t.exposeID('factorId', { nullable: true, description: USE.factorId }),
  }),
});

const EnergyUseInput = builder.inputType('EnergyUseInput', {
  description: 'Energy that something takes.',
  fields: (t) => ({
    source: t.field({ type: EnergySourceEnum, required: true, description: USE.source }),
    energyKwh: t.float({ required: true, description: USE.energyKwh }),
    country: t.field({ type: 'CountryCode', description: USE.country }),
    factorId: t.id({ description: USE.factorId }),
  }),
});

const PedigreeRef = builder.objectRef<Pedigree>('Pedigree').implement({
  description: "Data quality by the scores of ecoinvent's pedigree matrix, 1 (best) to 5.",
  fields: (t) => ({
    reliability: t.exposeFloat('reliability', { description: PEDIGREE.reliability }),
    completeness: t.exposeFloat('completeness', { description: PEDIGREE.completeness }),
    temporal: t.exposeFloat('temporal', { description: PEDIGREE.temporal }),
    geographical: t.exposeFloat('geographical', { description: PEDIGREE.geographical }),
    technological: t.exposeFloat('technological', { description: PEDIGREE.technological }),
  }),
});

const PedigreeInput = builder.inputType('PedigreeInput', {
  description: "Data quality by the scores of ecoinvent's pedigree matrix, 1 (best) to 5.",
  fields: (t) => ({
    reliability: t.float({ required: true, description: PEDIGREE.reliability }),
    completeness: t.float({ required: true, description: PEDIGREE.completeness }),
    temporal: t.float({ required: true, description: PEDIGREE.temporal }),
    geographical: t.float({ required: true, description: PEDIGREE.geographical }),
    technological: t.float({ required: true, description: PEDIGREE.technological }),
  }),
});

const UncertaintyRef = builder.objectRef<Uncertainty>('DeclaredUncertainty').implement({
  description: 'The spread of a declared amount, relative to it: 1 is the amount itself.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DistributionEnum, description: UNCERTAINTY.kind }),
    sigma: t.float({
      nullable: true,
      description: UNCERTAINTY.sigma,
      resolve: (it) => (it.kind === 'LOGNORMAL' ? it.sigma : null),
    }),
    deviation: t.float({
      nullable: true,
      description: UNCERTAINTY.deviation,
      resolve: (it) => (it.kind === 'NORMAL' ? it.deviation : null),
    }),
    least: t.float({
      nullable: true,
      description: UNCERTAINTY.least,
      resolve: (it) => ('least' in it ? it.least : null),
    }),
    most: t.float({
      nullable: true,
      description: UNCERTAINTY.most,
      resolve: (it) => ('most' in it ? it.most : null),
    }),
  }),
});

const UncertaintyInput = builder.inputType('DeclaredUncertaintyInput', {
  description: 'The spread of a declared amount, relative to it: 1 is the amount itself.',
  fields: (t) => ({
    kind: t.field({ type: DistributionEnum, required: true, description: UNCERTAINTY.kind }),
    sigma: t.float({ description: UNCERTAINTY.sigma }),
    deviation: t.float({ description: UNCERTAINTY.deviation }),
    least: t.float({ description: UNCERTAINTY.least }),
    most: t.float({ description: UNCERTAINTY.most }),
  }),
});

export const ComponentRef = builder.objectRef<Component>('Component').implement({
  description: 'A part of a product.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: COMPONENT.name }),
    material: t.exposeString('material', { nullable: true, description: COMPONENT.material }),
    factorId: t.exposeID('factorId', { nullable: true, description: COMPONENT.factorId }),
    productId: t.exposeID('productId', { nullable: true, description: COMPONENT.productId }),
    supplierPcf: t.expose('supplierPcf', {
      type: 'JSON',
      nullable: true,
      description: COMPONENT.supplierPcf,
    }),
    massKg: t.exposeFloat('massKg', { nullable: true, description: COMPONENT.massKg }),
    quantity: t.exposeFloat('quantity', { nullable: true, description: COMPONENT.quantity }),
    unit: t.exposeString('unit', { nullable: true, description: COMPONENT.unit }),
    recycledShare: t.float({
      description: COMPONENT.recycledShare,
      resolve: (component) => component.recycledShare ?? 0,
    }),
    lossRate: t.float({
      description: COMPONENT.lossRate,
      resolve: (component) => component.lossRate ?? 0,
    }),
    originCountry: t.expose('originCountry', {
      type: 'CountryCode',
      nullable: true,
      description: COMPONENT.originCountry,
    }),
    supplier: t.exposeString('supplier', { nullable: true, description: COMPONENT.supplier }),
    transportLegs: t.field({
      type: [TransportLegRef],
      extensions: gate({ size: 3 }),
      description: COMPONENT.transportLegs,
      resolve: (component) => component.transportLegs ?? [],
    }),
    uncertainty: t.expose('uncertainty', {
      type: UncertaintyRef,
      nullable: true,
      description: COMPONENT.uncertainty,
    }),
    pedigree: t.expose('pedigree', {
      type: PedigreeRef,
      nullable: true,
      description: COMPONENT.pedigree,
    }),
  }),
});

export const ComponentInput = builder.inputType('ComponentInput', {
  description: 'A part of a product: exactly one of material, factorId, productId and supplierPcf.',
  fields: (t) => ({
    name: t.string({ description: COMPONENT.name }),
    material: t.string({ description: COMPONENT.material }),
    factorId: t.id({ description: COMPONENT.factorId }),
    productId: t.id({ description: COMPONENT.productId }),
    supplierPcf: t.field({ type: 'JSON', description: COMPONENT.supplierPcf }),
    massKg: t.float({ description: COMPONENT.massKg }),
    quantity: t.float({ description: COMPONENT.quantity }),
    unit: t.string({ description: COMPONENT.unit }),
    recycledShare: t.float({ description: COMPONENT.recycledShare }),
    lossRate: t.float({ description: COMPONENT.lossRate }),
    originCountry: t.field({ type: 'CountryCode', description: COMPONENT.originCountry }),
    supplier: t.string({ description: COMPONENT.supplier }),
    transportLegs: t.field({ type: [TransportLegInput], description: COMPONENT.transportLegs }),
    pedigree: t.field({ type: PedigreeInput, description: COMPONENT.pedigree }),
    uncertainty: t.field({ type: UncertaintyInput, description: COMPONENT.uncertainty }),
  }),
});

export const PackagingRef = builder.objectRef<Packaging>('Packaging').implement({
  description: 'What a product is packed in.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: PACKAGING.name }),
    level: t.expose('level', { type: PackagingLevelEnum, description: PACKAGING.level }),
    material: t.exposeString('material', { nullable: true, description: PACKAGING.material }),
    factorId: t.exposeID('factorId', { nullable: true, description: PACKAGING.factorId }),
    massKg: t.exposeFloat('massKg', { description: PACKAGING.massKg }),
    recycledShare: t.float({
      description: PACKAGING.recycledShare,
      resolve: (pack) => pack.recycledShare ?? 0,
    }),
    unitsPerPack: t.float({
      description: PACKAGING.unitsPerPack,
      resolve: (pack) => pack.unitsPerPack ?? 1,
    }),
    reuseCount: t.float({
      description: PACKAGING.reuseCount,
      resolve: (pack) => pack.reuseCount ?? 1,
    }),
  }),
});

export const PackagingInput = builder.inputType('PackagingInput', {
  description: 'What a product is packed in: exactly one of material and factorId.',
  fields: (t) => ({
    name: t.string({ description: PACKAGING.name }),
    level: t.field({ type: PackagingLevelEnum, required: true, description: PACKAGING.level }),
    material: t.string({ description: PACKAGING.material }),
    factorId: t.id({ description: PACKAGING.factorId }),
    massKg: t.float({ required: true, description: PACKAGING.massKg }),
    recycledShare: t.float({ description: PACKAGING.recycledShare }),
    unitsPerPack: t.float({ description: PACKAGING.unitsPerPack }),
    reuseCount: t.float({ description: PACKAGING.reuseCount }),
  }),
});

export const ProcessStepRef = builder.objectRef<ProcessStep>('ProcessStep').implement({
  description: 'A step of making a product.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: STEP.name }),
    process: t.expose('process', {
      type: ProcessNameEnum,
      nullable: true,
      description: STEP.process,
    }),
    factorId: t.exposeID('factorId', { nullable: true, description: STEP.factorId }),
    massKg: t.exposeFloat('massKg', { nullable: true, description: STEP.massKg }),
    areaM2: t.exposeFloat('areaM2', { nullable: true, description: STEP.areaM2 }),
    country: t.expose('country', {
      type: 'CountryCode',
      nullable: true,
      description: STEP.country,
    }),
    energy: t.field({
      type: [EnergyUseRef],
      extensions: gate({ size: 3 }),
      description: STEP.energy,
      resolve: (step) => step.energy ?? [],
    }),
    lossRate: t.float({ description: STEP.lossRate, resolve: (step) => step.lossRate ?? 0 }),
  }),
});

export const ProcessStepInput = builder.inputType('ProcessStepInput', {
  description: 'A step of making a product: a named process, a factor, or its energy.',
  fields: (t) => ({
    name: t.string({ description: STEP.name }),
    process: t.field({ type: ProcessNameEnum, description: STEP.process }),
    factorId: t.id({ description: STEP.factorId }),
    massKg: t.float({ description: STEP.massKg }),
    areaM2: t.float({ description: STEP.areaM2 }),
    country: t.field({ type: 'CountryCode', description: STEP.country }),
    energy: t.field({ type: [EnergyUseInput], description: STEP.energy }),
    lossRate: t.float({ description: STEP.lossRate }),
  }),
});

const ConsumableRef = builder.objectRef<Consumable>('Consumable').implement({
  description: 'Something used up by use, such as detergent.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: CONSUMABLE.name }),
    material: t.exposeString('material', { nullable: true, description: CONSUMABLE.material }),
    factorId: t.exposeID('factorId', { nullable: true, description: CONSUMABLE.factorId }),
    massKg: t.exposeFloat('massKg', { description: CONSUMABLE.massKg }),
  }),
});

const ConsumableInput = builder.inputType('ConsumableInput', {
  description: 'Something used up by use, such as detergent.',
  fields: (t) => ({
    name: t.string({ description: CONSUMABLE.name }),
    material: t.string({ description: CONSUMABLE.material }),
    factorId: t.id({ description: CONSUMABLE.factorId }),
    massKg: t.float({ required: true, description: CONSUMABLE.massKg }),
  }),
});

export const UseProfileRef = builder.objectRef<UseProfile>('UseProfile').implement({
  description: 'What using the product takes.',
  fields: (t) => ({
    uses: t.exposeFloat('uses', { nullable: true, description: PROFILE.uses }),
    country: t.expose('country', {
      type: 'CountryCode',
      nullable: true,
      description: PROFILE.country,
    }),
    energy: t.field({
      type: [EnergyUseRef],
      extensions: gate({ size: 3 }),
      description: PROFILE.energy,
      resolve: (profile) => profile.energy ?? [],
    }),
    waterLitres: t.exposeFloat('waterLitres', { nullable: true, description: PROFILE.waterLitres }),
    consumables: t.field({
      type: [ConsumableRef],
      extensions: gate({ size: 3 }),
      description: PROFILE.consumables,
      resolve: (profile) => profile.consumables ?? [],
    }),
  }),
});

export const UseProfileInput = builder.inputType('UseProfileInput', {
  description: 'What using the product takes.',
  fields: (t) => ({
    uses: t.float({ description: PROFILE.uses }),
    country: t.field({ type: 'CountryCode', description: PROFILE.country }),
    energy: t.field({ type: [EnergyUseInput], description: PROFILE.energy }),
    waterLitres: t.float({ description: PROFILE.waterLitres }),
    consumables: t.field({ type: [ConsumableInput], description: PROFILE.consumables }),
  }),
});

export const EndOfLifeRef = builder.objectRef<EndOfLife>('EndOfLife').implement({
  description: 'Where the product goes in the end; what no share covers is landfilled.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: END.country }),
    recycledShare: t.exposeFloat('recycledShare', {
      nullable: true,
      description: END.recycledShare,
    }),
    incineratedShare: t.exposeFloat('incineratedShare', {
      nullable: true,
      description: END.incineratedShare,
    }),
    landfilledShare: t.exposeFloat('landfilledShare', {
      nullable: true,
      description: END.landfilledShare,
    }),
  }),
});

export const EndOfLifeInput = builder.inputType('EndOfLifeInput', {
  description: 'Where the product goes in the end; what no share covers is landfilled.',
  fields: (t) => ({
    country: t.field({ type: 'CountryCode', description: END.country }),
    recycledShare: t.float({ description: END.recycledShare }),
    incineratedShare: t.float({ description: END.incineratedShare }),
    landfilledShare: t.float({ description: END.landfilledShare }),
  }),
});

export const LifetimeRef = builder.objectRef<Lifetime>('Lifetime').implement({
  description: 'How long a product lasts.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: LIFETIME.value }),
    unit: t.expose('unit', { type: LifetimeUnitEnum, description: LIFETIME.unit }),
  }),
});

export const LifetimeInput = builder.inputType('LifetimeInput', {
  description: 'How long a product lasts.',
  fields: (t) => ({
    value: t.float({ required: true, description: LIFETIME.value }),
    unit: t.field({ type: LifetimeUnitEnum, required: true, description: LIFETIME.unit }),
  }),
});

export { TransportLegRef };
