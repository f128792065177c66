import { badInput, notFound } from '../../../rules/errors/api-error.ts';
import { problem } from '../../../rules/inputs/problems.ts';
import { isList, isObject } from '../content/mask.ts';
import type { DppContent, Json } from '../model.ts';
import { textIn } from '../projections/content.ts';

/** Names and indices from the content of a passport to one element; at least one. */
export type ElementPath = readonly string[];

const FORM = /^\$?(\.?\w+|\[\d{1,6}\]|\['\w+'\])(\.\w+|\[\d{1,6}\]|\['\w+'\])*$/;

/** A body may nest as deeply. */
const MOST_STEPS = 32;

/** The steps of a JSONPath of names and indices, such as `$.care.instructions` (RFC 9535); undefined for another form. */
export function elementPathIn(text: string): ElementPath | undefined {
  const steps = FORM.test(text) ? text.match(/\w+/g) : null;
  return steps === null || steps.length > MOST_STEPS ? undefined : steps;
}

/** The value at a path; undefined if there is no such element. */
export function valueAt(content: Json | undefined, path: ElementPath): Json | undefined {
  return path.reduce(memberOf, content);
}

function memberOf(value: Json | undefined, step: string): Json | undefined {
  if (isList(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/**
 * A value with a change of the element at a path. Objects are merged (RFC 7396), lists and scalars are replaced, null
 * removes. Objects on the way that are missing are made; items of lists are not.
 */
export function withChangeAt(current: Json | undefined, path: ElementPath, change: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return mergedWith(current, change);
  if (isList(current)) {
    const item = memberOf(current, step);
    if (item === undefined) throw notFound('The element of the passport');
    const changed = withChangeAt(item, rest, change);
    return changed === null
      ? current.toSpliced(Number(step), 1)
      : current.with(Number(step), changed);
  }
  if (current !== undefined && !isObject(current)) throw notFound('The element of the passport');
  return { ...current, [step]: withChangeAt(memberOf(current, step), rest, change) };
}

/** JSON Merge Patch. Nulls stay: the change of a passport removes what they name. */
export function mergedWith(current: Json | undefined, patch: Json): Json {
  if (!isObject(patch) || !isObject(current)) return patch;
  const names = Object.entries(patch);
  const merged = names.map(([name, value]) => [name, mergedWith(current[name], value)]);
  return { ...current, ...Object.fromEntries(merged) };
}

/**
 * The value that a client gives for an element: a data element of EN 18223, which has an `elementId`, or the bare value
 * of the compressed form.
 */
export function givenValue(body: Json, path: ElementPath, current: Json | undefined): Json {
  if (!isObject(body) || !Object.hasOwn(body, 'elementId')) return body;
  const names = [path.join('.'), path.at(-1)];
  if (!names.includes(textIn(body, 'elementId')))
    throw malformed(`\`elementId\` is that of the path: ${names[0]}.`);
  return valueOfElement(body, current);
}

/** The content that a document in the full form of EN 18223 has in its `elements`. */
export function contentOfElements(elements: Json, current: DppContent): DppContent {
  if (!isList(elements)) throw malformed('`elements` is a list of data elements.');
  return objectOf(elements, current);
}

/** The inverse of `elementOf`. */
function valueOfElement(element: DppContent, current: Json | undefined): Json {
  const { value, elements } = element;
  if (elements !== undefined) return valueOfElements(element, elements, current);
  if (textIn(element, 'url') !== undefined) return valueOfResource(element, current);
  if (value === undefined)
    throw malformed('A data element has a `value`, `elements` or, if it is a resource, a `url`.');
  return isList(value) ? value.map(valueOfItem) : value;
}

function valueOfItem(item: Json): Json {
  if (isList(item)) return objectOf(item, undefined);
  if (!isObject(item)) return item;
  const { value = null, language = null } = item;
  return { language, text: value };
}

/** A group by the names of its elements, or the list of resources that `elementOf` numbers. */
function valueOfElements(element: DppContent, elements: Json, current: Json | undefined): Json {
  if (!isList(elements)) throw malformed('`elements` is a list of data elements.');
  const own = textIn(element, 'elementId')?.split('.').at(-1);
  const isNumbered = elements.every((each, at) => {
    const id = isObject(each) ? textIn(each, 'elementId')?.split('.').at(-1) : undefined;
    return id === `${own}-${at + 1}`;
  });
  if (elements.length === 0 || !isNumbered) return objectOf(elements, current);
  const known = isList(current) ? current.filter(isObject) : [];
  return elements.filter(isObject).map((each) => {
    const same = known.find((item) => textIn(item, 'url') === textIn(each, 'url'));
    // A resource of EN 18223 has no place for the other fields of a document, such as its hash.
    return { ...same, ...asObject(valueOfElement(each, same)) };
  });
}

function objectOf(elements: readonly Json[], current: Json | undefined): DppContent {
  const members = elements.map((each) => {
    const name = isObject(each) ? textIn(each, 'elementId') : undefined;
    if (name === undefined || !isObject(each))
      throw malformed('Each of `elements` has an `elementId`.');
    return [name, valueOfElement(each, memberOf(current, name))] as const;
  });
  const content = new Map(members);
  if (content.size < members.length) throw malformed('Two `elements` have one `elementId`.');
  return Object.fromEntries(content);
}

/** Attributes of a resource, and the fields of a document that they are made from. */
const RESOURCE = {
  url: 'url',
  contentType: 'mediaType',
  resourceTitle: 'title',
  language: 'language',
} as const;

function valueOfResource(element: DppContent, current: Json | undefined): Json {
  const members = Object.entries(RESOURCE).flatMap(([from, to]) => {
    const value = element[from];
    return value === undefined ? [] : [[to, value] as const];
  });
  return { ...asObject(current), ...Object.fromEntries(members) };
}

function asObject(value: Json | undefined): DppContent {
  return isObject(value) ? value : {};
}

function malformed(message: string) {
  return badInput([problem([], 'INVALID_FORMAT', message)]);
}
