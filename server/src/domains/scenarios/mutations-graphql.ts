import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { changeFields, type InputFields, identifierFields } from '../../graphql/input-fields.ts';
import { mutate } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { identifiersOfUpdate, objectField, shortField } from '../../graphql/reference.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Problem } from '../../rules/api-error.ts';
import { givenIdentifiers, referenceIn } from '../../rules/named-object.ts';
import { mapGiven } from '../../rules/patch.ts';
import { problem, textProblems } from '../../rules/problems.ts';
import type { TenantTx } from '../../rules/work.ts';
import { choiceFields, choicesOf, detailFields, methodOf } from '../calculations/index.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { findProduct } from '../products/index.ts';
import { supplyChains } from '../supply-chains/index.ts';
import { readOverrides, readSweep, readTarget } from './definition.ts';
import { ScenarioRef } from './graphql.ts';
import type { ScenarioDefinition, ScenarioDraft, StoredScenario } from './model.ts';
import { OverrideInput, SweepParameterInput, TargetInput } from './override-inputs-graphql.ts';
import { scenarioReference } from './queries-graphql.ts';
import {
  type CheckedScenario,
  cancelScenario,
  createScenario,
  deleteScenario,
  runScenario,
  updateScenario,
} from './service.ts';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;
const WRITE = { tier: 'GROWTH', permission: 'SCENARIOS_WRITE' } as const;

/** Fields that creation and update share. */
function definitionFields(t: InputFields) {
  return {
    description: t.string({ description: 'Description in your own words.' }),
    overrides: t.field({
      type: [OverrideInput],
      description: 'Changes in their order, at most 20; none by default.',
    }),
    sweep: t.field({
      type: [SweepParameterInput],
      description: '1 to 3 overrides to vary, over at most 10,000 points in all.',
    }),
    target: t.field({ type: TargetInput, description: 'Target to reach.' }),
    ...detailFields(t, 'FULL'),
    ...choiceFields(t),
  };
}

const CreateScenarioInput = builder.inputType('CreateScenarioInput', {
  description: 'A new scenario of exactly one product or supply chain.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the scenario.' }),
    externalId: t.string({ description: 'Your own id of the scenario.' }),
    product: objectField(t, 'Product that the overrides change.'),
    productId: shortField(t, 'product'),
    supplyChain: objectField(t, 'Supply chain that the overrides change.'),
    supplyChainId: shortField(t, 'supplyChain'),
    ...definitionFields(t),
  }),
});

const UpdateScenarioInput = builder.inputType('UpdateScenarioInput', {
  description:
    'Changes of a scenario, named by its id or externalId. A field that is absent keeps its value, null clears it, and a list is replaced as a whole. The subject stays. The scenario is a DRAFT again.',
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id. If `id` is given, `externalId` is the new value.',
    }),
    externalId: t.string({ description: 'Your own id of the scenario.' }),
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses the change with CONFLICT.',
    }),
    name: t.string({ description: 'Name of the scenario.' }),
    ...definitionFields(t),
  }),
});

const stepInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({ ...identifierFields(t, 'scenario'), ...changeFields(t) }),
  });

const RunScenarioInput = stepInput('RunScenarioInput', 'The scenario to run.');
const CancelScenarioInput = stepInput('CancelScenarioInput', 'The scenario to cancel.');
const DeleteScenarioInput = stepInput('DeleteScenarioInput', 'The scenario to delete.');

type GivenDefinition = Omit<typeof UpdateScenarioInput.$inferInput, 'id' | 'expectedVersion'>;

type Identity = Pick<ScenarioDraft, 'name' | 'externalId' | 'productId' | 'supplyChainId'>;

/** The draft that an input describes; `current` has the values of fields that are absent. */
function checked(
  input: GivenDefinition,
  identity: Identity,
  current?: ScenarioDraft,
): CheckedScenario {
  const kept = current?.definition;
  const { overrides, problems } =
    kept !== undefined && input.overrides === undefined
      ? { overrides: kept.overrides, problems: [] }
      : readOverrides(input.overrides ?? []);
  const sweep = input.sweep ? readSweep(input.sweep) : undefined;
  const target = input.target ? readTarget(input.target) : undefined;
  const method = kept === undefined ? input : withKeptMethod(input, kept);
  const wanted = methodOf(method, 'FULL');
  const { monteCarlo, ...full } = wanted.detail === 'FULL' ? wanted.full : {};
  return {
    given: input.overrides ?? [],
    problems: [
      ...textProblems(identity.name, ['name'], MAX_NAME),
      ...textProblems(input.description, ['description'], MAX_DESCRIPTION),
      ...problems,
      ...(sweep?.problems ?? []),
      ...(target?.problems ?? []),
    ],
    draft: {
      ...identity,
      description:
        input.description === undefined ? (current?.description ?? null) : input.description,
      definition: {
        method: { detail: wanted.detail, ...full, ...choicesOf(method) },
        uncertainty: monteCarlo ?? {},
        overrides,
        sweep: input.sweep === undefined ? (kept?.sweep ?? null) : (sweep?.sweep ?? null),
        target: input.target === undefined ? (kept?.target ?? null) : (target?.target ?? null),
      },
    },
  };
}

/** The method of an input; absent fields are those of before, as far as the detail has them. */
function withKeptMethod(input: GivenDefinition, { method, uncertainty }: ScenarioDefinition) {
  const { detail, boundary, recycling, electricity, year, gwpSet, closedPassages, strict } = method;
  const ofFull = {
    boundary,
    recyclingMethod: recycling,
    electricityAccounting: electricity,
    monteCarlo: uncertainty,
  };
  const isFull = (input.detail === undefined ? detail : input.detail) !== 'BASIC';
  const kept = { detail, year, gwpSet, closedPassages, strict, ...(isFull && ofFull) };
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
  return { ...kept, ...given };
}

type Subject = Pick<ScenarioDraft, 'productId' | 'supplyChainId'>;

/** The subject that exactly one of the fields names. */
async function subjectOf(
  { tx, scope }: TenantTx,
  input: typeof CreateScenarioInput.$inferInput,
): Promise<{ readonly subject: Subject; readonly problems: readonly Problem[] }> {
  const ofProduct = { id: input.productId, object: input.product };
  const ofChain = { id: input.supplyChainId, object: input.supplyChain };
  const names = [...givenIdentifiers(ofProduct), ...givenIdentifiers(ofChain)];
  const product = await mapGiven(referenceIn('product', ofProduct), (reference) =>
    findProduct(tx, scope, reference),
  );
  const chain = await mapGiven(referenceIn('supplyChain', ofChain), (reference) =>
    supplyChains.named(tx, scope, reference),
  );
  const subject = { productId: product?.id ?? null, supplyChainId: chain?.id ?? null };
  if (names.length !== 1) {
    const message = 'A scenario is of exactly one of product and supplyChain.';
    return { subject, problems: [problem([], 'EXACTLY_ONE', message)] };
  }
  const field = givenIdentifiers(ofChain).length === 1 ? 'supplyChain' : 'product';
  const message = `There is no such object in this organization and environment: ${names.join()}.`;
  const isFound = product !== undefined || chain !== undefined;
  return { subject, problems: isFound ? [] : [problem([field], 'NOT_FOUND', message)] };
}

const ScenarioPayload = (mutation: string) =>
  payloadOf(mutation, 'scenario', ScenarioRef, 'The scenario after the change.');

const DeleteScenarioPayload = builder
  .objectRef<{ readonly scenario: StoredScenario }>('DeleteScenarioPayload')
  .implement({
    description: 'Result of `deleteScenario`.',
    fields: (t) => ({
      deletedScenarioId: t.id({
        description: 'Id of the scenario that is gone.',
        resolve: ({ scenario }) => encodeId('scenario', scenario.id),
      }),
    }),
  });

type Given = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly expectedVersion?: number | null | undefined;
};

function targetOf(input: Given) {
  const { expectedVersion } = input;
  return {
    reference: scenarioReference(input, ['input']),
    expectedVersion: expectedVersion ?? undefined,
  };
}

builder.mutationFields((t) => ({
  createScenario: t.field({
    type: ScenarioPayload('createScenario'),
    nullable: true,
    description: 'Creates a scenario as a DRAFT. Reports all problems in one response.',
    extensions: access(WRITE),
    args: {
      input: t.arg({
        type: CreateScenarioInput,
        required: true,
        description: 'The scenario to create.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        const { subject, problems: ofSubject } = await subjectOf(work, input);
        const identity = { name: input.name, externalId: input.externalId ?? null, ...subject };
        const { problems, ...rest } = checked(input, identity);
        const all = [...ofSubject, ...problems];
        return { scenario: await createScenario(work, { ...rest, problems: all }) };
      }),
  }),
  updateScenario: t.field({
    type: ScenarioPayload('updateScenario'),
    nullable: true,
    description:
      'Changes the definition of a scenario, which is a DRAFT again. Absent fields keep their value.',
    extensions: access(WRITE),
    args: {
      input: t.arg({
        type: UpdateScenarioInput,
        required: true,
        description: 'The scenario and its new definition.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        const named = { ...input, ...identifiersOfUpdate(input) };
        const reference = scenarioReference(identifiersOfUpdate(named), ['input']);
        const expectedVersion = input.expectedVersion ?? undefined;
        const scenario = await updateScenario(work, { reference, expectedVersion }, (current) =>
          checked(
            input,
            {
              name: input.name ?? current.name,
              externalId:
                typeof input.id === 'string' && input.externalId !== undefined
                  ? input.externalId
                  : current.externalId,
              productId: current.productId,
              supplyChainId: current.supplyChainId,
            },
            current,
          ),
        );
        return { scenario };
      }),
  }),
  runScenario: t.field({
    type: ScenarioPayload('runScenario'),
    nullable: true,
    description:
      'Queues the calculation of a scenario: follow `Scenario.state`, or the events `scenario.completed` and `scenario.failed`.',
    extensions: access({ ...WRITE, cost: 200 }),
    args: {
      input: t.arg({
        type: RunScenarioInput,
        required: true,
        description: 'The scenario to run, by its id or externalId.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        await assertMayOpenJob(work.tx, context.scope, context.caller.organization.tier);
        return { scenario: await runScenario(work, targetOf(input)) };
      }),
  }),
  cancelScenario: t.field({
    type: ScenarioPayload('cancelScenario'),
    nullable: true,
    description: 'Cancels a scenario that is queued or running. It has no result then.',
    extensions: access(WRITE),
    args: {
      input: t.arg({
        type: CancelScenarioInput,
        required: true,
        description: 'The scenario to cancel, by its id or externalId.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => ({
        scenario: await cancelScenario(work, targetOf(input)),
      })),
  }),
  deleteScenario: t.field({
    type: DeleteScenarioPayload,
    nullable: true,
    description: 'Deletes a scenario with its result. Its calculations stay.',
    extensions: access(WRITE),
    args: {
      input: t.arg({
        type: DeleteScenarioInput,
        required: true,
        description: 'The scenario to delete, by its id or externalId.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => ({
        scenario: await deleteScenario(work, targetOf(input)),
      })),
  }),
}));
