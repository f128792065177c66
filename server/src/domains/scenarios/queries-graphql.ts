import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { creationFilters, identifierArgs } from '../../graphql/input-fields.ts';
import { filterArg, listOf, objectInFilter } from '../../graphql/list.ts';
import { objectField, referenceTo, shortField } from '../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { badInput, orNotFound } from '../../rules/errors/api-error.ts';
import { computeInPool } from '../../rules/jobs/compute.ts';
import { wrongState } from '../../rules/mutations/preconditions.ts';
import { products } from '../products/index.ts';
import { type ComparedPair, comparisonTask } from './compare.ts';
import { ScenarioStateEnum } from './enums.ts';
import { ScenarioConnection, ScenarioRef } from './graphql.ts';
import { SCENARIO_TRANSITIONS, type StoredScenario } from './model.ts';
import { ComparisonRef } from './result-graphql.ts';
import { scenarios } from './store.ts';

const READ = access({ tier: 'GROWTH', permission: 'SCENARIOS_READ' });
const LEAST_COMPARED = 2;
const MOST_COMPARED = 10;

/** The scenario addressed by exactly one identifier. */
export const scenarioReference = referenceTo('scenario', 'scenario');

const ScenarioFilterInput = builder.inputType('ScenarioFilter', {
  description: 'Filter of scenarios; all given conditions must hold.',
  fields: (t) => ({
    state: t.field({
      type: [ScenarioStateEnum],
      description: 'Only scenarios in one of these states.',
    }),
    product: objectField(t, 'Only scenarios of this product.'),
    productId: shortField(t, 'product'),
    ...creationFilters(t),
  }),
});

type Pair = {
  readonly first: StoredScenario;
  readonly second: StoredScenario;
  readonly comparison: ComparedPair['comparison'];
};

const PairRef = builder.objectRef<Pair>('ScenarioPair').implement({
  description: 'Outcomes of two scenarios under uncertainty.',
  fields: (t) =>
    exposed(t, {
      first: nullable(ScenarioRef, 'First scenario.'),
      second: nullable(ScenarioRef, 'Second scenario.'),
      comparison: field(ComparisonRef, 'The first against the second.'),
    }),
});

type Compared = {
  readonly scenarios: readonly StoredScenario[];
  readonly pairs: readonly Pair[];
};

const ScenarioComparisonRef = builder.objectRef<Compared>('ScenarioComparison').implement({
  description: 'Several scenarios on one scale.',
  extensions: access({ permission: 'SCENARIOS_READ' }),
  fields: (t) =>
    exposed(t, {
      scenarios: field([ScenarioRef], 'Scenarios in the order of the ids.'),
      pairs: field(
        [PairRef],
        'Every pair, compared with paired random numbers; empty if they are BASIC.',
      ),
    }),
});

builder.queryFields((t) => ({
  scenarios: t.field({
    type: ScenarioConnection,
    extensions: READ,
    description: 'Scenarios of this organization and environment, newest first.',
    args: { ...pageArgs(), ...filterArg(ScenarioFilterInput) },
    resolve: async (_root, { filter, ...args }, context) => {
      const productId = await objectInFilter(context, 'product', filter, products);
      return listOf(context, args, scenarios, { ...filter, productId }, NEWEST_FIRST);
    },
  }),
  scenario: t.field({
    type: ScenarioRef,
    extensions: READ,
    description: 'One scenario, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, context) =>
      orNotFound('The scenario', await scenarios.named(context, scenarioReference(args, []))),
  }),
  compareScenarios: t.field({
    type: ScenarioComparisonRef,
    extensions: access({ tier: 'GROWTH', permission: 'SCENARIOS_READ', cost: 100 }),
    description:
      'Compares the outcomes of 2 to 10 scenarios that have a result, all of one declared unit and boundary: others are refused with CONFLICT.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Ids of the scenarios, 2 to 10.' }),
    },
    resolve: async (_root, { ids }, context) => {
      if (ids.length < LEAST_COMPARED || ids.length > MOST_COMPARED) {
        const message = `${LEAST_COMPARED} to ${MOST_COMPARED} scenarios can be compared, not ${ids.length}.`;
        throw badInput([{ path: ['ids'], code: 'OUT_OF_RANGE', message }]);
      }
      const uuids = ids.flatMap((id) => decodeId('scenario', id) ?? []);
      const found = await scenarios.find(context, uuids);
      const byId = new Map(found.map((scenario) => [scenario.id, scenario]));
      const chosen = ids.map((id) =>
        orNotFound('The scenario', byId.get(decodeId('scenario', id) ?? '')),
      );
      const outcomeIds = chosen.map(outcomeOf);
      const pairs = await computeInPool(context, context.scope, comparisonTask, { outcomeIds });
      return {
        scenarios: chosen,
        pairs: pairs.flatMap(({ first, second, comparison }): Pair[] => {
          const [a, b] = [chosen[first], chosen[second]];
          return a === undefined || b === undefined ? [] : [{ first: a, second: b, comparison }];
        }),
      };
    },
  }),
}));

function outcomeOf({ name, state, outcomeId }: StoredScenario): string {
  if (outcomeId !== null) return outcomeId;
  const message = `The scenario "${name}" has no result: run it first.`;
  throw wrongState(message, state, SCENARIO_TRANSITIONS);
}
