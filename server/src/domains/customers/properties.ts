import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import {
  externalId,
  hidden,
  metadata,
  RECORD,
  tags,
  text,
  timeOf,
} from '../../rules/properties/property.ts';

/** Properties of a customer that clients write. */
export const GIVEN = {
  externalId: externalId('customer'),
  name: text('name', { description: 'Name of the customer.' }),
  email: text('email', { description: 'E-mail address.', check: emailProblems }),
  country: text('country', {
    scalar: 'CountryCode',
    description: 'Country where the customer lives.',
  }),
  language: text('language', {
    description: 'Preferred language of the customer, as BCP 47 tag such as fr or pt-BR.',
    check: languageProblems,
  }),
  tags: tags(),
  metadata: metadata(),
};

/** Minor units by currency. */
const NOTHING_SPENT: Readonly<Record<string, number>> = {};

/** All properties of a customer. */
export const CUSTOMER = {
  ...RECORD,
  ...GIVEN,
  nameKey: hidden('name_key', 'text', ''),
  orderCount: hidden('order_count', 'int', 0),
  totalCo2eKg: hidden('total_co2e_kg', 'float8', 0),
  totalSpent: hidden('total_spent', 'jsonb', NOTHING_SPENT),
  erasedAt: timeOf('erased_at', {
    description: 'Time at which the personal data was erased; null if it was not.',
  }),
};

/** Text before and after one @, without blanks: only a letter to an address shows if it exists. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

function emailProblems(email: string | null, path: Path): Problem[] {
  if (email === null) return [];
  if (email.length <= 254 && EMAIL.test(email)) return [];
  return [problem(path, 'INVALID_EMAIL', 'An e-mail address such as ada@example.com is expected.')];
}

function languageProblems(language: string | null, path: Path): Problem[] {
  if (language === null) return [];
  try {
    Intl.getCanonicalLocales(language);
    return [];
  } catch {
    return [problem(path, 'INVALID_LANGUAGE', 'A BCP 47 tag such as fr or pt-BR is expected.')];
  }
}
