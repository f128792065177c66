import { encodeId } from '../../platform/ids.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { digitalLinkUri } from '../../rules/gs1/digital-link.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { gtin14 } from '../products/index.ts';
import type { Picture } from './draw.ts';
import type { Explained } from './explain-subject.ts';
import type { FootprintFacts } from './facts.ts';
import type { ComparisonFacts } from './layouts/comparison-card.ts';
import { MOST_CONTRIBUTORS } from './layouts/infographic.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import { footprintFacts, reportDetailsOf, type Subject } from './subject.ts';
import type { Words } from './words.ts';

/** Choices of a picture with everything that its facts follow from. */
type Sources = {
  readonly subject: Subject;
  readonly choices: AssetChoices;
  readonly tenant: TenantFacts;
  readonly words: Words;
  readonly explained: Explained;
};

type Common = Pick<Picture, 'locale' | 'isPreview'>;

/** The picture of a subject, as plain data. The choices were checked before. */
export function pictureOf(
  subject: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  words: Words,
  explained: Explained,
): Picture {
  const sources = { subject, choices, tenant, words, explained };
  const common = { locale: words.locale, isPreview: choices.isPreview };
  switch (choices.kind) {
    case 'PASSPORT_DOCUMENT': {
      const { passport } = subject;
      if (passport === undefined) throw new Error('The document has no passport.');
      return { ...common, kind: 'PASSPORT_DOCUMENT', size: 'A4', facts: passport.outline };
    }
    case 'QR_TAG':
      return tagOf(common, sources);
    case 'SUPPLY_CHAIN_MAP': {
      const { organizationName, isSample } = givenFacts(sources);
      const facts = { ...chainFacts(subject, explained), organizationName, isSample };
      return { ...common, kind: 'SUPPLY_CHAIN_MAP', size: 'MAP', facts };
    }
    default:
      return footprintPicture(common, choices.kind, sources);
  }
}

function tagOf(common: Common, sources: Sources): Picture {
  const { choices, subject } = sources;
  const { url, gtin14: gtin, isSample } = givenFacts(sources);
  const productName = choices.productName ?? subject.product?.name ?? '';
  const facts = { productName, url, gtin14: gtin, serial: choices.serial ?? null, isSample };
  const size = choices.size === 'ITEM' ? 'ITEM' : 'TAG';
  return { ...common, kind: 'QR_TAG', size, symbol: choices.symbol, facts };
}

type FootprintKind = Exclude<Picture['kind'], 'PASSPORT_DOCUMENT' | 'QR_TAG' | 'SUPPLY_CHAIN_MAP'>;

function footprintPicture(common: Common, kind: FootprintKind, sources: Sources): Picture {
  const { subject, choices, words, explained } = sources;
  const { equivalencies = [] } = explained;
  const productName = nameOf(subject, choices.productName, words);
  const facts = footprintFacts(subject, { ...givenFacts(sources), productName });
  const shown = withoutLink(facts);
  switch (kind) {
    case 'FOOTPRINT_REPORT': {
      const { goal = null, conclusions = null } = choices;
      const biogenicCarbonContentKg = subject.product?.biogenicCarbonContentKg ?? null;
      const study = { goal, conclusions, biogenicCarbonContentKg };
      const details = reportDetailsOf(subject, words);
      return { ...common, kind, size: 'A4', facts: { ...shown, ...study, ...details } };
    }
    case 'INFOGRAPHIC': {
      const size = choices.size === 'LANDSCAPE' ? 'LANDSCAPE' : 'PORTRAIT';
      const contributors = contributorsOf(subject);
      return { ...common, kind, size, facts: { ...shown, equivalencies, contributors } };
    }
    case 'EQUIVALENCY_CARD':
      return { ...common, kind, size: 'CARD', facts: { ...shown, equivalencies } };
    case 'COMPARISON_CARD':
      return { ...common, kind, size: 'CARD', facts: comparisonFacts(facts, sources) };
    case 'FIGURE_TAG':
      return { ...common, kind, size: 'TAG', facts };
    case 'CARBON_LABEL': {
      const size = choices.size === 'WIDE' || choices.size === 'SMALL' ? choices.size : 'UPRIGHT';
      return { ...common, kind, size, facts };
    }
  }
}

/** Facts that the request knows, not the calculation. */
function givenFacts({ subject: { product }, choices, tenant }: Sources) {
  const { serial = null, verifier = null, isPreview, allowOutdated } = choices;
  const gtin = product?.gtin == null ? null : gtin14(product.gtin);
  return {
    organizationName: choices.organizationName ?? tenant.organizationName,
    verifier,
    url: choices.url ?? linkOf(tenant.publicRoot, gtin, serial),
    gtin14: gtin,
    isSample: tenant.isSandbox || product?.isMock === true,
    allowOutdated: allowOutdated || isPreview,
  };
}

function contributorsOf({ result }: Subject) {
  return (result?.contributions ?? [])
    .toSorted((a, b) => b.co2eKg - a.co2eKg)
    .slice(0, MOST_CONTRIBUTORS)
    .map(({ label, co2eKg }) => ({ label, co2eKg }));
}

/** The facts of both sides of a comparison; the marks of either one are those of the card. */
function comparisonFacts(facts: FootprintFacts, sources: Sources): ComparisonFacts {
  const { comparison } = sources.explained;
  if (comparison === undefined) throw needsOther();
  const { other, paired } = comparison;
  const productName = nameOf(other, undefined, sources.words);
  const second = withoutLink(footprintFacts(other, { ...givenFacts(sources), productName }));
  const missing = [...facts.missingPhases, ...second.missingPhases];
  return {
    ...withoutLink(facts),
    isOutdated: facts.isOutdated || second.isOutdated,
    isSample: facts.isSample || other.product?.isMock === true,
    missingPhases: [...new Set(missing)],
    isMissingMore: facts.isMissingMore || second.isMissingMore,
    other: second,
    paired,
  };
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

function chainFacts({ supplyChain }: Subject, { map }: Explained) {
  if (supplyChain === undefined || map === undefined)
    throw new Error('The map has no supply chain.');
  const { id, name, version, updatedAt } = supplyChain.chain;
  return {
    ...map,
    supplyChainId: encodeId('supplyChain', id),
    chainName: name,
    chainVersion: version,
    changedOn: updatedAt.toISOString().slice(0, 10),
  };
}
