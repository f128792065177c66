import type { Factor, MaterialMapping } from '../factor.ts';
import { type Choice, chooseFactor } from './choose-factor.ts';
import type { FactorLibrary } from './library.ts';
import {
  FINISHED_TEXTILE_NAME,
  MATERIAL_ALIASES,
  MATERIAL_FAMILIES,
  normalizedName,
} from './material-names.ts';
import { nearestNames } from './nearest-names.ts';

export interface FoundMaterial {
  readonly virgin: Choice;
  /** Absent when no source has a recycled route for it. */
  readonly recycled: Choice | undefined;
  /** Reason why the factor is not of the material itself; undefined when it is. */
  readonly proxy: string | undefined;
  /** Made up already: textile process steps on top would count twice. */
  readonly isFinishedTextile: boolean;
}

const RECYCLED_ROUTE = 'recycled_closed_loop';

/** The factors of a material by any name that people use, or undefined. */
export function findMaterial(
  library: FactorLibrary,
  name: string,
  country: string | undefined,
  year: number | undefined,
): FoundMaterial | undefined {
  const question = `${name}\n${country ?? ''}\n${year ?? ''}`;
  const remembered = memoryOf(library);
  const known = remembered.get(question);
  if (known !== undefined) return known;
  const found = searchMaterial(library, name, country, year);
  if (found !== undefined && remembered.size < MOST_REMEMBERED) remembered.set(question, found);
  return found;
}

/** Materials found before: the same question comes with every product. */
const memories = new WeakMap<FactorLibrary, Map<string, FoundMaterial>>();

function memoryOf(library: FactorLibrary): Map<string, FoundMaterial> {
  const known = memories.get(library);
  if (known !== undefined) return known;
  const memory = new Map<string, FoundMaterial>();
  memories.set(library, memory);
  return memory;
}

/** Names come in endless spellings; the memory for them ends. */
const MOST_REMEMBERED = 10_000;

function searchMaterial(
  library: FactorLibrary,
  name: string,
  country: string | undefined,
  year: number | undefined,
): FoundMaterial | undefined {
  const key = keyOf(library, name);
  if (key === undefined) return undefined;
  const own = served(library, key);
  const family = own.length === 0 ? MATERIAL_FAMILIES.get(key) : undefined;
  const serving = family === undefined ? own : served(library, family);
  const routes = Map.groupBy(serving, ({ mapping }) => mapping.route === RECYCLED_ROUTE);
  const virgin = pick(routes.get(false) ?? serving, country, year);
  if (virgin === undefined) return undefined;
  return {
    virgin,
    recycled: pick(routes.get(true) ?? [], country, year),
    proxy: proxyReason(name, virgin.factor, serving, family !== undefined),
    isFinishedTextile: (family ?? key) === FINISHED_TEXTILE_NAME,
  };
}

/** Names that are like a name that was not found, and would have been. */
export function suggestMaterials(library: FactorLibrary, name: string): string[] {
  const served = library.materialNames.filter((known) =>
    findMaterial(library, known, undefined, undefined),
  );
  return nearestNames(name, served);
}

/** True if the map has the name, even if no factor serves it. */
export function isKnownMaterial(library: FactorLibrary, name: string): boolean {
  return keyOf(library, name) !== undefined;
}

type Served = { readonly mapping: MaterialMapping; readonly factor: Factor };

/** The map's own name for what was written, by itself or through an alias. */
function keyOf(library: FactorLibrary, name: string): string | undefined {
  const key = normalizedName(name);
  if (library.materials.has(key)) return key;
  const alias = MATERIAL_ALIASES.get(key);
  return alias !== undefined && library.materials.has(alias) ? alias : undefined;
}

/** Mappings of a name whose factor is in the library (a pack may be switched off). */
function served(library: FactorLibrary, key: string): Served[] {
  return (library.materials.get(key) ?? []).flatMap((mapping) => {
    const factor = mapping.factorSourceId && library.factors.get(mapping.factorSourceId);
    return factor ? [{ mapping, factor }] : [];
  });
}

function pick(serving: readonly Served[], country: string | undefined, year: number | undefined) {
  return chooseFactor(
    serving.map(({ factor }) => factor),
    country,
    year,
  );
}

function proxyReason(
  name: string,
  factor: Factor,
  serving: readonly Served[],
  isFamily: boolean,
): string | undefined {
  if (isFamily) return `No open factor for "${name}": the average of its family stands in.`;
  const chosen = serving.find((candidate) => candidate.factor === factor);
  if (chosen?.mapping.fit !== 'proxy') return undefined;
  return `The nearest open factor for "${name}" is a proxy: ${factor.name}.`;
}
