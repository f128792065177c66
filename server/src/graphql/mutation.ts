import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { TenantTx } from '../platform/database/index.ts';
import { actorOf } from '../rules/access/actor.ts';
import type { Context } from '../rules/context.ts';
import { computeBefore, Overtaken, Unprepared } from '../rules/jobs/compute.ts';
import { runMutation } from '../rules/mutations/idempotency.ts';
import type { Work } from '../rules/mutations/work.ts';
import { accessOf } from './access.ts';

type MutationInfo = Pick<GraphQLResolveInfo, 'fieldName' | 'path' | 'parentType'>;

/**
 * Runs the work of a mutation field in one transaction, with its idempotency key (see `runMutation`).
 * Heavy work goes through `compute`: it is done in the pool, before the transaction.
 */
export function mutate<Answer>(
  context: Context,
  info: MutationInfo,
  input: object,
  perform: (work: Work) => Promise<Answer>,
  withhold?: (answer: Answer) => Answer,
): Promise<Answer> {
  const compute = computeBefore(context);
  const by = actorOf(context);
  return runMutation(context, fieldOf(info), input, (work) => perform({ ...work, by, compute }), {
    withhold,
    admit: admission(context, info),
  });
}

/** The resolver of a mutation field that does nothing before its transaction: see `mutate`. */
export function mutation<Input extends object, Answer>(
  perform: (work: Work, input: Input, context: Context) => Promise<Answer>,
  withhold?: (answer: Answer) => Answer,
) {
  return (
    _root: unknown,
    { input }: { readonly input: Input },
    context: Context,
    info: MutationInfo,
  ): Promise<Answer> =>
    mutate(context, info, input, (work) => perform(work, input, context), withhold);
}

/** The same for work that needs what is computed in any case: no transaction begins before it is there. */
export function mutateComputed<Output, Answer>(
  context: Context,
  info: MutationInfo,
  input: object,
  compute: () => Promise<Output>,
  perform: (work: TenantTx, output: Output) => Promise<Answer>,
): Promise<Answer> {
  let computed: { readonly output: Output } | undefined;
  const prepare = async (): Promise<void> => {
    computed = { output: await compute() };
  };
  const performed = async (work: TenantTx): Promise<Answer> => {
    // A request with the same idempotency key was first, and left no answer.
    if (computed === undefined) throw new Unprepared(prepare);
    try {
      return await perform(work, computed.output);
    } catch (error) {
      throw error instanceof Overtaken ? new Unprepared(prepare) : error;
    }
  };
  return runMutation(context, fieldOf(info), input, performed, {
    prepare,
    admit: admission(context, info),
  });
}

/** Refuses the mutation if its environment has no room for records. */
function admission({ services: { records }, scope }: Context, info: MutationInfo) {
  const field = info.parentType.getFields()[info.fieldName];
  const { freesRoom = false, secures = false } = field === undefined ? {} : accessOf(field);
  return () => records.admit(scope, { freesRoom, secures });
}

function fieldOf({ fieldName, path }: MutationInfo) {
  return { name: fieldName, path: responsePathAsArray(path).join('.') };
}
