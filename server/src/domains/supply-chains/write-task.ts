import { type Compute, Task } from '../../rules/jobs/compute.ts';
import { type SupplyChainInput, writtenSupplyChain } from './draft.ts';
import type { CheckedSupplyChain, SupplyChainDraft } from './model.ts';

type Written = {
  readonly input: SupplyChainInput;
  readonly standing?: SupplyChainDraft | undefined;
};

/** Checks an input and estimates its distances: a hundred ways by sea take a second. */
export const writeSupplyChainTask = new Task(
  'write a supply chain',
  async ({ gazetteer }, _tenant, { input, standing }: Written): Promise<CheckedSupplyChain> =>
    writtenSupplyChain(input, gazetteer, standing),
);

/** The supply chain that results from an input, applied to the current one or to none. */
export function computeSupplyChain(
  compute: Compute,
  input: SupplyChainInput,
  standing?: SupplyChainDraft,
): Promise<CheckedSupplyChain> {
  return compute(writeSupplyChainTask, { input, standing });
}
