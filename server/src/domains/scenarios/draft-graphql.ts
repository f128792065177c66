import { builder } from '../../graphql/builder.ts';
import { checkedBy, textUpTo } from '../../graphql/further-problems.ts';
import type { InputFields } from '../../graphql/input-fields.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { notNullableProblems } from '../../rules/inputs/patch.ts';
import { MAX_EXTERNAL_ID, problem, textProblems } from '../../rules/inputs/problems.ts';
import { choiceFields, detailFields, readChoices, readMethod } from '../calculations/index.ts';
import {
  explorationProblems,
  formProblems,
  movedExploration,
  readOverrides,
  readSweep,
  readTarget,
  targetCostProblems,
} from './definition.ts';
import type { ScenarioDefinition, ScenarioDraft, ScenarioSubjectKeys } from './model.ts';
import { OverrideInput, SweepParameterInput, TargetInput } from './override-inputs-graphql.ts';
import type { CheckedScenario } from './service.ts';
import { subjectFields } from './subject-graphql.ts';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;

function externalIdField(t: InputFields) {
  return t.string({
    description: 'Your own id of the scenario.',
    extensions: textUpTo(MAX_EXTERNAL_ID),
  });
}

/** Problems of overrides alone: which of them can be kept, only their scenario knows. */
function problemsOfGiven(given: Parameters<typeof readOverrides>[0]): readonly Problem[] {
  const { problems } = readOverrides(given, [], 'FULL');
  return problems.filter(({ path }) => path.at(-1) !== 'keep');
}

/** Fields that creation and update share. */
function definitionFields(t: InputFields) {
  return {
    description: t.string({
      description: 'Description in your own words.',
      extensions: textUpTo(MAX_DESCRIPTION),
    }),
    overrides: t.field({
      type: [OverrideInput],
      description: 'Changes in their order, at most 20; none by default.',
      extensions: checkedBy(problemsOfGiven),
    }),
    sweep: t.field({
      type: [SweepParameterInput],
      description: '1 to 3 overrides to vary, over at most 10,000 points in all.',
      extensions: checkedBy((given: Parameters<typeof readSweep>[0]) => readSweep(given).problems),
    }),
    target: t.field({
      type: TargetInput,
      description:
        'Target to reach. With other overrides, target and sweep follow those that stay by `keep`.',
    }),
    ...detailFields(t, 'FULL'),
    ...choiceFields(t),
  };
}

export const CreateScenarioInput = builder.inputType('CreateScenarioInput', {
  description:
    'A new scenario of exactly one product, supply chain, order, catalogue or earlier calculation.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the scenario.',
      extensions: textUpTo(MAX_NAME),
    }),
    externalId: externalIdField(t),
    ...subjectFields(t),
    ...definitionFields(t),
  }),
});

export const UpdateScenarioInput = builder.inputType('UpdateScenarioInput', {
  description:
    'Changes of a scenario, named by its id or externalId. A field that is absent keeps its value, null clears it, and a list is replaced as a whole. The subject stays. The scenario is a DRAFT again.',
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id. If `id` is given, `externalId` is the new value.',
    }),
    externalId: externalIdField(t),
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses the change with CONFLICT.',
    }),
    name: t.string({ description: 'Name of the scenario.', extensions: textUpTo(MAX_NAME) }),
    ...definitionFields(t),
  }),
});

type GivenDefinition = Omit<typeof UpdateScenarioInput.$inferInput, 'id' | 'expectedVersion'>;

type Identity = ScenarioSubjectKeys & Pick<ScenarioDraft, 'name' | 'externalId'>;

/** Values of fields that an input does not give. */
type Kept = {
  readonly current?: ScenarioDraft | undefined;
  /** Method of the calculation to which a new scenario is pinned. */
  readonly pinnedMethod?: ScenarioDefinition['method'] | undefined;
};

/** The draft that an input describes. */
export function checkedDraft(
  input: GivenDefinition,
  identity: Identity,
  { current, pinnedMethod }: Kept = {},
): CheckedScenario {
  const kept = current?.definition;
  const sweep = input.sweep ? readSweep(input.sweep) : undefined;
  const target = input.target ? readTarget(input.target) : undefined;
  const methodKept = kept ?? (pinnedMethod && { method: pinnedMethod, uncertainty: {} });
  const method = methodKept === undefined ? input : withKeptMethod(input, methodKept);
  const ofMethod: Problem[] = [];
  const wanted = readMethod(method, 'FULL', ofMethod);
  const choices = readChoices(method, ofMethod);
  const { overrides, problems } =
    kept !== undefined && input.overrides === undefined
      ? { overrides: kept.overrides, problems: formProblems(kept.overrides, wanted.detail) }
      : readOverrides(input.overrides ?? [], kept?.overrides ?? [], wanted.detail);
  const { monteCarlo, ...full } = wanted.detail === 'FULL' ? wanted.full : {};
  const before = { sweep: kept?.sweep ?? null, target: kept?.target ?? null };
  const moved = input.overrides ? movedExploration(before, input.overrides) : before;
  const exploration = {
    sweep: input.sweep === undefined ? moved.sweep : (sweep?.sweep ?? null),
    target: input.target === undefined ? moved.target : (target?.target ?? null),
  };
  return {
    given: input.overrides ?? [],
    problems: [
      ...notNullableProblems(input, ['name']),
      ...textProblems(identity.name, ['name'], MAX_NAME),
      ...textProblems(identity.externalId, ['externalId'], MAX_EXTERNAL_ID),
      ...textProblems(input.description, ['description'], MAX_DESCRIPTION),
      ...ofMethod,
      ...problems,
      ...(sweep?.problems ?? []),
      ...(target?.problems ?? []),
      ...targetCostProblems(overrides, exploration.target),
      ...(problems.length === 0 ? explorationProblems(overrides, exploration) : []),
      ...(identity.catalogue === null ? [] : catalogueProblems(input)),
      ...(identity.calculationId === null ? [] : pinnedProblems(input)),
    ],
    draft: {
      ...identity,
      description:
        input.description === undefined ? (current?.description ?? null) : input.description,
      definition: {
        method: { detail: wanted.detail, ...full, ...choices },
        uncertainty: monteCarlo ?? {},
        overrides,
        ...exploration,
      },
    },
  };
}

/** The method of an input; absent fields are those of before, as far as the detail has them. */
function withKeptMethod(
  input: GivenDefinition,
  { method, uncertainty }: Pick<ScenarioDefinition, 'method' | 'uncertainty'>,
) {
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

/** Answers that need the inventory of one subject are refused for a catalogue, not left out. */
function catalogueProblems({ sweep, target, monteCarlo }: GivenDefinition): Problem[] {
  return Object.entries({ sweep, target, monteCarlo }).flatMap(([name, value]) =>
    value == null
      ? []
      : [problem([name], 'NOT_ALLOWED', `A scenario of a catalogue has no ${name}.`)],
  );
}

/** The method of a pinned baseline is that of its calculation. */
function pinnedProblems(input: GivenDefinition): Problem[] {
  const { detail, boundary, recyclingMethod, electricityAccounting, ...others } = input;
  const { year, gwpSet, closedPassages, strict } = others;
  const method = { detail, boundary, recyclingMethod, electricityAccounting };
  return Object.entries({ ...method, year, gwpSet, closedPassages, strict }).flatMap(
    ([name, value]) => {
      if (value == null) return [];
      const message = `The method of a scenario that is pinned to a calculation is that of the calculation: ${name} cannot be given.`;
      return [problem([name], 'NOT_ALLOWED', message)];
    },
  );
}
