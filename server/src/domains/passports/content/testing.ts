import type { DppContent, DppField, FieldClass, Json } from '../model.ts';

/** A field without fields below, its class with that of the groups around it, and its mark. */
export type Mark = { readonly path: string; readonly mark: string; readonly class: FieldClass };

/** Every value that a schema has a place for, as a text that occurs nowhere else. */
export function marksOf(
  fields: readonly DppField[],
  above = '',
  around: FieldClass = 'PUBLIC',
): Mark[] {
  return fields.flatMap((field) => {
    const path = above === '' ? field.name : `${above}.${field.name}`;
    const fieldClass = field.access === 'PUBLIC' ? around : field.access;
    if (field.type === 'OBJECT') return marksOf(field.fields, path, fieldClass);
    return [{ path, mark: markOf(path), class: fieldClass }];
  });
}

/** Content with a mark in every field of a schema. */
export function markedContent(fields: readonly DppField[], above = ''): DppContent {
  return Object.fromEntries(
    fields.map((field): [string, Json] => {
      const path = above === '' ? field.name : `${above}.${field.name}`;
      const value =
        field.type === 'OBJECT' ? markedContent(field.fields, path) : markedValue(field, path);
      return [field.name, field.isList ? [value] : value];
    }),
  );
}

function markedValue({ type }: DppField, path: string): Json {
  return type === 'LOCALIZED' ? [{ language: 'en', text: markOf(path) }] : markOf(path);
}

function markOf(path: string): string {
  return `mark-${path}-end`;
}
