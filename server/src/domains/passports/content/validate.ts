import type { Problem } from '../../../rules/errors/api-error.ts';
import { type Path, problem } from '../../../rules/inputs/problems.ts';
import { isCountryCode } from '../../../rules/values/country-codes.ts';
import { isDay } from '../../../rules/values/day.ts';
import {
  type DppContent,
  type DppField,
  type DppSchema,
  type Granularity,
  IDENTIFIER_SCHEMES,
  type Json,
} from '../model.ts';
import { identifierProblem } from './identifiers.ts';
import { isList, isObject } from './mask.ts';
import { plainTextProblems } from './personal-data.ts';
import { fieldsOf, SECTOR_DATA } from './schemas.ts';

const MAX_ITEMS = 250;
const MAX_TEXT = 10_000;
const MAX_CONTENT = 200_000;
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Everything that is wrong with what a content has; the path names the field, the message the rule. */
export function contentProblems(
  schema: DppSchema,
  granularity: Granularity,
  content: DppContent,
): Problem[] {
  const size = JSON.stringify(content).length;
  if (size > MAX_CONTENT) {
    const message = `The content of a passport has at most ${MAX_CONTENT} characters as JSON; this has ${size}.`;
    return [problem([], 'TOO_LONG', message)];
  }
  return objectProblems({ granularity, schema }, fieldsOf(schema), content, []);
}

/** Problems of one field, whatever the level of its passport. */
export function problemsOfField(
  schema: DppSchema,
  field: DppField,
  value: Json,
  path: Path,
): Problem[] {
  return fieldProblems({ granularity: undefined, schema }, field, value, path);
}

type Rules = { readonly granularity: Granularity | undefined; readonly schema: DppSchema };

function objectProblems(
  rules: Rules,
  fields: readonly DppField[],
  object: DppContent,
  path: Path,
): Problem[] {
  const own = Object.entries(object).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return [unknownField(rules.schema, fields, name, path)];
    return value === null ? [] : fieldProblems(rules, field, value, [...path, name]);
  });
  return [...own, ...schemeProblems(object, path)];
}

function unknownField(
  { id, version }: DppSchema,
  fields: readonly DppField[],
  name: string,
  path: Path,
): Problem {
  const known = fields.map((field) => field.name);
  const suggestions = known.filter((each) => each.toLowerCase().includes(name.toLowerCase()));
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  const message = `The schema ${id} ${version} has no field "${name}" here.${hint}`;
  return { ...problem([...path, name], 'UNKNOWN_FIELD', message), suggestions };
}

/** An object with an id and its scheme has an id of that scheme. */
function schemeProblems({ id, scheme }: DppContent, path: Path): Problem[] {
  const known = IDENTIFIER_SCHEMES.find((each) => each === scheme);
  if (known === undefined || typeof id !== 'string') return [];
  const message = identifierProblem(known, id);
  return message === undefined ? [] : [problem([...path, 'id'], 'INVALID_FORMAT', message)];
}

function fieldProblems(rules: Rules, field: DppField, value: Json, path: Path): Problem[] {
  const { granularities } = field;
  const { granularity } = rules;
  if (granularity !== undefined && granularities?.includes(granularity) === false) {
    const message = `Only passports of the level ${granularities.join(' or ')} have "${field.name}".`;
    return [problem(path, 'NOT_ALLOWED', message)];
  }
  if (!field.isList || field.type === 'LOCALIZED') return valueProblems(rules, field, value, path);
  if (!isList(value)) return [wrongForm(path, `a list for "${field.name}"`)];
  if (value.length > MAX_ITEMS)
    return [problem(path, 'TOO_MANY', `At most ${MAX_ITEMS} items; there are ${value.length}.`)];
  return value.flatMap((item, at) => valueProblems(rules, field, item, [...path, at]));
}

function valueProblems(rules: Rules, field: DppField, value: Json, path: Path): Problem[] {
  switch (field.type) {
    case 'OBJECT':
      return isObject(value)
        ? objectProblems(rules, field.fields, value, path)
        : [wrongForm(path, `an object for "${field.name}"`)];
    case 'LOCALIZED':
      return localizedProblems(field, value, path);
    case 'NUMBER':
    case 'INTEGER':
      return numberProblems(field, value, path);
    case 'BOOLEAN':
      return typeof value === 'boolean' ? [] : [wrongForm(path, 'true or false')];
    default:
      return typeof value === 'string'
        ? textProblems(field, value, path)
        : [wrongForm(path, `text for "${field.name}"`)];
  }
}

function numberProblems(
  { type, minimum = -Infinity, maximum = Infinity }: DppField,
  value: Json,
  path: Path,
): Problem[] {
  if (typeof value !== 'number') return [wrongForm(path, 'a number')];
  if (type === 'INTEGER' && !Number.isSafeInteger(value))
    return [wrongForm(path, 'a whole number')];
  if (value >= minimum && value <= maximum) return [];
  const least = Number.isFinite(minimum) ? `at least ${minimum}` : '';
  const most = Number.isFinite(maximum) ? `at most ${maximum}` : '';
  const bounds = [least, most].filter((bound) => bound !== '').join(' and ');
  return [problem(path, 'OUT_OF_RANGE', `The value is ${bounds}; it was ${value}.`)];
}

function localizedProblems({ name }: DppField, value: Json, path: Path): Problem[] {
  if (!isList(value)) return [wrongForm(path, `a list of {language, text} for "${name}"`)];
  const languages = new Set<Json | undefined>();
  return value.flatMap((item, at): Problem[] => {
    const place = [...path, at];
    const { language, text } = isObject(item) ? item : {};
    if (typeof language !== 'string' || typeof text !== 'string')
      return [wrongForm(place, 'an object with `language` and `text`')];
    const isTwice = languages.has(language);
    languages.add(language);
    return [
      ...(isTwice ? [problem(place, 'DUPLICATE', `The language ${language} occurs twice.`)] : []),
      ...(LANGUAGE.test(language)
        ? []
        : [problem([...place, 'language'], 'INVALID_LANGUAGE', `"${language}" is no BCP 47 tag.`)]),
      ...plainTextProblems(text, [...place, 'text'], MAX_TEXT),
    ];
  });
}

function textProblems(field: DppField, text: string, path: Path): Problem[] {
  const fault = formProblem(field, text);
  if (fault !== undefined) return [problem(path, 'INVALID_FORMAT', fault)];
  return field.type === 'TEXT' ? plainTextProblems(text, path, MAX_TEXT) : [];
}

function formProblem({ name, type, values, scheme }: DppField, text: string): string | undefined {
  switch (type) {
    case 'IDENTIFIER':
      return scheme && identifierProblem(scheme, text);
    case 'CODE':
      return values?.includes(text)
        ? undefined
        : `"${name}" is one of ${values?.join(', ')} (got "${text}").`;
    case 'COUNTRY':
      return isCountryCode(text) ? undefined : `"${text}" is no ISO 3166-1 alpha-2 code.`;
    case 'DATE':
      return isDay(text) ? undefined : `"${text}" is no day such as 2027-02-18.`;
    case 'URL':
      return isWebAddress(text) ? undefined : `"${text}" is no http or https address.`;
    default:
      return name === 'sha256' && !/^[0-9a-f]{64}$/.test(text)
        ? 'A SHA-256 hash has 64 hexadecimal digits in lower case.'
        : undefined;
  }
}

function isWebAddress(text: string): boolean {
  const url = text.length > 2048 ? null : URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

function wrongForm(path: Path, wanted: string): Problem {
  return problem(path, 'INVALID_VALUE', `Expected ${wanted}.`);
}

/** A field that publication needs and the content lacks. */
export type MissingField = { readonly path: string; readonly rule: string };

export type Completeness = {
  readonly missing: readonly MissingField[];
  /** Required fields that are present, and all required fields. */
  readonly present: number;
  readonly required: number;
};

/** The required fields of a content. A required field of a group counts where the group is present or required itself. */
export function completenessOf(
  schema: DppSchema,
  granularity: Granularity,
  category: string | null,
  content: DppContent,
): Completeness {
  const missing: MissingField[] = [];
  let required = 0;
  const visit = (fields: readonly DppField[], object: DppContent, above: string) => {
    for (const field of fields) {
      const value = object[field.name];
      const isThere = isPresent(field, value);
      const rule = ruleOf(field, granularity, category);
      if (rule !== undefined) {
        required += 1;
        if (!isThere && field.name !== SECTOR_DATA)
          missing.push({ path: `${above}${field.name}`, rule: `${rule} (${field.source})` });
      }
      if (field.type !== 'OBJECT') continue;
      const isNeeded = field.name === SECTOR_DATA || (rule !== undefined && !field.isList);
      const objects = isList(value) ? value.filter(isObject) : isObject(value) ? [value] : [];
      for (const [at, each] of (isNeeded && objects.length === 0 ? [{}] : objects).entries())
        visit(field.fields, each, `${above}${field.name}${field.isList ? `.${at}` : ''}.`);
    }
  };
  visit(fieldsOf(schema), content, '');
  return { missing, required, present: required - missing.length };
}

function ruleOf(
  { requiredFor, granularities, title }: DppField,
  granularity: Granularity,
  category: string | null,
): string | undefined {
  if (granularities !== undefined && !granularities.includes(granularity)) return undefined;
  if (requiredFor.includes('*')) return `${title} is required`;
  return category !== null && requiredFor.includes(category)
    ? `${title} is required for ${category}`
    : undefined;
}

function isPresent({ mayBeEmpty }: DppField, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !isList(value) || value.length > 0 || mayBeEmpty;
}
