import type { Tier } from '../../rules/access/tiers.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { linkValueProblem } from '../../rules/gs1/digital-link.ts';
import { problem } from '../../rules/inputs/problems.ts';
import type { PassportOutline } from '../passports/index.ts';
import { brandOf, type ChosenBrand, type GivenBrand } from './brand.ts';
import {
  fileProblems,
  LONGEST_STUDY_TEXT,
  linkProblems,
  localeOf,
  localeProblems,
  STUDY_TEXTS,
  studyProblems,
} from './check-choices.ts';
import { type PrintedText, problemsOfText } from './check-text.ts';
import { missingCharacters, sentenceOnMissing } from './drawing/fonts.ts';
import { inOneLine } from './drawing/pieces.ts';
import type { SymbolKind } from './drawing/symbol.ts';
import { SCREEN_DPI } from './drawing/to-png.ts';
import type { Explained } from './explain-subject.ts';
import {
  type AssetFormat,
  type AssetKind,
  type AssetSize,
  KIND_FORMATS,
  LINKED_KINDS,
} from './model.ts';
import { pictureOf } from './picture.ts';
import type { Rendering } from './render.ts';
import type { Subject } from './subject.ts';
import type { Texts } from './words.ts';

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
  /** Texts of a study, which only a report prints. */
  readonly goal: string | undefined;
  readonly conclusions: string | undefined;
  readonly allowOutdated: boolean;
  readonly isPreview: boolean;
  /** Country whose equivalencies come first. */
  readonly region: string | undefined;
  readonly brand: GivenBrand | undefined;
};

/** Facts about the tenant that the request does not have to give. */
export type TenantFacts = {
  /** Name of the brand, or else of the organization. */
  readonly organizationName: string;
  readonly brand: ChosenBrand | null;
  /** Address below which the public paths of the tenant are. */
  readonly publicRoot: string;
  readonly isSandbox: boolean;
  /** Tier of the organization, whose ceiling of bytes holds for the sandbox too. */
  readonly tier: Tier;
};

const PRINT_DPI = 300;

/** Everything that the bytes of an asset follow from. Reports all problems of the choices at once. */
export async function renderingOf(
  subject: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  texts: Texts,
  explained: Explained,
): Promise<Rendering> {
  const locale = localeOf(choices.locale);
  const { brand, problems: brandProblems } = await brandOf(
    choices.kind,
    choices.brand,
    tenant.brand,
  );
  const problems = [
    ...brandProblems,
    ...localeProblems(choices.locale, ['locale']),
    ...problemsOfChoices(subject, choices, tenant, texts),
    ...problemsOfOther(explained, texts),
  ];
  if (problems.length > 0 || locale === undefined) throw badInput(problems);
  const format = formatOf(choices);
  const usualDpi = choices.kind === 'INFOGRAPHIC' ? SCREEN_DPI : PRINT_DPI;
  const { dotsPerInch = usualDpi } = choices;
  const words = texts.wordsOf(locale);
  return {
    picture: pictureOf(subject, choices, tenant, words, explained),
    format,
    dotsPerInch,
    ...(brand === undefined ? {} : { brand }),
  };
}

function formatOf({ kind, format = KIND_FORMATS[kind][0] ?? 'SVG' }: AssetChoices): AssetFormat {
  return format;
}

function problemsOfChoices(
  subject: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  { refusedClaims }: Texts,
): Problem[] {
  const { product } = subject;
  return [
    ...fileProblems(choices),
    ...problemsOfTexts(subject, choices, tenant, refusedClaims),
    ...problemsOfStudy(choices, refusedClaims),
    ...problemsOfLink(product?.gtin ?? undefined, choices),
  ];
}

/** Problems of the texts that are printed: of the choices, the product, its parts or its supply chain. */
function problemsOfTexts(
  { product, result, scenario, supplyChain, passport }: Subject,
  { kind, verifier, ...choices }: AssetChoices,
  tenant: TenantFacts,
  refusedClaims: readonly string[],
): Problem[] {
  const name = choices.productName ?? scenario?.name ?? product?.name ?? result?.subject.name;
  const owner = choices.organizationName ?? tenant.organizationName;
  const chainNames = [
    ...(supplyChain?.network.facilities.map((facility) => facility.name) ?? []),
    ...(supplyChain === undefined ? [] : [supplyChain.chain.name]),
  ];
  const printed: readonly (Omit<PrintedText, 'text'> & { readonly text: string | undefined })[] = [
    { field: 'productName', text: name, face: kind === 'INFOGRAPHIC' ? 'HEADLINE' : 'STRONG' },
    { field: 'organizationName', text: owner, face: 'TEXT' },
    { field: 'verifier', text: verifier, face: 'TEXT' },
    ...chainNames.map((text) => ({ field: 'supplyChain', text, face: 'HEADLINE' }) as const),
    ...(NAMES_PARTS.has(kind) ? (result?.contributions ?? []) : []).map(
      ({ label }) =>
        ({ field: 'product', text: label.slice(0, LONGEST_LABEL), face: 'TEXT' }) as const,
    ),
  ];
  if (passport !== undefined) return problemsOfPassport(passport.outline);
  return printed.flatMap(({ field, text, face }) =>
    text === undefined ? [] : problemsOfText({ field, text, face }, refusedClaims),
  );
}

/** Problems of the goal and the conclusions of a study. */
function problemsOfStudy(choices: AssetChoices, refusedClaims: readonly string[]): Problem[] {
  if (choices.kind !== 'FOOTPRINT_REPORT') return studyProblems(choices);
  return STUDY_TEXTS.flatMap((field) => {
    const given = choices[field];
    if (given === undefined) return [];
    const text = inOneLine(given);
    const printed = { field, text, face: 'TEXT', mostCharacters: LONGEST_STUDY_TEXT } as const;
    return problemsOfText(printed, refusedClaims);
  });
}

/** Problems of the name of the other side of a comparison. */
function problemsOfOther({ comparison }: Explained, { refusedClaims }: Texts): Problem[] {
  if (comparison === undefined) return [];
  const { product, result, scenario } = comparison.other;
  const text = scenario?.name ?? product?.name ?? result?.subject.name ?? '';
  return problemsOfText({ field: 'comparedWith', text, face: 'STRONG' }, refusedClaims);
}

/** A passport is printed as it was published, or not at all. */
function problemsOfPassport({ name, operator, states, sections }: PassportOutline): Problem[] {
  const texts = sections.flatMap(({ title, paragraphs, rows }) => [
    ...[title, ...paragraphs],
    ...rows.flat(),
  ]);
  const whole = [name, operator, ...states, ...texts].join(' ');
  const missing = FACES.flatMap((face) => missingCharacters(face, inOneLine(whole)));
  if (missing.length === 0) return [];
  const message = `The passport cannot be printed. ${sentenceOnMissing([...new Set(missing)])}`;
  return [problem(['dppId'], 'INVALID_TEXT', message)];
}

const FACES = ['TEXT', 'STRONG', 'HEADLINE'] as const;

/** Kinds that print the names of contributions. */
const NAMES_PARTS: ReadonlySet<AssetKind> = new Set(['FOOTPRINT_REPORT', 'INFOGRAPHIC']);
const LONGEST_LABEL = 200;

function problemsOfLink(gtin: string | undefined, choices: AssetChoices): Problem[] {
  const { url, serial, kind } = choices;
  const wrong = linkProblems(choices);
  if (wrong.length > 0 || !LINKED_KINDS.has(kind)) return wrong;
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
  const fault = linkValueProblem('21', serial);
  return fault === undefined ? [] : [problem(['serial'], 'INVALID_FORMAT', fault)];
}
