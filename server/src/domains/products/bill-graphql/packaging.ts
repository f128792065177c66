import type { Packaging } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { PackagingLevelEnum } from '../enums.ts';
import { EndOfLifeInput, EndOfLifeRef } from './end-of-life.ts';
import { RecyclingParametersInput, RecyclingParametersRef } from './recycling.ts';

/** Descriptions shared by the output type and the input type. */
const PACKAGING = {
  name: 'Name of the packaging.',
  level: 'Packaging level.',
  material: 'Name of a material of the library, such as "cardboard".',
  factorId: 'Emission factor that describes it.',
  massKg: 'Mass of one pack in kg.',
  recycledShare: 'Share of recycled content, 0 to 1.',
  unitsPerPack: 'Declared units that share one pack; 1 when absent.',
  reuseCount: 'Times the pack is used; 1 when absent.',
  originCountry: 'Country of origin of the packaging.',
  endOfLife:
    'Treatment of the packaging after its last use; the statistics of packaging waste of the country when absent.',
  recycling: 'Parameters of recycling, instead of those of the material.',
};

export const PackagingRef = builder.objectRef<Packaging>('Packaging').implement({
  description: 'Packaging of a product.',
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
    originCountry: t.expose('originCountry', {
      type: 'CountryCode',
      nullable: true,
      description: PACKAGING.originCountry,
    }),
    endOfLife: t.expose('endOfLife', {
      type: EndOfLifeRef,
      nullable: true,
      description: PACKAGING.endOfLife,
    }),
    recycling: t.expose('recycling', {
      type: RecyclingParametersRef,
      nullable: true,
      description: PACKAGING.recycling,
    }),
  }),
});

export const PackagingInput = builder.inputType('PackagingInput', {
  description: 'Packaging of a product: exactly one of material and factorId.',
  fields: (t) => ({
    name: t.string({ description: PACKAGING.name }),
    level: t.field({ type: PackagingLevelEnum, required: true, description: PACKAGING.level }),
    material: t.string({ description: PACKAGING.material }),
    factorId: t.id({ description: PACKAGING.factorId }),
    massKg: t.float({ required: true, description: PACKAGING.massKg }),
    recycledShare: t.float({ description: PACKAGING.recycledShare }),
    unitsPerPack: t.float({ description: PACKAGING.unitsPerPack }),
    reuseCount: t.float({ description: PACKAGING.reuseCount }),
    originCountry: t.field({ type: 'CountryCode', description: PACKAGING.originCountry }),
    endOfLife: t.field({ type: EndOfLifeInput, description: PACKAGING.endOfLife }),
    recycling: t.field({ type: RecyclingParametersInput, description: PACKAGING.recycling }),
  }),
});
