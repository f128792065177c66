import type { Packaging } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { PackagingLevelEnum } from '../enums.ts';

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
  }),
});
