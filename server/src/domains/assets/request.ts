import type { Problem } from '../../rules/api-error.ts';
import { badInput } from '../../rules/api-error.ts';
import { digitalLinkUri } from '../../rules/gs1/digital-link.ts';
import { problem } from '../../rules/problems.ts';
import type { Tier } from '../../rules/tiers.ts';
import { gtin14 } from '../products/index.ts';
import { problemsOfText } from './check-text.ts';
import type { Picture } from './draw.ts';
import type { SymbolKind } from './drawing/symbol.ts';
import type { Explained } from './explain-subject.ts';
import type { FootprintFacts } from './facts.ts';
import {
  ASSET_SIZES,
  type AssetFormat,
  type AssetKind,
  type AssetSize,
  KIND_FORMATS,
  LINKED_KINDS,
} from './model.ts';
import type { Rendering } from './render.ts';
import { footprintFacts, reportDetailsOf, type Subject } from './subject.ts';
import { ASSET_LOCALES, type AssetLocale, type Texts, type Words } from './words.ts';

/** Choices of a client about one asset, whatever object it shows. */
export type AssetChoices = {
  readonly kind: AssetKind;
  readonly size: AssetSize | undefined;
  /** The first one of the kind if it is undefined. */
  readonly format: AssetFormat | undefined;
  /** BCP 47 tag, such as `de` or `de-AT`. */
  readonly locale: string;
  readonly dotsPerInch: number | undefined;
  readonly productName: string | undefined;
  readonly organizationName: string | undefined;
  readonly url: string | undefined;
  readonly serial: string | undefined;
  readonly symbol: SymbolKind;
  readonly verifier: string | undefined;
  readonly allowOutdated: boolean;
  readonly isPreview: boolean;
  /** Country whose equivalencies come first. */
  readonly region: string | undefined;
};

/** Facts about the tenant that the request does not have to give. */
export type TenantFacts = {
  readonly organizationName: string;
  /** Address below which the public paths of the tenant are. */
  readonly publicRoot: string;
  readonly isSandbox: boolean;
  /** Tier of the organization, whose ceiling of bytes holds for the sandbox too. */
  readonly tier: Tier;
};

export const PRINT_DPI = 300;
const DPI_RANGE = { least: 72, most: 1200 } as const;
const LONGEST_SERIAL = 20;

/** Everything that the bytes of an asset follow from. Reports all problems of the choices at once. */
export function renderingOf(
  subject: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  texts: Texts,
  explained: Explained,
): Rendering {
  const locale = localeOf(choices.locale);
  const problems = [
    ...(locale === undefined ? [unknownLocale(choices.locale)] : []),
    ...problemsOfChoices(subject, choices, tenant, texts),
  ];
  if (problems.length > 0 || locale === undefined) throw badInput(problems);
  const format = formatOf(choices);
  const { dotsPerInch = PRINT_DPI } = choices;
  const words = texts.wordsOf(locale);
  return { picture: pictureOf(subject, choices, tenant, words, explained), format, dotsPerInch };
}

function formatOf({ kind, format = KIND_FORMATS[kind][0] ?? 'SVG' }: AssetChoices): AssetFormat {
  return format;
}

/** Language of the words: that of the tag, without its region. */
function localeOf(tag: string): AssetLocale | undefined {
  const language = tag.toLowerCase().split('-')[0];
  return ASSET_LOCALES.find((locale) => locale === language);
}

function unknownLocale(tag: string): Problem {
  const message = `There are no words in "${tag}": use one of ${ASSET_LOCALES.join(', ')}.`;
  return problem(['locale'], 'INVALID_LANGUAGE', message);
}

function problemsOfChoices(
  { product, result }: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  { refusedClaims }: Texts,
): Problem[] {
  const { kind, size, dotsPerInch, verifier, format, isPreview } = choices;
  const problems: Problem[] = [];
  const sizes: readonly string[] = ASSET_SIZES[kind];
  if (size !== undefined && !sizes.includes(size)) {
    const message = `A ${kind} has the sizes ${sizes.join(', ')} (got ${size}).`;
    problems.push(problem(['size'], 'NOT_ALLOWED', message));
  }
  const formats = KIND_FORMATS[kind];
  if (format !== undefined && !isPreview && !formats.includes(format)) {
    const message = `A ${kind} has the formats ${formats.join(', ')} (got ${format}).`;
    problems.push(problem(['format'], 'NOT_ALLOWED', message));
  }
  const { least, most } = DPI_RANGE;
  if (dotsPerInch !== undefined && !(dotsPerInch >= least && dotsPerInch <= most)) {
    const message = `The resolution is ${least} to ${most} dpi (got ${dotsPerInch}).`;
    problems.push(problem(['dotsPerInch'], 'OUT_OF_RANGE', message));
  } else if (dotsPerInch !== undefined && format !== 'PNG') {
    problems.push(problem(['dotsPerInch'], 'NOT_ALLOWED', 'Only a PNG has a resolution.'));
  }
  const name = choices.productName ?? product?.name ?? result?.subject.name;
  const printed = [
    { path: ['productName'], text: name, face: 'STRONG' },
    {
      path: ['organizationName'],
      text: choices.organizationName ?? tenant.organizationName,
      face: 'TEXT',
    },
    { path: ['verifier'], text: verifier, face: 'TEXT' },
  ] as const;
  for (const { path, text, face } of printed) {
    if (text === undefined) continue;
    problems.push(...problemsOfText(['input', ...path], text, face, refusedClaims));
  }
  if (kind === 'FOOTPRINT_REPORT') {
    for (const { label } of result?.contributions ?? []) {
      problems.push(
        ...problemsOfText(['input', 'product'], label.slice(0, 200), 'TEXT', refusedClaims),
      );
    }
  }
  problems.push(...problemsOfLink(product?.gtin ?? undefined, choices));
  return problems;
}

function problemsOfLink(gtin: string | undefined, { url, serial, kind }: AssetChoices): Problem[] {
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    return [problem(['url'], 'INVALID_FORMAT', 'The address begins with https:// or http://.')];
  }
  if (!LINKED_KINDS.has(kind)) {
    if (url === undefined && serial === undefined) return [];
    const field = url === undefined ? 'serial' : 'url';
    return [problem([field], 'NOT_ALLOWED', `A ${kind} has no symbol.`)];
  }
  if (url === undefined && gtin === undefined) {
    const message =
      'The product has no GTIN, so its symbol has no address of its own: give the address of a page that explains the footprint.';
    return [problem(['url'], 'REQUIRED', message)];
  }
  if (serial === undefined) return [];
  if (kind !== 'QR_TAG' || gtin === undefined || url !== undefined) {
    const message = 'A serial number belongs to a QR_TAG of a product with a GTIN, without `url`.';
    return [problem(['serial'], 'NOT_ALLOWED', message)];
  }
  // GS1 character set 82.
  if (serial.length > LONGEST_SERIAL || !/^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/.test(serial)) {
    const message = `A serial number (AI 21) has 1 to ${LONGEST_SERIAL} letters, digits and signs of GS1 character set 82 (got "${serial}").`;
    return [problem(['serial'], 'INVALID_FORMAT', message)];
  }
  return [];
}

function pictureOf(
  subject: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  words: Words,
  explained: Explained,
): Picture {
  const { isPreview, serial = null, verifier = null } = choices;
  const { product } = subject;
  const gtin = product?.gtin == null ? null : gtin14(product.gtin);
  const isSample = tenant.isSandbox || product?.isMock === true;
  const url = choices.url ?? linkOf(tenant.publicRoot, gtin, serial);
  const common = { locale: words.locale, isPreview };
  if (choices.kind === 'QR_TAG') {
    const size = choices.size === 'ITEM' ? 'ITEM' : 'TAG';
    const productName = choices.productName ?? product?.name ?? '';
    const facts = { productName, url, gtin14: gtin, serial, isSample };
    return { ...common, kind: 'QR_TAG', size, symbol: choices.symbol, facts };
  }
  const given = {
    organizationName: choices.organizationName ?? tenant.organizationName,
    verifier,
    url,
    gtin14: gtin,
    isSample,
    allowOutdated: choices.allowOutdated || isPreview,
  };
  const facts = footprintFacts(subject, {
    ...given,
    productName: nameOf(subject, choices.productName, words),
  });
  if (choices.kind === 'FOOTPRINT_REPORT') {
    const details = reportDetailsOf(subject);
    const shown = withoutLink(facts);
    return { ...common, kind: 'FOOTPRINT_REPORT', size: 'A4', facts: { ...shown, ...details } };
  }
  if (choices.kind === 'EQUIVALENCY_CARD') {
    const { equivalencies = [] } = explained;
    const shown = { ...withoutLink(facts), equivalencies };
    return { ...common, kind: 'EQUIVALENCY_CARD', size: 'CARD', facts: shown };
  }
  if (choices.kind === 'COMPARISON_CARD') {
    const { comparison } = explained;
    if (comparison === undefined) throw needsOther();
    const { other, paired } = comparison;
    const productName = nameOf(other, undefined, words);
    const second = withoutLink(footprintFacts(other, { ...given, productName }));
    const isOutdated = facts.isOutdated || second.isOutdated;
    const isSampled = isSample || other.product?.isMock === true;
    const missing = [...facts.missingPhases, ...second.missingPhases];
    const first = {
      ...withoutLink(facts),
      isOutdated,
      isSample: isSampled,
      missingPhases: [...new Set(missing)],
      isMissingMore: facts.isMissingMore || second.isMissingMore,
    };
    return {
      ...common,
      kind: 'COMPARISON_CARD',
      size: 'CARD',
      facts: { ...first, other: second, paired },
    };
  }
  if (choices.kind === 'FIGURE_TAG') return { ...common, kind: 'FIGURE_TAG', size: 'TAG', facts };
  const size = choices.size === 'WIDE' || choices.size === 'SMALL' ? choices.size : 'UPRIGHT';
  return { ...common, kind: 'CARBON_LABEL', size, facts };
}

/** The name to print: for a scenario it says that it is one. */
function nameOf({ scenario }: Subject, given: string | undefined, { say }: Words) {
  if (given !== undefined || scenario === undefined) return given;
  return say('scenarioOf', { name: scenario.name });
}

function withoutLink({ url: _url, gtin14: _gtin, ...facts }: FootprintFacts) {
  return facts;
}

function needsOther() {
  const message = 'A COMPARISON_CARD is of two footprints: name the other one in comparedWith.';
  return badInput([problem(['comparedWith'], 'REQUIRED', message)]);
}

/** GS1 Digital Link of a product, or of one item of it. */
function linkOf(publicRoot: string, gtin: string | null, serial: string | null): string {
  return digitalLinkUri(publicRoot, {
    key: { ai: '01', value: gtin ?? '' },
    qualifiers: serial === null ? [] : [{ ai: '21', value: serial }],
  });
}
