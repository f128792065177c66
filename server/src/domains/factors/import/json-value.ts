import { isObject, type JsonObject } from '../../../platform/json/index.ts';

export function objectIn(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object?.[key];
  return isObject(value) ? value : undefined;
}

/** The objects of a list; whatever else is in it is passed over. */
export function objectsIn(object: JsonObject | undefined, key: string): JsonObject[] {
  const value = object?.[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textIn(object: JsonObject | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberIn(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key];
  return typeof value === 'number' ? value : undefined;
}

/** True if any of several keys is true: schema versions rename `input` to `isInput`. */
export function isFlagged(object: JsonObject, ...keys: string[]): boolean {
  return keys.some((key) => object[key] === true);
}
