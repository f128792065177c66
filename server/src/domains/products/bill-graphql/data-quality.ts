import type { Pedigree, Uncertainty } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { DistributionEnum } from '../enums.ts';

/** Descriptions shared by the output type and the input type. */
const PEDIGREE = {
  reliability: 'Reliability, 1 (measured) to 5 (guessed).',
  completeness: 'Completeness of the sample, 1 (best) to 5.',
  temporal: 'Temporal correlation, 1 (best) to 5.',
  geographical: 'Geographical correlation, 1 (best) to 5.',
  technological: 'Technological correlation, 1 (best) to 5.',
};

const UNCERTAINTY = {
  kind: 'The distribution.',
  sigma: 'LOGNORMAL: standard deviation of the logarithm.',
  deviation: 'NORMAL: standard deviation, relative to the amount.',
  least: 'TRIANGULAR and UNIFORM: smallest value, relative to the amount.',
  most: 'TRIANGULAR and UNIFORM: largest value, relative to the amount.',
};

export const PedigreeRef = builder.objectRef<Pedigree>('Pedigree').implement({
  description: "Data quality by the scores of ecoinvent's pedigree matrix, 1 (best) to 5.",
  fields: (t) => ({
    reliability: t.exposeFloat('reliability', { description: PEDIGREE.reliability }),
    completeness: t.exposeFloat('completeness', { description: PEDIGREE.completeness }),
    temporal: t.exposeFloat('temporal', { description: PEDIGREE.temporal }),
    geographical: t.exposeFloat('geographical', { description: PEDIGREE.geographical }),
    technological: t.exposeFloat('technological', { description: PEDIGREE.technological }),
  }),
});

export const PedigreeInput = builder.inputType('PedigreeInput', {
  description: "Data quality by the scores of ecoinvent's pedigree matrix, 1 (best) to 5.",
  fields: (t) => ({
    reliability: t.float({ required: true, description: PEDIGREE.reliability }),
    completeness: t.float({ required: true, description: PEDIGREE.completeness }),
    temporal: t.float({ required: true, description: PEDIGREE.temporal }),
    geographical: t.float({ required: true, description: PEDIGREE.geographical }),
    technological: t.float({ required: true, description: PEDIGREE.technological }),
  }),
});

export const UncertaintyRef = builder.objectRef<Uncertainty>('DeclaredUncertainty').implement({
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

export const UncertaintyInput = builder.inputType('DeclaredUncertaintyInput', {
  description: 'The spread of a declared amount, relative to it: 1 is the amount itself.',
  fields: (t) => ({
    kind: t.field({ type: DistributionEnum, required: true, description: UNCERTAINTY.kind }),
    sigma: t.float({ description: UNCERTAINTY.sigma }),
    deviation: t.float({ description: UNCERTAINTY.deviation }),
    least: t.float({ description: UNCERTAINTY.least }),
    most: t.float({ description: UNCERTAINTY.most }),
  }),
});
