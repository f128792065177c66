import { stableJson } from '../../platform/stable-json.ts';
import type { Problem } from '../../rules/api-error.ts';
import { patched } from '../../rules/patch.ts';
import { type Path, problem, tagProblems, textProblems } from '../../rules/problems.ts';
import type { CheckedCustomer, CustomerDraft } from './model.ts';

/** What a client or a file may say of a customer; null empties. */
export type CustomerInput = {
  readonly [Name in keyof CustomerDraft]?:
    | (Name extends 'metadata' ? unknown : CustomerDraft[Name])
    | null
    | undefined;
};

const NOTHING: CustomerDraft = {
  externalId: null,
  name: null,
  email: null,
  country: null,
  language: null,
  tags: [],
  metadata: {},
};

const MAX_METADATA = 10_000;
/** Something before and after one @, no blanks: whether it can be reached only a letter to it tells. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A customer as it would stand with the input written over it, a new one over nothing. */
export function writtenCustomer(
  input: CustomerInput,
  current: CustomerDraft = NOTHING,
): CheckedCustomer {
  const metadata = patched<unknown>(input.metadata, current.metadata, {});
  const draft: CustomerDraft = {
    externalId: patched(input.externalId, current.externalId, null),
    name: patched(input.name, current.name, null),
    email: patched(input.email, current.email, null),
    country: patched(input.country, current.country, null),
    language: patched(input.language, current.language, null),
    tags: patched(input.tags, current.tags, []),
    metadata: isRecord(metadata) ? metadata : {},
  };
  const problems = [
    ...textProblems(draft.externalId, ['externalId'], 100),
    ...textProblems(draft.name, ['name'], 255),
    ...emailProblems(draft.email, ['email']),
    ...languageProblems(draft.language, ['language']),
    ...tagProblems(draft.tags, ['tags']),
    ...metadataProblems(metadata, ['metadata']),
  ];
  return { draft, problems };
}

/** What is written of a customer, alone. */
export function draftOf(customer: CustomerDraft): CustomerDraft {
  const { externalId, name, email, country, language, tags, metadata } = customer;
  return { externalId, name, email, country, language, tags, metadata };
}

/** Whether writing the draft would change nothing of the customer as it stands. */
export function isSame(draft: CustomerDraft, current: CustomerDraft): boolean {
  return stableJson(draft) === stableJson(draftOf(current));
}

function emailProblems(email: string | null, path: Path): Problem[] {
  if (email === null) return [];
  if (email.length <= 254 && EMAIL.test(email)) return [];
  return [problem(path, 'INVALID_EMAIL', 'This is not an e-mail address such as ada@example.com.')];
}

function languageProblems(language: string | null, path: Path): Problem[] {
  if (language === null) return [];
  try {
    Intl.getCanonicalLocales(language);
    return [];
  } catch {
    return [problem(path, 'INVALID_LANGUAGE', 'A language is a BCP 47 tag such as fr or pt-BR.')];
  }
}

function metadataProblems(metadata: unknown, path: Path): Problem[] {
  if (!isRecord(metadata)) {
    return [problem(path, 'NOT_AN_OBJECT', 'Metadata is a JSON object of your own keys.')];
  }
  const { length } = JSON.stringify(metadata);
  if (length <= MAX_METADATA) return [];
  return [
    problem(path, 'TOO_LONG', `At most ${MAX_METADATA} characters as JSON; this has ${length}.`),
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
