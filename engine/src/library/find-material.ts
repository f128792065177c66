import type { Factor, MaterialMapping } from '../factor.ts';
import { type Memory, remembered } from '../remembered.ts';
import { convert, haveSameDimension } from '../units.ts';
import { type Choice, chooseFactor } from './choose-factor.ts';
import { factorsNamed, isFactorName } from './factor-names.ts';
import { logSpread, PROXY_VARIANCE, statedVariance } from './factor-variance.ts';
import { type FoodName, foodNamed } from './food-names.ts';
import { AVERAGE_ROUTE, type FactorLibrary, RECYCLED_ROUTE } from './library.ts';
import { type MaterialName, type NamedMaterial, namedMaterial } from './material-index.ts';
import { normalizedName } from './material-names.ts';
import { familySpread, usualSpread } from './material-spread.ts';
import { materialWithin } from './material-within.ts';
import { materialServedBy } from './served-material.ts';

/** A factor for a name, with how sure it is for that name. */
export interface MaterialChoice extends Choice {
  /** σ² of ln x: the source's own, or how far the sources of the name differ if that is more. */
  readonly basicVariance: number;
  /** The factors that serve the same name, in the order of the map; the chosen one is left out. */
  readonly alternatives: readonly Factor[];
  /** A shared factor that fits place and year better than the organization's own that was taken. */
  readonly betterFit: Factor | undefined;
  /** Reason why the factor is not of the material itself; undefined when it is. */
  readonly proxy: string | undefined;
}

export interface FoundMaterial {
  /** For an amount whose recycled share is not declared: the average of the market, else `virgin`. */
  readonly usual: MaterialChoice;
  /** For what is not recycled of a declared share. */
  readonly virgin: MaterialChoice;
  /** Absent when no source has a recycled route for it. */
  readonly recycled: MaterialChoice | undefined;
  /** The name itself asks for the recycled material. */
  readonly isRecycledByName: boolean;
  /** State of a textile: yarn, cloth and goods do not go again through the steps that make them. */
  readonly madeTo: number;
  /** Converts between mass and volume; undefined where the material has no usual density. */
  readonly kgPerM3: number | undefined;
}

/** The factors of a material by any name that people use, for amounts in `unit`, or in any unit. */
export function findMaterial(
  library: FactorLibrary,
  name: string,
  country: string | undefined,
  year: number | undefined,
  unit: string | undefined,
): FoundMaterial | undefined {
  const question = `${name}\n${country ?? ''}\n${year ?? ''}\n${unit ?? ''}`;
  return remembered(memory, library, question, () =>
    searchMaterial(library, name, country, year, unit),
  );
}

const memory: Memory<FactorLibrary, FoundMaterial | undefined> = new WeakMap();

type Served = { readonly mapping: MaterialMapping; readonly factor: Factor };

/** The first reading of the name that has a factor for the unit. */
function searchMaterial(
  library: FactorLibrary,
  name: string,
  country: string | undefined,
  year: number | undefined,
  unit: string | undefined,
): FoundMaterial | undefined {
  for (const reading of readingsOf(library, name)) {
    const entry = library.materialIndex.entries.get(reading.key);
    const kgPerM3 = entry?.kgPerM3;
    const usable = reading.serving.filter(({ factor }) => isUsable(factor, unit, kgPerM3));
    const routes = Map.groupBy(usable, ({ mapping }) => mapping.route);
    const [recycledRoute, averages] = [routes.get(RECYCLED_ROUTE), routes.get(AVERAGE_ROUTE)];
    const primary = usable.filter(({ mapping }) => !DERIVED_ROUTES.has(mapping.route));
    const isOwn = ({ factor }: Served) => library.ownSetIds.has(factor.setId);
    const { stoodInFor } = reading;
    const options = { library, name, country, year, family: entry?.family, stoodInFor, isOwn };
    const virgin = pick(primary.length > 0 ? primary : (averages ?? usable), options);
    if (virgin === undefined) continue;
    return {
      usual: (averages && pick([...averages, ...primary.filter(isOwn)], options)) ?? virgin,
      virgin,
      recycled: recycledRoute && pick(recycledRoute, options),
      isRecycledByName: reading.isRecycledByName,
      madeTo: madeToOf(entry),
      kgPerM3,
    };
  }
  return undefined;
}

const DERIVED_ROUTES: ReadonlySet<string> = new Set([AVERAGE_ROUTE, RECYCLED_ROUTE]);

/** Yarn is spun, cloth is woven or knitted as well, and goods are all other textiles: garments, zippers, leather, fur. */
export const [FIBRE, YARN, CLOTH, GOODS] = [0, 1, 2, 3] as const;

function madeToOf({ group, family = '' }: Partial<MaterialName> = {}): number {
  if (group !== 'TEXTILE' || family.endsWith('fibres')) return FIBRE;
  if (family === 'yarns') return YARN;
  return family === 'fabrics' ? CLOTH : GOODS;
}

interface Reading {
  readonly key: string;
  readonly isRecycledByName: boolean;
  readonly serving: readonly Served[];
  /** Reason why the material is not the one that is meant; undefined when it is. */
  readonly stoodInFor?: string;
}

/**
 * Yields the meanings that a name may have, best first: an organization's own factor of exactly that
 * name, the map under any of its names, the material within a longer name if the other words leave it as it
 * is, factors that bear the name themselves, a food in one of its forms, the material within as a proxy.
 */
function* readingsOf(library: FactorLibrary, name: string): Generator<Reading> {
  const { materialIndex } = library;
  const exact = normalizedName(name);
  const named = namedMaterial(materialIndex, name);
  if (library.materials.has(exact) && named?.key !== exact) {
    yield { key: exact, isRecycledByName: false, serving: served(library, exact) };
  }
  if (named !== undefined) {
    yield ofMaterial(library, named);
    yield ofFactors(library, exact, name);
    return;
  }
  const within = materialWithin(materialIndex, name);
  if (within?.isItself && !isFactorName(library.factorNames, name))
    yield ofMaterial(library, within);
  yield ofFactors(library, exact, name);
  const food = foodNamed(materialIndex, name);
  if (food !== undefined) yield* ofFood(library, name, food);
  if (within !== undefined) {
    const { key, spelling } = within;
    const stoodInFor =
      spelling === undefined
        ? `No factor serves "${name}"; it counts as the material in its name, ${key}.`
        : `"${name}" is read as "${spelling}".`;
    yield { ...ofMaterial(library, within), ...(within.isItself ? {} : { stoodInFor }) };
  }
}

/** A food in one of its forms: the factor of that form, else the food itself, as a proxy if the form changes it. */
function* ofFood(library: FactorLibrary, name: string, food: FoodName): Generator<Reading> {
  const { key, form } = food;
  if (form !== '') {
    yield ofFactors(library, key, `${key} ${form}`);
  }
  const stoodInFor = `No factor serves "${name}"; it counts as ${key}.`;
  const itself = ofMaterial(library, { key, isRecycled: false });
  yield { ...itself, ...(food.isItself ? {} : { stoodInFor }) };
}

function ofMaterial(library: FactorLibrary, { key, isRecycled }: NamedMaterial): Reading {
  return { key, isRecycledByName: isRecycled, serving: served(library, key) };
}

/** Factors that bear the name themselves. */
function ofFactors(library: FactorLibrary, key: string, name: string): Reading {
  const serving = nearestToMedian(factorsNamed(library.factorNames, name)).map((factor) => ({
    factor,
    mapping: {
      material: name,
      route: 'primary',
      factorSourceId: factor.sourceId,
      fit: 'exact' as const,
      note: '',
    },
  }));
  const [first] = serving;
  const material = first && materialServedBy(library, first.factor);
  return { key: material ?? key, isRecycledByName: false, serving };
}

/** The material of the catalogue that a name means; that of a factor of that very name comes before a part. */
function meantMaterial(library: FactorLibrary, name: string): NamedMaterial | undefined {
  const { factorNames, materialIndex } = library;
  const named = namedMaterial(materialIndex, name);
  if (named !== undefined) return named;
  const within = materialWithin(materialIndex, name);
  const [factor] = factorsNamed(factorNames, name);
  if (factor === undefined) return within;
  const key = materialServedBy(library, factor) ?? within?.key;
  return key === undefined ? undefined : { key, isRecycled: false };
}

/** The normalized name of the material that a name means: itself where the catalogue has none. */
export function materialKey(library: FactorLibrary, name: string): string {
  return meantMaterial(library, name)?.key ?? normalizedName(name);
}

/** The declared share, or all of it where the name itself says `recycled`; else it is not known. */
export function recycledShareOf(
  library: FactorLibrary,
  {
    material,
    recycledShare,
  }: {
    readonly material?: string | undefined;
    readonly recycledShare?: number | undefined;
  },
): number | undefined {
  if (recycledShare !== undefined || material === undefined) return recycledShare;
  return meantMaterial(library, material)?.isRecycled ? 1 : undefined;
}

/**
 * R1: the declared share, else what the average of the market has inside. That is the share by which
 * virgin and recycled make up the average: (Ev − E average) / (Ev − Erec). 0 without a recycled factor.
 */
export function recycledContent(
  { usual, virgin, recycled }: FoundMaterial,
  declared: number | undefined,
): number {
  if (recycled === undefined) return 0;
  if (declared !== undefined) return declared;
  const { unit, co2eKgPerUnit: primary } = virgin.factor;
  const inThatUnit = ({ factor }: MaterialChoice) =>
    haveSameDimension(factor.unit, unit)
      ? factor.co2eKgPerUnit * convert(1, unit, factor.unit)
      : Number.NaN;
  const average = inThatUnit(usual);
  const share =
    Math.max(0, primary - average) / (primary - Math.min(average, inThatUnit(recycled)));
  return share > 0 ? share : 0;
}

/** Mappings of a name whose factor is in the library (a pack may be switched off). */
function served(library: FactorLibrary, key: string): Served[] {
  return (library.materials.get(key) ?? []).flatMap((mapping) => {
    const factor = mapping.factorSourceId && library.factors.get(mapping.factorSourceId);
    return factor ? [{ mapping, factor }] : [];
  });
}

/** Of many varieties under one name the middle one comes first: `cheese`, `apple`. */
function nearestToMedian(factors: readonly Factor[]): readonly Factor[] {
  const values = factors.map(({ co2eKgPerUnit }) => co2eKgPerUnit).sort((a, b) => a - b);
  const median = values[Math.floor(values.length / 2)] ?? 0;
  const distance = (factor: Factor) => Math.abs(factor.co2eKgPerUnit - median);
  return [...factors].sort((a, b) => distance(a) - distance(b));
}

/** Returns true if an amount in `unit` can be counted in the factor's unit, also through the density. */
function isUsable(factor: Factor, unit: string | undefined, kgPerM3: number | undefined): boolean {
  if (unit === undefined || haveSameDimension(factor.unit, unit)) return true;
  if (kgPerM3 === undefined) return false;
  return [factor.unit, unit].every((one) =>
    MASS_OR_VOLUME.some((kind) => haveSameDimension(one, kind)),
  );
}

const MASS_OR_VOLUME = ['kg', 'm3'] as const;

/** An amount in another unit, between mass and volume through the density. */
export function convertMaterial(
  amount: number,
  from: string,
  to: string,
  kgPerM3: number | undefined,
): number {
  if (kgPerM3 === undefined || haveSameDimension(from, to)) return convert(amount, from, to);
  if (haveSameDimension(from, 'kg'))
    return convert(convert(amount, from, 'kg') / kgPerM3, 'm3', to);
  return convert(convert(amount, from, 'm3') * kgPerM3, 'kg', to);
}

type PickOptions = {
  readonly library: FactorLibrary;
  readonly name: string;
  readonly country: string | undefined;
  readonly year: number | undefined;
  readonly family: string | undefined;
  /** Reason why the material itself is a stand-in, whatever its factor is. */
  readonly stoodInFor: string | undefined;
  readonly isOwn: (served: Served) => boolean;
};

/**
 * The rule when several factors serve one name: an organization's own first, always; then the fit
 * (the material itself before a proxy), then the place, then the order of the map, in which sources
 * stand by boundary, uncertainty and evidence.
 */
function pick(serving: readonly Served[], options: PickOptions): MaterialChoice | undefined {
  const { library, name, country, year, family, stoodInFor, isOwn } = options;
  const own = serving.filter(isOwn);
  const shared = serving.filter((each) => !isOwn(each));
  const exact = shared.filter(({ mapping }) => mapping.fit === 'exact');
  const fitting = (exact.length > 0 ? exact : shared).map(({ factor }) => factor);
  const sharedChoice = chooseFactor(fitting, country, year);
  const choice = own.length === 0 ? sharedChoice : chooseFactor(factorsOf(own), country, year);
  if (choice === undefined) return undefined;
  const { factor } = choice;
  const isProxy = own.length + exact.length === 0;
  const nearest = `The nearest open factor for "${name}" is a proxy: ${factor.name}.`;
  const proxy = stoodInFor ?? (isProxy ? nearest : undefined);
  const alternatives = factorsOf(serving).filter((each) => each !== factor);
  const fitsBetter =
    own.length > 0 && sharedChoice !== undefined && sharedChoice.steps.length < choice.steps.length;
  return {
    ...choice,
    basicVariance:
      own.length > 0 ? (statedVariance(factor) ?? OWN_VARIANCE) : variance(fitting, factor),
    alternatives,
    betterFit: fitsBetter ? sharedChoice.factor : undefined,
    proxy,
  };

  function variance(factors: readonly Factor[], chosen: Factor): number {
    const between =
      logSpread(factors.filter(({ unit }) => haveSameDimension(unit, 'kg')).map(perKg)) ??
      usualSpread(library, family);
    const certain = Math.max(statedVariance(chosen) ?? 0, between);
    return proxy !== undefined
      ? certain + Math.max(PROXY_VARIANCE, familySpread(library, family) ?? 0)
      : certain;
  }
}

/** An organization knows its own material; what it does not state is taken as ±20 %. */
const OWN_VARIANCE = 0.0087;

function factorsOf(serving: readonly Served[]): Factor[] {
  return serving.map(({ factor }) => factor);
}

function perKg({ co2eKgPerUnit, unit }: Factor): number {
  return co2eKgPerUnit / convert(1, unit, 'kg');
}
