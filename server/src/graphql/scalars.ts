import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';

const COUNTRY_CODE = /^[A-Z]{2}$/;
const CURRENCY_CODE = /^[A-Z]{3}$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,12})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export function parseDateTime(value: unknown): Date {
  const text = expectText(value, 'DateTime', 'an ISO 8601 date and time with a time zone');
  const date = new Date(text);
  if (!DATE_TIME.test(text) || Number.isNaN(date.getTime())) {
    throw new TypeError(
      `"${text}" is not an ISO 8601 date and time with a time zone, such as 2026-11-20T09:30:00Z.`,
    );
  }
  return date;
}

export function serializeDateTime(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return expectText(value, 'DateTime', 'a date');
}

export function parseDate(value: unknown): string {
  const text = expectText(value, 'Date', 'an ISO 8601 date');
  const date = new Date(`${text}T00:00:00Z`);
  // A day that does not exist (2026-02-30) rolls over and comes back different.
  if (
    !DATE.test(text) ||
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 10) !== text
  ) {
    throw new TypeError(`"${text}" is not a date such as 2026-11-20.`);
  }
  return text;
}

export function parseDecimal(value: unknown): string {
  const text = expectText(value, 'Decimal', 'a decimal number as a string');
  if (!DECIMAL.test(text)) {
    throw new TypeError(
      `"${text}" is not a decimal number such as "19.90" (at most 18 digits before and 12 after the point).`,
    );
  }
  return text;
}

export function parseCountryCode(value: unknown): string {
  const text = expectText(value, 'CountryCode', 'an ISO 3166-1 alpha-2 code');
  if (!COUNTRY_CODE.test(text) || REGIONS.of(text) === undefined) {
    throw new TypeError(`"${text}" is not an ISO 3166-1 alpha-2 country code such as FR or VN.`);
  }
  return text;
}

export function parseCurrencyCode(value: unknown): string {
  const text = expectText(value, 'CurrencyCode', 'an ISO 4217 code');
  if (!CURRENCY_CODE.test(text) || !CURRENCIES.has(text)) {
    throw new TypeError(`"${text}" is not an ISO 4217 currency code such as EUR.`);
  }
  return text;
}

export function parseUrl(value: unknown): string {
  const text = expectText(value, 'URL', 'an absolute http or https URL');
  const url = URL.parse(text);
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    text.length > 2048
  ) {
    throw new TypeError(
      'A URL must be absolute, http or https, and at most 2,048 characters long.',
    );
  }
  return url.href;
}

/** JSON as it comes, written as a literal too. */
export function parseJsonLiteral(node: ValueNode): unknown {
  if (node.kind === Kind.VARIABLE)
    throw new TypeError('A JSON literal cannot contain variables; pass the whole value as one.');
  return valueFromASTUntyped(node);
}

function expectText(value: unknown, scalar: string, what: string): string {
  if (typeof value !== 'string')
    throw new TypeError(`${scalar} must be ${what}, given as a string.`);
  return value;
}
