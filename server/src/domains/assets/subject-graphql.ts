import { builder } from '../../graphql/builder.ts';
import { textUpTo } from '../../graphql/further-problems.ts';
import type { InputFields } from '../../graphql/input-fields.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { ApiError, badInput, notFound, orNotFound } from '../../rules/errors/api-error.ts';
import {
  givenIdentifiers,
  type NamedObject,
  referenceIn,
} from '../../rules/inputs/named-object.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { dppById, findPublicPassport, passportOutline } from '../passports/index.ts';
import { LONGEST_NAME } from './check-choices.ts';
import type { AssetKind } from './model.ts';
import type { SubjectReference } from './subject.ts';

const AssetSubjectInput = builder.inputType('AssetSubjectInput', {
  description: 'Exactly one product, calculation or scenario to compare with.',
  fields: (t) => ({
    product: objectField(t, 'Product, with its present footprint.'),
    productId: shortField(t, 'product'),
    calculationId: t.id({ description: 'Calculation of a product or of a supply chain.' }),
    scenario: objectField(t, 'Scenario, with its outcome.'),
    scenarioId: shortField(t, 'scenario'),
  }),
});

/** Fields that name the one object of an asset. */
export function subjectFields(t: InputFields) {
  return {
    product: objectField(t, 'Product to show, with its present footprint.'),
    productId: shortField(t, 'product'),
    calculationId: t.id({
      description: 'Calculation to show, in place of the present footprint of a product.',
    }),
    scenario: objectField(
      t,
      'Scenario whose outcome is shown, for a COMPARISON_CARD; it must have a result.',
    ),
    scenarioId: shortField(t, 'scenario'),
    supplyChain: objectField(t, 'Supply chain to show, for a SUPPLY_CHAIN_MAP.'),
    supplyChainId: shortField(t, 'supplyChain'),
    dppId: t.id({ description: 'Published passport to show, for a PASSPORT_DOCUMENT.' }),
    comparedWith: t.field({
      type: AssetSubjectInput,
      description: 'The other footprint of a COMPARISON_CARD; refused for other kinds.',
    }),
    productName: t.string({
      description: 'Name to print, in place of that of the product.',
      extensions: textUpTo(LONGEST_NAME),
    }),
    serial: t.string({ description: 'Serial number of one item (AI 21), for a QR_TAG.' }),
  };
}

/** Kinds of assets that are of one kind of object. */
const ONE_OBJECT: Partial<Readonly<Record<AssetKind, string>>> = {
  QR_TAG: 'A QR_TAG is of exactly one product.',
  SUPPLY_CHAIN_MAP: 'A SUPPLY_CHAIN_MAP is of exactly one supply chain.',
};

type GivenSubject = typeof AssetSubjectInput.$inferInput;

export type GivenObject = GivenSubject & {
  readonly supplyChain?: NamedObject['object'];
  readonly supplyChainId?: string | null | undefined;
  readonly dppId?: string | null | undefined;
};

/** The one object that an input names; each kind of asset is of some kinds of objects. */
export function subjectOf(
  { product, productId, calculationId, scenario, scenarioId, ...others }: GivenObject,
  kind: AssetKind,
): SubjectReference {
  const named = { id: productId, object: product };
  const ofScenario = { id: scenarioId, object: scenario };
  const ofChain = { id: others.supplyChainId, object: others.supplyChain };
  const [products, scenarios, chains] = [named, ofScenario, ofChain].map(
    (each) => givenIdentifiers(each).length,
  );
  const calculations = calculationId == null ? 0 : 1;
  const passports = others.dppId == null ? 0 : 1;
  const count = (products ?? 0) + (scenarios ?? 0) + (chains ?? 0) + calculations + passports;
  const isMap = kind === 'SUPPLY_CHAIN_MAP';
  if (
    count !== 1 ||
    (kind === 'QR_TAG' && products !== 1) ||
    isMap !== (chains === 1) ||
    passports > 0
  ) {
    const message =
      ONE_OBJECT[kind] ??
      'An asset is of exactly one product, calculation or scenario; a SUPPLY_CHAIN_MAP of a supply chain, a PASSPORT_DOCUMENT of a passport.';
    throw badInput([problem([], 'EXACTLY_ONE', message)]);
  }
  if (isMap) {
    return { supplyChain: orNotFound('The supply chain', referenceIn('supplyChain', ofChain)) };
  }
  if (scenarios === 1) {
    if (kind !== 'COMPARISON_CARD') {
      const message = `A scenario is no footprint of a product: a ${kind} shows none. Take a COMPARISON_CARD.`;
      const path = scenarioId == null ? 'scenario' : 'scenarioId';
      throw badInput([problem([path], 'NOT_ALLOWED', message)]);
    }
    return { scenario: orNotFound('The scenario', referenceIn('scenario', ofScenario)) };
  }
  if (calculationId != null) {
    const uuid = decodeId('calculation', calculationId);
    if (uuid === undefined) throw notFound('The calculation');
    return { calculationId: uuid };
  }
  return { product: orNotFound('The product', referenceIn('product', named)) };
}

/** The fields of an input that name an object. */
export function objectsOf(input: GivenObject): GivenObject {
  const { product, productId, calculationId, scenario, scenarioId } = input;
  const { supplyChain, supplyChainId, dppId } = input;
  const footprints = { product, productId, calculationId, scenario, scenarioId };
  return { ...footprints, supplyChain, supplyChainId, dppId };
}

/** The public part of the passport that an input names, as its page shows it. */
export async function passportOf(
  context: Context,
  { dppId, ...others }: GivenObject,
  locale: string,
): Promise<SubjectReference> {
  const { db, services } = context;
  if (typeof dppId !== 'string' || Object.values(others).some((each) => each != null)) {
    const message = 'A PASSPORT_DOCUMENT is of exactly one published passport: name it by dppId.';
    throw badInput([problem(['dppId'], 'EXACTLY_ONE', message)]);
  }
  const id = decodeId('dpp', dppId);
  const own = id === undefined ? null : await dppById(context, id);
  if (own?.status === 'DRAFT') {
    throw new ApiError('CONFLICT', 'The passport is a draft: publish it first (publishDpp).');
  }
  const view = id === undefined ? null : await findPublicPassport(db, id);
  if (id === undefined || own == null || view === null) throw notFound('The passport');
  const language = locale.toLowerCase().split('-')[0] ?? 'en';
  return { passport: { id, outline: passportOutline(view, services.publicUrls, language) } };
}
