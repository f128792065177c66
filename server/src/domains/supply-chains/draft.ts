import type { Gazetteer, TransportLeg } from '@trackway/engine';
import type { ValuesOf } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { mapGiven, notNullableProblems, patched } from '../../rules/inputs/patch.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import {
  changedNames,
  draftFrom,
  type InputOf,
  initialValues,
} from '../../rules/properties/draft.ts';
import { problemsOf } from './check.ts';
import { withDistances } from './distances.ts';
import type { CheckedSupplyChain, Facility, Flow, Network, SupplyChainDraft } from './model.ts';
import { GIVEN, WRITTEN } from './properties.ts';

/** The fields of a value as a client may leave them out or null them. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Loose<Value[Key]> | NullIfOptional<Value, Key> }
    : Value;
type NullIfOptional<Value, Key extends keyof Value> = undefined extends Value[Key] ? null : never;

type FlowInput = Omit<Flow, 'transportLegs'> & {
  readonly transportLegs?: readonly TransportLeg[] | undefined;
};

/** Properties of a supply chain that a client or a file may give; null clears. */
export type SupplyChainInput = InputOf<ValuesOf<typeof GIVEN>> & {
  /** As the API writes it: `prod_…`. */
  readonly productId?: string | null | undefined;
  readonly facilities?: readonly Loose<Facility>[] | null | undefined;
  readonly flows?: readonly Loose<FlowInput>[] | null | undefined;
};

const NOTHING: SupplyChainDraft = {
  ...initialValues(WRITTEN),
  network: { facilities: [], flows: [] },
};

/** The supply chain that results from the input, applied to the current one or to none. */
export function writtenSupplyChain(
  input: SupplyChainInput,
  gazetteer: Gazetteer,
  standing?: SupplyChainDraft,
): CheckedSupplyChain {
  const { draft, problems } = declaredSupplyChain(input, standing);
  const { network, problems: unmeasured } = withDistances(draft.network, gazetteer);
  return { draft: { ...draft, network }, problems: [...problems, ...unmeasured] };
}

/** Problems of an input whose wrong values are absent. */
export function problemsOfInput(input: SupplyChainInput): readonly Problem[] {
  const { problems } = declaredSupplyChain(input);
  // Without facilities, flows cannot be matched with them.
  return input.facilities ? problems : problems.filter(({ code }) => code !== 'UNKNOWN_KEY');
}

/** The supply chain as it is declared, without distances that are worked out. */
function declaredSupplyChain(
  input: SupplyChainInput,
  standing?: SupplyChainDraft,
): CheckedSupplyChain {
  const current = standing ?? NOTHING;
  const given = draftFrom(GIVEN, input, standing);
  const problems: Problem[] = [
    ...given.problems,
    ...(standing === undefined ? [] : notNullableProblems(input, ['facilities'])),
  ];
  const declared: Network = {
    facilities: input.facilities ? withoutNulls(input.facilities) : current.network.facilities,
    flows: patched<readonly Flow[]>(mapGiven(input.flows, withoutNulls), current.network.flows, []),
  };
  const productId = patched(
    mapGiven(input.productId, (id) => productUuid(id, problems)),
    current.productId,
    null,
  );
  problems.push(...problemsOf(declared));
  return { draft: { ...given.draft, productId, network: declared }, problems };
}

/** Names of the input fields by which a draft differs from the current supply chain. */
export function changedFields(draft: SupplyChainDraft, current: SupplyChainDraft): string[] {
  return [
    ...changedNames<ValuesOf<typeof WRITTEN>>(WRITTEN, draft, current),
    ...changedNames(draft.network, draft.network, current.network),
  ].sort();
}

function productUuid(id: string, problems: Problem[]): string | null {
  const uuid = decodeId('product', id);
  if (uuid === undefined) {
    problems.push(problem(['productId'], 'INVALID_ID', `"${id}" is not the id of a product.`));
  }
  return uuid ?? null;
}
