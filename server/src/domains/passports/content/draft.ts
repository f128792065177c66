import { decodeId } from '../../../platform/ids.ts';
import type { Problem } from '../../../rules/errors/api-error.ts';
import { linkValueProblem } from '../../../rules/gs1/digital-link.ts';
import { MAX_NAME, type Path, problem } from '../../../rules/inputs/problems.ts';
import type { DppContent, DppSchema, Json } from '../model.ts';
import { objectIn, textIn } from '../projections/content.ts';
import { isList, isObject } from './mask.ts';
import { COMMON_FIELDS, dppSchema, SECTOR_DATA } from './schemas.ts';

/** Fields of the content that the service writes itself. */
const FROZEN_FIELDS = new Set(['footprint']);

/** Names of the content that clients write. */
export const WRITABLE_FIELDS: readonly string[] = [
  ...COMMON_FIELDS.map(({ name }) => name).filter((name) => !FROZEN_FIELDS.has(name)),
  SECTOR_DATA,
];

/**
 * The content after a change: an absent field stays, null removes it. `sectorData` is merged by its
 * fields, so that one value can be changed without sending all others.
 */
export function changedContent(
  current: DppContent,
  input: Readonly<Record<string, unknown>>,
): DppContent {
  const changes = WRITABLE_FIELDS.flatMap((name): [string, Json][] => {
    const value = toJson(input[name]);
    if (value === undefined) return [];
    return [[name, name === SECTOR_DATA ? mergedSector(current[SECTOR_DATA], value) : value]];
  });
  return Object.fromEntries(
    Object.entries({ ...current, ...Object.fromEntries(changes) }).filter(
      ([, value]) => value !== null,
    ),
  );
}

function mergedSector(current: Json | undefined, changes: Json): Json {
  if (!isObject(changes)) return changes;
  const merged = { ...(isObject(current) ? current : {}), ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** A value of an input as plain JSON; fields of objects that are null are left out. */
export function toJson(value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => toJson(item) ?? null);
  if (typeof value !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
      const json = toJson(inner);
      return json === undefined ? [] : [[name, json]];
    }),
  );
}

/** Nulls that a client gave inside objects say that there is no value. */
export function withoutNulls(content: DppContent): DppContent {
  const clean = (value: Json): Json => {
    if (isList(value)) return value.map(clean);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, inner]) => inner !== null)
        .map(([name, inner]) => [name, clean(inner)]),
    );
  };
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, clean(value)]));
}

/** Facts of the content that lists read. */
export function listedIn(content: DppContent) {
  const calculation = textIn(objectIn(content, 'footprint'), 'calculationId');
  return {
    name: nameIn(content),
    calculationId: decodeId('calculation', calculation ?? '') ?? null,
  };
}

const HALF_AT_END = /[\ud800-\udbff]$/;

/** Name of the product in lists and in the search: English, or the first language. */
function nameIn(content: DppContent): string {
  const texts = isList(content['name']) ? content['name'].filter(isObject) : [];
  const { text } = texts.find(({ language }) => language === 'en') ?? texts[0] ?? {};
  // Half of a surrogate pair, which a cut may leave, is refused by PostgreSQL.
  return typeof text === 'string' ? text.slice(0, MAX_NAME).replace(HALF_AT_END, '') : '';
}

/** Problems of batch and serial number. */
export function qualifierProblems(batchNumber: string | null, serialNumber: string | null) {
  return [
    ...batchProblems(batchNumber, ['batchNumber']),
    ...serialProblems(serialNumber, ['serialNumber']),
  ];
}

/** Checks a batch or lot by the rules of GS1. */
export const batchProblems = qualifierCheck('10');
/** Checks a serial number by the rules of GS1. */
export const serialProblems = qualifierCheck('21');

function qualifierCheck(ai: string) {
  return (value: string | null, path: Path): Problem[] => {
    const fault = value === null ? undefined : linkValueProblem(ai, value);
    return fault === undefined ? [] : [problem(path, 'INVALID_FORMAT', fault)];
  };
}

export function schemaProblems(id: string, path: Path): Problem[] {
  if (dppSchema(id) !== undefined) return [];
  const message = `There is no passport schema "${id}"; \`dppSchemas\` lists them.`;
  return [problem(path, 'UNKNOWN', message)];
}

export function categoryProblems(schema: DppSchema, category: string | null): Problem[] {
  const known = schema.categories.map(({ id }) => id);
  if (category === null || known.includes(category)) return [];
  const message =
    known.length === 0
      ? `The schema ${schema.id} has no categories.`
      : `The categories of the schema ${schema.id} are ${known.join(', ')} (got "${category}").`;
  return [problem(['category'], 'UNKNOWN', message)];
}
