import type { InputFields } from '../../graphql/input-fields.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { choiceFields, detailFields, readChoices, readMethod } from '../calculations/index.ts';
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
  Parameters<typeof readChoices>[0] & {
    readonly shippingLegs?: Parameters<typeof readLegs>[0];
    readonly massKg?: number | null | undefined;
  };

/** The goods of an input and their way, with the problems of both. */
export function readBundle(input: BundleInput, problems: Problem[]): WantedBundle {
  const massKg = notNegative(input.massKg, 'massKg', problems);
  const legs = readLegs(input.shippingLegs, 'shippingLegs', problems);
  const wanted = readMethod(input, 'FULL', problems);
  return { wanted, choices: readChoices(input, problems), legs, massKg };
}
