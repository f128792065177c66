import { encodeId } from '../../platform/ids.ts';
import { badInput } from '../../rules/api-error.ts';
import { digitalLinkUri } from '../../rules/gs1/digital-link.ts';
import { problem } from '../../rules/problems.ts';
import { gtin14 } from '../products/index.ts';
import type { Picture } from './draw.ts';
import type { Explained } from './explain-subject.ts';
import type { FootprintFacts } from './facts.ts';
import { MOST_CONTRIBUTORS } from './layouts/infographic.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import { footprintFacts, reportDetailsOf, type Subject } from './subject.ts';
import type { Words } from './words.ts';

/** The picture of a subject, as plain data. The choices were checked before. */
export function pictureOf(
  subject: Subject,
  choices: AssetChoices,
  tenant: TenantFacts,
  words: Words,
  explained: Explained,
): Picture {
  const { isPreview, serial = null, verifier = null } = choices;
  const { product, passport } = subject;
  if (choices.kind === 'PASSPORT_DOCUMENT') {
    if (passport === undefined) throw new Error('The document has no passport.');
    const common = { locale: words.locale, isPreview };
    return { ...common, kind: 'PASSPORT_DOCUMENT', size: 'A4', facts: passport.outline };
  }
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
  const organizationName = choices.organizationName ?? tenant.organizationName;
  if (choices.kind === 'SUPPLY_CHAIN_MAP') {
    const facts = { ...chainFacts(subject, explained), organizationName, isSample };
    return { ...common, kind: 'SUPPLY_CHAIN_MAP', size: 'MAP', facts };
  }
  const given = {
    organizationName,
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
  const { equivalencies = [] } = explained;
  if (choices.kind === 'INFOGRAPHIC') {
    const size = choices.size === 'LANDSCAPE' ? 'LANDSCAPE' : 'PORTRAIT';
    const contributors = (subject.result?.contributions ?? [])
      .toSorted((a, b) => b.co2eKg - a.co2eKg)
      .slice(0, MOST_CONTRIBUTORS)
      .map(({ label, co2eKg }) => ({ label, co2eKg }));
    const shown = { ...withoutLink(facts), equivalencies, contributors };
    return { ...common, kind: 'INFOGRAPHIC', size, facts: shown };
  }
  if (choices.kind === 'EQUIVALENCY_CARD') {
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
