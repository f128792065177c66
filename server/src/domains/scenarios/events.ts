import { nullable, number, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'scenario',
  idKind: 'scenario',
  idProperty: 'scenarioId',
  permission: 'SCENARIOS_READ',
});

const EXTERNAL_ID = {
  externalId: nullable(text('The id of the scenario in your own system.', 'rail-2027')),
};

export const scenarioCompleted = declare('completed', {
  meaning: 'A scenario has its result.',
  properties: {
    ...EXTERNAL_ID,
    baselineCo2eKg: number('Result without the overrides, in kg CO2e.', 12.5),
    outcomeCo2eKg: number('Result with the overrides, in kg CO2e.', 9.5),
  },
});

export const scenarioFailed = declare('failed', {
  meaning: 'A scenario could not be calculated.',
  properties: { ...EXTERNAL_ID, error: text('Reason of the failure.', 'No component matches.') },
});
