import { percentDecoded } from '../../platform/percent-decoded.ts';
import { PRIMARY_KEYS } from './application-identifiers.ts';
import { valueProblem } from './check-value.ts';

/** An application identifier with its value. */
export type Element = { readonly ai: string; readonly value: string };

/** Identification of a GS1 Digital Link URI: a primary key, then qualifiers in the order of the standard. */
export type DigitalLink = { readonly key: Element; readonly qualifiers: readonly Element[] };

type ParsedLink =
  | { readonly link: DigitalLink; readonly problem?: undefined }
  | { readonly link?: undefined; readonly problem: string };

/**
 * Parses the path of a GS1 Digital Link URI (uncompressed, GS1 Digital Link 1.6), such as
 * `/01/09506000134352/21/A%2F1`. The path begins with the primary key; one trailing slash is allowed.
 */
export function parseDigitalLinkPath(path: string): ParsedLink {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (segments.length % 2 !== 0)
    return { problem: 'Each application identifier of the path is followed by its value.' };
  const elements: Element[] = [];
  for (let at = 0; at < segments.length; at += 2) {
    const value = percentDecoded(segments[at + 1] ?? '');
    if (value === undefined) return { problem: 'The path is not valid percent-encoded UTF-8.' };
    elements.push({ ai: segments[at] ?? '', value });
  }
  const [key, ...qualifiers] = elements;
  if (key === undefined) return { problem: 'The path has no primary key.' };
  const problem = elementsProblem(key, qualifiers);
  return problem === undefined ? { link: { key, qualifiers } } : { problem };
}

/** Parses a whole GS1 Digital Link URI, whose path may begin with a stem before the primary key. */
export function parseDigitalLink(uri: string): ParsedLink {
  if (!/^https?:/i.test(uri) || !URL.canParse(uri))
    return { problem: 'A GS1 Digital Link URI is an http or https URL.' };
  const segments = new URL(uri).pathname.replace(/\/$/, '').split('/');
  const start = startOfKey(segments);
  if (start < 0) return { problem: 'The URI has no primary key of GS1 Digital Link.' };
  return parseDigitalLinkPath(segments.slice(start).join('/'));
}

/** Place of the last primary key that has its place in the pairs at the end: a stem may contain numbers of keys too. */
function startOfKey(segments: readonly string[]): number {
  const isKey = (segment: string) => Object.hasOwn(PRIMARY_KEYS, segment);
  const last = segments.findLastIndex(
    (segment, at) => at % 2 === segments.length % 2 && isKey(segment),
  );
  return last < 0 ? segments.findIndex(isKey) : last;
}

/** Reason why elements are no GS1 Digital Link; undefined if they are. */
function elementsProblem(key: Element, qualifiers: readonly Element[]): string | undefined {
  const fact = Object.hasOwn(PRIMARY_KEYS, key.ai) ? PRIMARY_KEYS[key.ai] : undefined;
  if (fact === undefined) return `(${key.ai}) is not a primary key of GS1 Digital Link.`;
  const ais = qualifiers.map(({ ai }) => ai);
  const sequences = fact.qualifiers ?? [];
  if (ais.length > 0 && !sequences.some((sequence) => isInOrder(ais, sequence))) {
    const allowed = sequences.map((sequence) => sequence.join(', ')).join(' or ');
    return sequences.length === 0
      ? `(${key.ai}) takes no qualifiers.`
      : `The qualifiers of (${key.ai}) are ${allowed}, in this order (got ${ais.join(', ')}).`;
  }
  for (const { ai, value } of [key, ...qualifiers]) {
    const problem = valueProblem(ai, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Reason why a value cannot be in the URI of a code that is made here; undefined if it can. */
export function linkValueProblem(ai: string, value: string): string | undefined {
  const fault = valueProblem(ai, value);
  if (fault !== undefined || !/^\.{1,2}$/.test(value)) return fault;
  // Values of GS1, but browsers take them for steps of the path, also percent-encoded, and ask for another address.
  return `(${ai}) is neither "." nor "..", which an address cannot contain (got ${value}).`;
}

function isInOrder(ais: readonly string[], sequence: readonly string[]): boolean {
  let from = 0;
  for (const ai of ais) {
    const at = sequence.indexOf(ai, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/** The canonical URI of an identification below a resolver's address: uncompressed, percent-encoded. */
export function digitalLinkUri(root: string, { key, qualifiers }: DigitalLink): string {
  return `${root}${digitalLinkPath({ key, qualifiers })}`;
}

/** The canonical path of an identification, such as `/01/09506000134352/21/A%2F1`. */
export function digitalLinkPath({ key, qualifiers }: DigitalLink): string {
  return [key, ...qualifiers].map(({ ai, value }) => `/${ai}/${encoded(value)}`).join('');
}

/** Text for people below a symbol, such as `(01) 09506000134352 (21) A/1`. */
export function humanReadable({ key, qualifiers }: DigitalLink): string {
  return [key, ...qualifiers].map(({ ai, value }) => `(${ai}) ${value}`).join(' ');
}

/** The identification and each less specific one up to the primary key alone, the most specific first. */
export function levelsOf({ key, qualifiers }: DigitalLink): readonly DigitalLink[] {
  return Array.from({ length: qualifiers.length + 1 }, (_, at) => ({
    key,
    qualifiers: qualifiers.slice(0, qualifiers.length - at),
  }));
}

/** The standard wants more characters encoded than `encodeURIComponent` does. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
