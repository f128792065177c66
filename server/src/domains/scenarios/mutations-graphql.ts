import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg, targetInput } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { deletionPayloadOf, payloadOf } from '../../graphql/payload.ts';
import { targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { CreateScenarioInput, checkedDraft, UpdateScenarioInput } from './draft-graphql.ts';
import { ScenarioRef } from './graphql.ts';
import { scenarioReference } from './queries-graphql.ts';
import {
  cancelScenario,
  createScenario,
  deleteScenario,
  runScenario,
  updateScenario,
} from './service.ts';
import { subjectOf } from './subject-graphql.ts';

const WRITE = { tier: 'GROWTH', permission: 'SCENARIOS_WRITE' } as const;

const RunScenarioInput = targetInput('RunScenarioInput', 'scenario', 'The scenario to run.');
const CancelScenarioInput = targetInput(
  'CancelScenarioInput',
  'scenario',
  'The scenario to cancel.',
);
const DeleteScenarioInput = targetInput(
  'DeleteScenarioInput',
  'scenario',
  'The scenario to delete.',
);

const ScenarioPayload = (mutation: string) =>
  payloadOf(mutation, 'scenario', ScenarioRef, 'The scenario after the change.');

const DeleteScenarioPayload = deletionPayloadOf('scenario', ScenarioRef, {
  id: 'Id of the scenario that is gone.',
  object: 'The deleted scenario, without its result.',
});

builder.mutationFields((t) => ({
  createScenario: t.field({
    type: ScenarioPayload('createScenario'),
    description: 'Creates a scenario as a DRAFT. Reports all problems in one response.',
    extensions: access(WRITE),
    args: inputArg(CreateScenarioInput, 'The scenario to create.'),
    resolve: mutation(async (work, input) => {
      const { subject, pinnedMethod, problems: ofSubject } = await subjectOf(work, input);
      const identity = { name: input.name, externalId: input.externalId ?? null, ...subject };
      const { problems, ...rest } = checkedDraft(input, identity, { pinnedMethod });
      const all = [...ofSubject, ...problems];
      return { scenario: await createScenario(work, { ...rest, problems: all }) };
    }),
  }),
  updateScenario: t.field({
    type: ScenarioPayload('updateScenario'),
    description:
      'Changes the definition of a scenario, which is a DRAFT again. Absent fields keep their value.',
    extensions: access(WRITE),
    args: inputArg(UpdateScenarioInput, 'The scenario and its new definition.'),
    resolve: mutation(async (work, input) => {
      const target = targetOfUpdate(scenarioReference, input);
      const scenario = await updateScenario(work, target, (current) =>
        checkedDraft(
          input,
          {
            name: input.name ?? current.name,
            externalId:
              typeof input.id === 'string' && input.externalId !== undefined
                ? input.externalId
                : current.externalId,
            productId: current.productId,
            supplyChainId: current.supplyChainId,
            orderId: current.orderId,
            catalogue: current.catalogue,
            calculationId: current.calculationId,
          },
          { current },
        ),
      );
      return { scenario };
    }),
  }),
  runScenario: t.field({
    type: ScenarioPayload('runScenario'),
    description:
      'Queues the calculation of a scenario: follow `Scenario.state`, or the events `scenario.completed` and `scenario.failed`.',
    extensions: access({ ...WRITE, cost: 200 }),
    args: inputArg(RunScenarioInput, 'The scenario to run, by its id or externalId.'),
    resolve: mutation(async (work, input, context) => {
      await assertMayOpenJob(work, context.caller.organization.tier);
      return { scenario: await runScenario(work, targetOf(scenarioReference, input)) };
    }),
  }),
  cancelScenario: t.field({
    type: ScenarioPayload('cancelScenario'),
    description: 'Cancels a scenario that is queued or running. It has no result then.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(CancelScenarioInput, 'The scenario to cancel, by its id or externalId.'),
    resolve: mutation(async (work, input) => ({
      scenario: await cancelScenario(work, targetOf(scenarioReference, input)),
    })),
  }),
  deleteScenario: t.field({
    type: DeleteScenarioPayload,
    description: 'Deletes a scenario with its result. Its calculations stay.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(DeleteScenarioInput, 'The scenario to delete, by its id or externalId.'),
    resolve: mutation(async (work, input) => ({
      scenario: await deleteScenario(work, targetOf(scenarioReference, input)),
    })),
  }),
}));
