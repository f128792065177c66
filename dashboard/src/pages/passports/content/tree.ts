import type { Passport } from '../document.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Content, or a group of fields. */
export type Group = { readonly [name: string]: Json };

type FlatField = Passport['schema']['fields'][number];

/** A field with the fields below it. */
export type FieldNode = Omit<FlatField, 'path'> & { readonly fields: readonly FieldNode[] };

/** Fields that the service writes itself. */
const FROZEN = ['footprint'];
export const SECTOR_DATA = 'sectorData';

/** The fields of a passport that people edit, as a tree; fields of other levels are left out. */
export function treeOf({
  schema,
  granularity,
}: Pick<Passport, 'schema' | 'granularity'>): FieldNode[] {
  const fields = schema.fields.filter(
    ({ granularities }) => granularities.length === 0 || granularities.includes(granularity),
  );
  const below = (above: string): FieldNode[] =>
    fields
      .filter(({ path, name }) => path === `${above}${name}`)
      .map(({ path, ...field }) => ({ ...field, fields: below(`${path}.`) }));
  const sector = below(`${SECTOR_DATA}.`);
  const common = below('').filter(({ name }) => !FROZEN.includes(name));
  return sector.length === 0 ? common : [...common, groupOf(schema.title, sector)];
}

function groupOf(title: string, fields: readonly FieldNode[]): FieldNode {
  return {
    ...{ name: SECTOR_DATA, title, description: '', type: 'OBJECT', isList: false, unit: null },
    ...{ mayBeEmpty: false, values: [], access: 'PUBLIC', requiredFor: [], granularities: [] },
    fields,
  };
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isGroup(value: Json | undefined): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A group with one value set; null and an empty value take the field away, an empty list is a value. */
export function withValue(group: Group, name: string, value: Json): Group {
  const { [name]: _before, ...rest } = group;
  return isEmpty(value) ? rest : { ...rest, [name]: value };
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  return isGroup(value) && Object.keys(value).length === 0;
}

/**
 * Changes as mutations take them: fields that differ, null for those that are gone. The fields of `sectorData`
 * are merged one by one.
 */
export function changesOf(before: Group, after: Group): { readonly [name: string]: unknown } {
  const { [SECTOR_DATA]: sectorBefore, ...commonBefore } = before;
  const { [SECTOR_DATA]: sectorAfter, ...commonAfter } = after;
  const sector = differing(groupIn(sectorBefore), groupIn(sectorAfter));
  return {
    ...differing(commonBefore, commonAfter),
    ...(Object.keys(sector).length === 0 ? {} : { [SECTOR_DATA]: sector }),
  };
}

function differing(before: Group, after: Group): Group {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** The content of a preview, which the schema of the API knows as JSON only. */
export function contentIn({ content }: { readonly content: unknown }): Group {
  const json: Json = JSON.parse(JSON.stringify(content));
  return groupIn(json);
}

/** Paths of the groups around a field, the outermost first, and its own; positions in lists are left out. */
export function groupsOf(path: string): string[] {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  return names.map((_, at) => names.slice(0, at + 1).join('.'));
}

export function groupIn(value: Json | undefined): Group {
  return isGroup(value) ? value : {};
}
