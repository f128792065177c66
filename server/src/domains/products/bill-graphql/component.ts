import type { Component } from '@trackway/engine';
import type { GivenUncertainty } from '../uncertainty.ts';
import { PedigreeInput, PedigreeRef, UncertaintyInput, UncertaintyRef } from './data-quality.ts';
import { optional, part, parts, partTypes } from './part-fields.ts';
import { ProcessStepInput, ProcessStepRef } from './process-step.ts';
import { RecyclingParametersInput, RecyclingParametersRef, recycledShare } from './recycling.ts';
import { TransportLegInput, TransportLegRef } from './transport-leg.ts';

type GivenComponent = Omit<Component, 'uncertainty'> & {
  readonly uncertainty?: GivenUncertainty | undefined;
};

export const [ComponentRef, ComponentInput] = partTypes<GivenComponent>(
  'Component',
  'A part of a product.',
  {
    name: optional('String', 'Name of the part.'),
    material: optional('String', 'Name of a material of the library, such as "cotton fibre".'),
    factorId: optional('ID', 'Emission factor that describes the part.'),
    productId: { ...optional('ID', 'Another product that is the part.'), shown: undefined },
    supplierPcf: optional(
      'JSON',
      "The supplier's own footprint of the part: a PACT 3.0 ProductFootprint as JSON.",
    ),
    massKg: optional('Float', 'Mass in kg in the finished product, before losses.'),
    quantity: optional(
      'Float',
      'Number of sub-products or of units of the factor; 1 when absent. Of a material in `unit`; without it in pieces, if the library counts the material by the piece, such as a processor, else in kg.',
    ),
    unit: optional(
      'String',
      "Unit of the quantity when it is not the part's own, such as g, kWh or m2.",
    ),
    recycledShare,
    lossRate: optional(
      'Float',
      'Share lost in production, 0 to below 1: input = mass / (1 − loss).',
      0,
    ),
    originCountry: optional('CountryCode', 'Country of origin of the part.'),
    supplier: optional('String', 'Name of the supplier.'),
    transportLegs: parts(
      TransportLegRef,
      TransportLegInput,
      'Inbound transport of the part to the factory.',
      3,
    ),
    processSteps: parts(
      ProcessStepRef,
      ProcessStepInput,
      'Steps that this part alone goes through, before the process steps of the product; at most 50.',
      2,
    ),
    recycling: part(
      RecyclingParametersRef,
      RecyclingParametersInput,
      'Parameters of recycling, instead of those of the material.',
    ),
    pedigree: part(PedigreeRef, PedigreeInput, 'Quality of this data, for the uncertainty.'),
    uncertainty: part(
      UncertaintyRef,
      UncertaintyInput,
      'Uncertainty of the amount; the amount is exact when absent.',
    ),
  },
  {
    description:
      'A part of a product: exactly one of material, factorId, productId and supplierPcf.',
  },
);
