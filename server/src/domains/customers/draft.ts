import { stableJson } from '../../platform/stable-json.ts';
import type { Problem } from '../../rules/api-error.ts';
import { patched } from '../../rules/patch.ts';
import { type Path, problem, tagProblems, textProblems } from '../../rules/problems.ts';
import type { CheckedCustomer, CustomerDraft } from './model.ts';

/** Properties of a customer that a client or a file may give; null clears. */
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
/** Text before and after one @, no blanks: only a message can show whether the address exists. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The customer that results from the input, applied to the current one or to none. */
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

/** The writable properties of a customer alone. */
export function draftOf(customer: CustomerDraft): CustomerDraft {
  const { externalId, name, email, country, language, tags, metadata } = customer;
  return { externalId, name, email, country, language, tags, metadata };
}

/** True if the draft equals the current customer. */
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
