import { GraphQLError, Kind, print, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { isCountryCode } from '../rules/values/country-codes.ts';
import { isDay } from '../rules/values/day.ts';
import { momentOf } from '../rules/values/moment.ts';

const CURRENCY_CODE = /^[A-Z]{3}$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,12})?$/;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const MAX_URL = 2048;
/** Maximum number of characters of a wrong value in a message. */
const MAX_SHOWN = 100;

/**
 * Parser of a scalar that is written as text, for variables and literals alike. `parse` returns
 * undefined for an invalid text; the error then names the given value and what is `wanted`, with an
 * example. It is a GraphQLError because graphql-js rewords all other errors.
 */
function textScalar<Value>(
  scalar: string,
  wanted: string,
  parse: (text: string) => Value | undefined,
) {
  const refusal = (given: string, nodes?: ValueNode) => {
    const shown = given.length > MAX_SHOWN ? `${given.slice(0, MAX_SHOWN)} …` : given;
    return new GraphQLError(`${shown} is not ${scalar}: give ${wanted}.`, { nodes });
  };
  return {
    parseValue: (value: unknown): Value => {
      const parsed = typeof value === 'string' ? parse(value) : undefined;
      if (parsed === undefined) throw refusal(JSON.stringify(value));
      return parsed;
    },
    parseLiteral: (node: ValueNode): Value => {
      const parsed = node.kind === Kind.STRING ? parse(node.value) : undefined;
      if (node.kind === Kind.ENUM && parse(node.value) !== undefined) {
        const message = `${node.value} is not ${scalar}: put it in quotes, "${node.value}".`;
        throw new GraphQLError(message, { nodes: node });
      }
      if (parsed === undefined) throw refusal(print(node), node);
      return parsed;
    },
  };
}

export const readDateTime = textScalar(
  'a DateTime',
  'an ISO 8601 date and time with its time zone as text, such as "2026-11-20T09:30:00Z"',
  momentOf,
);

export const readDate = textScalar(
  'a Date',
  'a day of the calendar as ISO 8601 text, such as "2026-11-20"',
  (text) => (isDay(text) ? text : undefined),
);

export const readDecimal = textScalar(
  'a Decimal',
  'an exact decimal number as text, such as "19.90", with at most 18 digits before and 12 after the point',
  (text) => (DECIMAL.test(text) ? text : undefined),
);

export const readCountryCode = textScalar(
  'a CountryCode',
  'the ISO 3166-1 alpha-2 code of a country in capitals, such as "FR"',
  (text) => (isCountryCode(text) ? text : undefined),
);

export const readCurrencyCode = textScalar(
  'a CurrencyCode',
  'the ISO 4217 code of a currency in capitals, such as "EUR"',
  (text) => (CURRENCY_CODE.test(text) && CURRENCIES.has(text) ? text : undefined),
);

export const readUrl = textScalar(
  'a URL',
  'an absolute http or https URL of at most 2,048 characters, such as "https://example.com/bag.jpg"',
  (text) => {
    const url = text.length > MAX_URL ? null : URL.parse(text);
    return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
  },
);

export function serializeDateTime(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  throw new TypeError('A DateTime is made of a date.');
}

/** JSON as it comes, written as a literal too. */
export function parseJsonLiteral(node: ValueNode): unknown {
  visit(node, {
    Variable({ name }) {
      throw new GraphQLError(
        `A JSON literal cannot hold variables such as $${name.value}: pass the whole value as one, such as $metadata.`,
        { nodes: node },
      );
    },
  });
  return valueFromASTUntyped(node);
}
