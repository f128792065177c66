import type { InputFields } from '../../graphql/input-fields.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { choiceFields, choicesOf, detailFields, readMethod } from '../calculations/index.ts';
import { TransportLegInput } from '../products/index.ts';
import type { WantedBundle } from './calculate-footprint.ts';
import { NOT_NEGATIVE, notNegative, readLegs } from './inputs-graphql.ts';

/** Input fields of goods that are calculated together with their way: of a cart, or of an order. */
export function bundleFields(
  t: InputFields,
  descriptions: { readonly shippingLegs: string; readonly massKg: string },
) {
  return {
    ...detailFields(t, 'FULL'),
    shippingLegs: t.field({
      type: [TransportLegInput],
      description: descriptions.shippingLegs,
    }),
    massKg: t.float({ description: descriptions.massKg, extensions: NOT_NEGATIVE }),
    ...choiceFields(t),
  };
}

type BundleInput = Parameters<typeof readMethod>[0] &
  Parameters<typeof choicesOf>[0] & {
    readonly shippingLegs?: Parameters<typeof readLegs>[0];
    readonly massKg?: number | null | undefined;
  };

export function readBundle(input: BundleInput): WantedBundle {
  const problems: Problem[] = [];
  const massKg = notNegative(input.massKg, 'massKg', problems);
  const legs = readLegs(input.shippingLegs, 'shippingLegs', problems);
  const wanted = readMethod(input, 'FULL', problems);
  if (problems.length > 0) throw badInput(problems);
  return { wanted, choices: choicesOf(input), legs, massKg };
}
