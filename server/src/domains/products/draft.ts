import type { Component } from '@trackway/engine';
import type { Problem } from '../../rules/errors/api-error.ts';
import { mapGiven, notNullableProblems, patched } from '../../rules/inputs/patch.ts';
import { type WithoutNulls, withoutNulls } from '../../rules/inputs/without-nulls.ts';
import {
  type Checked,
  changedNames,
  draftFrom,
  initialValues,
} from '../../rules/properties/draft.ts';
import { readMoney } from '../../rules/values/money.ts';
import type { ComponentInput } from './bill-graphql/component.ts';
import { problemsOf } from './check.ts';
import type { UpdateProductInput } from './inputs-graphql.ts';
import type { Bill, ProductDraft } from './model.ts';
import { GIVEN, WRITTEN } from './properties.ts';
import { uncertaintyOf } from './uncertainty.ts';

/** Values of a product from a client or a file. */
export type ProductInput = Omit<typeof UpdateProductInput.$inferInput, 'id' | 'expectedVersion'>;

const EMPTY = initialValues(WRITTEN);

/** Writes the given fields over the current product, or over the defaults of a new one. */
export function productDraft(input: ProductInput, current?: ProductDraft): Checked<ProductDraft> {
  const standing = current ?? EMPTY;
  const given = draftFrom(GIVEN, input, current);
  const problems = [
    ...given.problems,
    ...(current === undefined ? [] : notNullableProblems(input, ['declaredUnit'])),
  ];
  const price = mapGiven(input.price, (money) => readMoney(money, ['input', 'price'], problems));
  const priceMinor = mapGiven(price, ({ minor }) => minor);
  const priceCurrency = mapGiven(price, ({ currency }) => currency);
  const draft: ProductDraft = {
    ...given.draft,
    declaredAmount: input.declaredUnit?.amount ?? standing.declaredAmount,
    declaredUnit: input.declaredUnit?.unit ?? standing.declaredUnit,
    priceMinor: patched(priceMinor, standing.priceMinor, null),
    priceCurrency: patched(priceCurrency, standing.priceCurrency, null),
    isMock: standing.isMock,
    bill: writtenBill(input, standing.bill),
  };
  return { draft, problems: [...problems, ...newProblems(draft, current)] };
}

/** Problems that a change brings: fields that stay may have been stored under earlier rules, and stop no other change. */
function newProblems(draft: ProductDraft, current: ProductDraft | undefined): Problem[] {
  const found = problemsOf(draft);
  if (found.length === 0 || current === undefined) return found;
  const changed = new Set(changedFields(draft, current));
  const kept = problemsOf(current).filter(({ path }) => !changed.has(String(path[1])));
  const known = new Set(kept.map(faultOf));
  return found.filter((each) => !known.has(faultOf(each)));
}

function faultOf({ path, code }: Problem): string {
  return JSON.stringify([path, code]);
}

function writtenBill(input: ProductInput, bill: Bill): Bill {
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

/** A component as the engine reads it. */
export function componentOf({
  uncertainty,
  ...component
}: WithoutNulls<typeof ComponentInput.$inferInput>): Component {
  return uncertainty === undefined
    ? component
    : { ...component, uncertainty: uncertaintyOf(uncertainty) };
}

/** Names of the input fields by which a draft differs from the current product. */
export function changedFields(draft: ProductDraft, current: ProductDraft): string[] {
  const names = changedNames(WRITTEN, draft, current).flatMap((name) =>
    name === 'bill'
      ? changedNames(draft.bill, draft.bill, current.bill)
      : (INPUT_FIELDS[name] ?? name),
  );
  return [...new Set(names)].sort();
}

/** Input fields that are stored in several columns. */
const INPUT_FIELDS: Readonly<Record<string, string>> = {
  declaredAmount: 'declaredUnit',
  priceMinor: 'price',
  priceCurrency: 'price',
};
