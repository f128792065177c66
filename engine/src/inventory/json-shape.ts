import { badInput, type Problem } from '../errors.ts';
import type { Path } from '../path.ts';

/** The part of JSON Schema (2020-12) that inventories need. */
export interface JsonShape {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonShape>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly properties?: Readonly<Record<string, JsonShape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonShape;
  readonly items?: JsonShape;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** Everything about a value that its shape does not allow, by place. */
export function shapeProblems(
  shape: JsonShape,
  value: unknown,
  path: Path,
  definitions: Readonly<Record<string, JsonShape>>,
): Problem[] {
  const named = shape.$ref && definitions[shape.$ref.slice('#/$defs/'.length)];
  if (named) return shapeProblems(named, value, path, definitions);
  if (shape.type === 'object') return objectProblems(shape, value, path, definitions);
  if (shape.type === 'array') {
    if (!Array.isArray(value)) return [problem(path, 'must be a list.')];
    const { items = {} } = shape;
    return value.flatMap((item, at) => shapeProblems(items, item, [...path, at], definitions));
  }
  if (shape.enum) return wordProblems(shape.enum, value, path);
  if (shape.type === 'number' || shape.type === 'integer')
    return numberProblems(shape, value, path);
  const isRight = shape.type === undefined || typeof value === shape.type;
  return isRight ? [] : [problem(path, `must be a ${shape.type}.`)];
}

function objectProblems(
  shape: JsonShape,
  value: unknown,
  path: Path,
  definitions: Readonly<Record<string, JsonShape>>,
): Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [problem(path, 'must be an object.')];
  }
  const { properties = {}, required = [], additionalProperties = true } = shape;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const names = new Set(members.map(([name]) => name));
  const missing = required.filter((name) => !names.has(name));
  return [
    ...missing.map((name) => problem([...path, name], 'is missing.')),
    ...members.flatMap(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const place = [...path, name];
      if (own) return shapeProblems(own, member, place, definitions);
      if (additionalProperties === true) return [];
      if (additionalProperties)
        return shapeProblems(additionalProperties, member, place, definitions);
      return [problem(place, 'is not known here.', Object.keys(properties))];
    }),
  ];
}

function wordProblems(words: readonly string[], value: unknown, path: Path): Problem[] {
  const isKnown = typeof value === 'string' && words.includes(value);
  return isKnown ? [] : [problem(path, `must be one of ${words.join(', ')}.`, words)];
}

function numberProblems(shape: JsonShape, value: unknown, path: Path): Problem[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return [problem(path, 'must be a number.')];
  }
  if (shape.type === 'integer' && !Number.isInteger(value)) {
    return [problem(path, 'must be a whole number.')];
  }
  const { minimum = value, maximum = value, exclusiveMinimum, exclusiveMaximum } = shape;
  if (value < minimum) return [problem(path, `must be at least ${minimum}.`)];
  if (value > maximum) return [problem(path, `must be at most ${maximum}.`)];
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return [problem(path, `must be above ${exclusiveMinimum}.`)];
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return [problem(path, `must be below ${exclusiveMaximum}.`)];
  return [];
}

function problem(path: Path, complaint: string, suggestions: readonly string[] = []): Problem {
  const subject = path.length === 0 ? 'The inventory' : path.join('.');
  return badInput(path, `${subject} ${complaint}`, suggestions);
}
