import type { Consumable, UseProfile } from '@trackway/engine';
import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { EnergyUseInput, EnergyUseRef } from './energy-use.ts';

/** Descriptions shared by the output type and the input type. */
const PROFILE = {
  uses: "Uses over the lifetime; the product's lifetime when it is counted in uses.",
  country: 'Country of use.',
  energy: 'Energy per use.',
  waterLitres: 'Water per use in litres.',
  consumables: 'Consumables of each use, such as detergent.',
};

const CONSUMABLE = {
  name: 'Name of the consumable.',
  material: 'Name of a material of the library.',
  factorId: 'Emission factor that describes it.',
  massKg: 'Mass per use in kg.',
};

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
  description: 'Use phase of the product.',
  fields: (t) => ({
    uses: t.exposeFloat('uses', { nullable: true, description: PROFILE.uses }),
    country: t.expose('country', {
      type: 'CountryCode',
      nullable: true,
      description: PROFILE.country,
    }),
    energy: t.field({
      type: [EnergyUseRef],
      extensions: access({ size: 3 }),
      description: PROFILE.energy,
      resolve: (profile) => profile.energy ?? [],
    }),
    waterLitres: t.exposeFloat('waterLitres', { nullable: true, description: PROFILE.waterLitres }),
    consumables: t.field({
      type: [ConsumableRef],
      extensions: access({ size: 3 }),
      description: PROFILE.consumables,
      resolve: (profile) => profile.consumables ?? [],
    }),
  }),
});

export const UseProfileInput = builder.inputType('UseProfileInput', {
  description: 'Use phase of the product.',
  fields: (t) => ({
    uses: t.float({ description: PROFILE.uses }),
    country: t.field({ type: 'CountryCode', description: PROFILE.country }),
    energy: t.field({ type: [EnergyUseInput], description: PROFILE.energy }),
    waterLitres: t.float({ description: PROFILE.waterLitres }),
    consumables: t.field({ type: [ConsumableInput], description: PROFILE.consumables }),
  }),
});
