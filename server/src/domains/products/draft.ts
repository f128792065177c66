import type { Component } from '@trackway/engine';
import { stableJson } from '../../platform/stable-json.ts';
import type { Problem } from '../../rules/api-error.ts';
import { readMoney } from '../../rules/money.ts';
import { mapGiven, notNullableProblems, patched } from '../../rules/patch.ts';
import { type WithoutNulls, withoutNulls } from '../../rules/without-nulls.ts';
import type { ComponentInput } from './bill-graphql/component.ts';
import { problemsOf } from './check.ts';
import type { UpdateProductInput } from './inputs-graphql.ts';
import type { Bill, CheckedDraft, ProductDraft } from './model.ts';
import { uncertaintyOf } from './uncertainty.ts';

type Written = Omit<typeof UpdateProductInput.$inferInput, 'id' | 'expectedVersion'>;

const EMPTY: ProductDraft = {
  externalId: null,
  name: '',
  description: null,
  sku: null,
  gtin: null,
  status: 'ACTIVE',
  sectorTags: [],
  tags: [],
  imageUrls: [],
  declaredAmount: 1,
  declaredUnit: 'PIECE',
  netMassKg: null,
  priceMinor: null,
  priceCurrency: null,
  isMock: false,
  bill: {
    components: [],
    packaging: [],
    processSteps: [],
    transportLegs: [],
    useProfile: null,
    endOfLife: null,
    lifetime: null,
  },
};

/**
 * The product that results from the given fields, applied to the current one; null clears a field.
 */
export function writtenProduct(input: Written, standing?: ProductDraft): CheckedDraft {
  const current = standing ?? EMPTY;
  const problems: Problem[] =
    standing === undefined ? [] : notNullableProblems(input, ['name', 'status', 'declaredUnit']);
  const price = mapGiven(input.price, (money) => readMoney(money, ['input', 'price'], problems));
  const draft: ProductDraft = {
    externalId: patched(input.externalId, current.externalId, null),
    name: input.name ?? current.name,
    description: patched(input.description, current.description, null),
    sku: patched(input.sku, current.sku, null),
    gtin: patched(input.gtin, current.gtin, null),
    status: input.status ?? current.status,
    sectorTags: patched(input.sectorTags, current.sectorTags, []),
    tags: patched(input.tags, current.tags, []),
    imageUrls: patched(input.imageUrls, current.imageUrls, []),
    declaredAmount: input.declaredUnit?.amount ?? current.declaredAmount,
    declaredUnit: input.declaredUnit?.unit ?? current.declaredUnit,
    netMassKg: patched(input.netMassKg, current.netMassKg, null),
    priceMinor: patched(
      mapGiven(price, ({ minor }) => minor),
      current.priceMinor,
      null,
    ),
    priceCurrency: patched(
      mapGiven(price, ({ currency }) => currency),
      current.priceCurrency,
      null,
    ),
    isMock: current.isMock,
    bill: writtenBill(input, current.bill),
  };
  return { draft, problems: [...problems, ...problemsOf(draft)] };
}

function writtenBill(input: Written, bill: Bill): Bill {
  return {
    components: patched<Bill['components']>(
      mapGiven(input.components, (components) => withoutNulls(components).map(componentOf)),
      bill.components,
      [],
    ),
    packaging: patched<Bill['packaging']>(
      mapGiven(input.packaging, withoutNulls),
      bill.packaging,
      [],
    ),
    processSteps: patched<Bill['processSteps']>(
      mapGiven(input.processSteps, withoutNulls),
      bill.processSteps,
      [],
    ),
    transportLegs: patched<Bill['transportLegs']>(
      mapGiven(input.transportLegs, withoutNulls),
      bill.transportLegs,
      [],
    ),
    useProfile: patched<Bill['useProfile']>(
      mapGiven(input.useProfile, withoutNulls),
      bill.useProfile,
      null,
    ),
    endOfLife: patched<Bill['endOfLife']>(
      mapGiven(input.endOfLife, withoutNulls),
      bill.endOfLife,
      null,
    ),
    lifetime: patched<Bill['lifetime']>(input.lifetime, bill.lifetime, null),
  };
}

function componentOf({
  uncertainty,
  ...component
}: WithoutNulls<typeof ComponentInput.$inferInput>): Component {
  return uncertainty === undefined
    ? component
    : { ...component, uncertainty: uncertaintyOf(uncertainty) };
}

/** True if the draft equals the current product. */
export function isSame(draft: ProductDraft, current: ProductDraft): boolean {
  return DRAFT_KEYS.every(
    (key) => draft[key] === current[key] || stableJson(draft[key]) === stableJson(current[key]),
  );
}

/** Names of the input fields by which a draft differs from the current product. */
export function changedFields(draft: ProductDraft, current: ProductDraft): string[] {
  const { bill, ...properties } = draft;
  const names = [
    ...differing(properties, current).map((key) => INPUT_FIELDS[key] ?? key),
    ...differing(bill, current.bill),
  ];
  return [...new Set(names)].sort();
}

/** Input fields that are stored in several columns. */
const INPUT_FIELDS: Readonly<Record<string, string>> = {
  declaredAmount: 'declaredUnit',
  priceMinor: 'price',
  priceCurrency: 'price',
};

function differing<Whole extends object>(part: Whole, whole: NoInfer<Whole>): string[] {
  const before = new Map(Object.entries(whole));
  return Object.entries(part)
    .filter(([key, value]) => stableJson(value) !== stableJson(before.get(key)))
    .map(([key]) => key);
}

const DRAFT_KEYS = [
  'externalId',
  'name',
  'description',
  'sku',
  'gtin',
  'status',
  'sectorTags',
  'tags',
  'imageUrls',
  'declaredAmount',
  'declaredUnit',
  'netMassKg',
  'priceMinor',
  'priceCurrency',
  'bill',
] as const satisfies readonly (keyof ProductDraft)[];
