import type { Component } from '@trackway/engine';
import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { PedigreeInput, PedigreeRef, UncertaintyInput, UncertaintyRef } from './data-quality.ts';
import { ProcessStepInput, ProcessStepRef } from './process-step.ts';
import { RecyclingParametersInput, RecyclingParametersRef } from './recycling.ts';
import { TransportLegInput, TransportLegRef } from './transport-leg.ts';

/** Descriptions shared by the output type and the input type. */
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
  originCountry: 'Country of origin of the part.',
  supplier: 'Name of the supplier.',
  transportLegs: 'Inbound transport of the part to the factory.',
  processSteps:
    'Steps that this part alone goes through, before the process steps of the product; at most 50.',
  recycling: 'Parameters of recycling, instead of those of the material.',
  pedigree: 'Quality of this data, for the uncertainty.',
  uncertainty: 'Uncertainty of the amount; the amount is exact when absent.',
};

export const ComponentRef = builder.objectRef<Component>('Component').implement({
  description: 'A part of a product.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: COMPONENT.name }),
    material: t.exposeString('material', { nullable: true, description: COMPONENT.material }),
    factorId: t.exposeID('factorId', { nullable: true, description: COMPONENT.factorId }),
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
      extensions: access({ size: 3 }),
      description: COMPONENT.transportLegs,
      resolve: (component) => component.transportLegs ?? [],
    }),
    processSteps: t.field({
      type: [ProcessStepRef],
      extensions: access({ size: 2 }),
      description: COMPONENT.processSteps,
      resolve: (component) => component.processSteps ?? [],
    }),
    recycling: t.expose('recycling', {
      type: RecyclingParametersRef,
      nullable: true,
      description: COMPONENT.recycling,
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
    processSteps: t.field({ type: [ProcessStepInput], description: COMPONENT.processSteps }),
    recycling: t.field({ type: RecyclingParametersInput, description: COMPONENT.recycling }),
    pedigree: t.field({ type: PedigreeInput, description: COMPONENT.pedigree }),
    uncertainty: t.field({ type: UncertaintyInput, description: COMPONENT.uncertainty }),
  }),
});
