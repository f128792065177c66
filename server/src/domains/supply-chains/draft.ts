import type { Gazetteer, TransportLeg } from '@trackway/engine';
import { decodeId } from '../../platform/ids.ts';
import { stableJson } from '../../platform/stable-json.ts';
import type { Problem } from '../../rules/api-error.ts';
import { mapGiven, notNullableProblems, patched } from '../../rules/patch.ts';
import { problem } from '../../rules/problems.ts';
import { withoutNulls } from '../../rules/without-nulls.ts';
import { problemsOf } from './check.ts';
import { withDistances } from './distances.ts';
import type { CheckedSupplyChain, Facility, Flow, Network, SupplyChainDraft } from './model.ts';

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
export type SupplyChainInput = {
  readonly externalId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** As the API writes it: `prod_…`. */
  readonly productId?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly facilities?: readonly Loose<Facility>[] | null | undefined;
  readonly flows?: readonly Loose<FlowInput>[] | null | undefined;
};

const NOTHING: SupplyChainDraft = {
  externalId: null,
  name: '',
  description: null,
  productId: null,
  tags: [],
  network: { facilities: [], flows: [] },
};

/** The supply chain that results from the input, applied to the current one or to none. */
export function writtenSupplyChain(
  input: SupplyChainInput,
  gazetteer: Gazetteer,
  standing?: SupplyChainDraft,
): CheckedSupplyChain {
  const current = standing ?? NOTHING;
  const problems: Problem[] =
    standing === undefined ? [] : notNullableProblems(input, ['name', 'facilities']);
  const declared: Network = {
    facilities: input.facilities ? withoutNulls(input.facilities) : current.network.facilities,
    flows: patched<readonly Flow[]>(mapGiven(input.flows, withoutNulls), current.network.flows, []),
  };
  const plain: SupplyChainDraft = {
    externalId: patched(input.externalId, current.externalId, null),
    name: input.name ?? current.name,
    description: patched(input.description, current.description, null),
    productId: patched(
      mapGiven(input.productId, (id) => productUuid(id, problems)),
      current.productId,
      null,
    ),
    tags: patched(input.tags, current.tags, []),
    network: declared,
  };
  problems.push(...problemsOf(plain));
  const measured = withDistances(declared, gazetteer);
  return {
    draft: { ...plain, network: measured.network },
    problems: [...problems, ...measured.problems],
  };
}

/** True if the draft equals the current supply chain. */
export function isSame(draft: SupplyChainDraft, current: SupplyChainDraft): boolean {
  const { externalId, name, description, productId, tags, network } = current;
  return (
    stableJson(draft) === stableJson({ externalId, name, description, productId, tags, network })
  );
}

function productUuid(id: string, problems: Problem[]): string | null {
  const uuid = decodeId('product', id);
  if (uuid === undefined) {
    problems.push(problem(['productId'], 'INVALID_ID', `"${id}" is not the id of a product.`));
  }
  return uuid ?? null;
}
