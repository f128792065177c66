/**
 * JSON with one spelling (RFC 8785): keys in the order of their UTF-16 code units, numbers as
 * ECMAScript writes them, no spaces. Absent members are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return objectText(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError('JSON has no infinite and no undefined numbers.');
  }
  return JSON.stringify(value) ?? 'null';
}

const texts = new WeakMap<object, string>();

/** `canonicalJson` of an object that never changes, such as a factor of a library: written once. */
export function canonicalJsonOnce(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = canonicalJson(value);
  texts.set(value, text);
  return text;
}

function objectText(value: object): string {
  const members: string[] = [];
  const entries = Object.entries(value);
  for (const { at, label } of shapeOf(entries)) {
    const member = entries[at]?.[1];
    if (member !== undefined) members.push(label + canonicalJson(member));
  }
  return `{${members.join(',')}}`;
}

type Member = { readonly at: number; readonly label: string };
type Shape = { readonly next: Map<string, Shape>; members?: readonly Member[] };

/** The root of a tree of keys: objects of one kind have the same keys in the same order. */
const shapes: Shape = { next: new Map() };
/** Objects with free keys, such as source columns, must not fill the memory. */
const MAX_SHAPES = 2_000;
let shapeCount = 0;

/** The members of an object in canonical order, with their labels; remembered per sequence of keys. */
function shapeOf(entries: readonly (readonly [string, unknown])[]): readonly Member[] {
  let shape = shapes;
  for (const [key] of entries) {
    let next = shape.next.get(key);
    if (next === undefined) {
      if (shapeCount === MAX_SHAPES) return sorted(entries);
      shapeCount++;
      next = { next: new Map() };
      shape.next.set(key, next);
    }
    shape = next;
  }
  shape.members ??= sorted(entries);
  return shape.members;
}

function sorted(entries: readonly (readonly [string, unknown])[]): Member[] {
  return entries
    .map(([key], at) => ({ key, at, label: `${JSON.stringify(key)}:` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
