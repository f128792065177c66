import {
  type Audience,
  type DppContent,
  type DppField,
  FIELD_CLASSES,
  type FieldClass,
  type Json,
  VISIBLE_CLASSES,
  type WithheldField,
} from '../model.ts';

/** Content as an audience may see it. */
export type Masked = {
  readonly content: DppContent;
  readonly withheld: readonly WithheldField[];
};

/**
 * The one place that decides which fields an audience sees; every projection starts from its result. A
 * name that no field describes is INTERNAL. The names of INTERNAL fields are not among the withheld
 * ones: they may themselves say something.
 */
export function maskContent(
  fields: readonly DppField[],
  content: DppContent,
  audience: Audience,
): Masked {
  return partOf(fields, content, VISIBLE_CLASSES[audience]);
}

/** The part of the content that passes to another organization. */
export function contentWithoutInternal(
  fields: readonly DppField[],
  content: DppContent,
): DppContent {
  return partOf(fields, content, PASSING).content;
}

const PASSING = new Set(FIELD_CLASSES.filter((name) => name !== 'INTERNAL'));

/** The part of the content that is of one class; the parts of all classes are the whole content. */
export function contentOfClass(
  fields: readonly DppField[],
  content: DppContent,
  fieldClass: FieldClass,
): DppContent {
  return partOf(fields, content, new Set([fieldClass]), fieldClass).content;
}

function partOf(
  fields: readonly DppField[],
  content: DppContent,
  classes: ReadonlySet<FieldClass>,
  onlyClass?: FieldClass,
): Masked {
  const withheld = new Map<string, FieldClass>();
  const visit = (
    below: readonly DppField[],
    values: DppContent,
    path: string,
    above: FieldClass,
  ): DppContent => {
    const shown = Object.entries(values).flatMap(([name, value]): [string, Json][] => {
      const field = below.find((each) => each.name === name);
      const place = path === '' ? name : `${path}.${name}`;
      const own = effectiveClass(above, field?.access ?? 'INTERNAL');
      const isGroup = field?.type === 'OBJECT';
      if (isGroup && (onlyClass !== undefined || classes.has(own))) {
        const inner = partOfObject(value, (each) => visit(field.fields, each, place, own));
        // An empty list that is a statement belongs to the class of the list.
        const isStated = field.mayBeEmpty && own === onlyClass;
        return onlyClass !== undefined && isEmpty(inner) && !isStated ? [] : [[name, inner]];
      }
      if (!isGroup && classes.has(own)) return [[name, value]];
      if (own !== 'INTERNAL') withheld.set(place, own);
      return [];
    });
    return Object.fromEntries(shown);
  };
  const shown = visit(fields, content, '', 'PUBLIC');
  return {
    content: shown,
    withheld: [...withheld].map(([path, fieldClass]) => ({ path, class: fieldClass })),
  };
}

/** A field without a class of its own has that of the group around it. */
function effectiveClass(above: FieldClass, own: FieldClass): FieldClass {
  return own === 'PUBLIC' ? above : own;
}

function partOfObject(value: Json, part: (object: DppContent) => DppContent): Json {
  if (isList(value)) return value.map((item) => partOfObject(item, part));
  return isObject(value) ? part(value) : null;
}

function isEmpty(value: Json): boolean {
  if (isList(value)) return value.every(isEmpty);
  return isObject(value) && Object.keys(value).length === 0;
}

// `Array.isArray` does not narrow a readonly array.
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: unknown): value is DppContent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
