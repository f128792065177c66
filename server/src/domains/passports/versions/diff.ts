import { stableJson } from '../../../platform/json/index.ts';
import { isList, isObject } from '../content/mask.ts';
import type { DppContent, Json } from '../model.ts';

/** A value that differs between two versions. */
export type Difference = {
  /** Path such as materials.0.massKg. */
  readonly path: string;
  readonly before: Json | null;
  readonly after: Json | null;
};

/** The fields in which two contents differ, the smallest values first named by their paths. */
export function differencesOf(before: DppContent, after: DppContent): Difference[] {
  return differences(before, after, '');
}

function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
): Difference[] {
  if (stableJson(before ?? null) === stableJson(after ?? null)) return [];
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old === undefined || now === undefined)
    return [{ path, before: before ?? null, after: after ?? null }];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name) =>
    differences(old[name], now[name], path === '' ? name : `${path}.${name}`),
  );
}

/** The parts of an object, or of a list by their places; undefined for a single value. */
function partsOf(value: Json | undefined): DppContent | undefined {
  if (isList(value)) return Object.fromEntries(value.map((item, at) => [String(at), item]));
  return isObject(value) ? value : undefined;
}
