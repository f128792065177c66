import { badInput, CalculationError, type Problem } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { shapeProblems } from '../inventory/json-shape.ts';
import { readInventory } from '../inventory/read-inventory.ts';
import type { Target } from '../targets/target.ts';
import type { Override } from './override.ts';
import { OVERRIDE_MEMBERS } from './override-members.ts';
import type { PairedOptions } from './paired-comparison.ts';
import { SCENARIO_MEMBERS, SCENARIO_SHAPE } from './scenario-shape.ts';
import type { SweepParameter } from './sweep.ts';

/** A scenario as a JSON file (docs/schemas/scenario.schema.json): an inventory and what changes it. */
export interface ScenarioFile extends Inventory {
  readonly overrides: readonly Override[];
  readonly uncertainty?: PairedOptions | undefined;
  readonly sweep?: readonly SweepParameter[] | undefined;
  readonly target?: Target | undefined;
}

/** Reads a scenario from parsed JSON; reports all errors of form in one error. */
export function readScenario(value: unknown): ScenarioFile {
  requireScenario(value);
  return value;
}

function requireScenario(value: unknown): asserts value is ScenarioFile {
  const problems = scenarioProblems(value);
  if (problems.length > 0) throw new CalculationError(problems);
}

function scenarioProblems(value: unknown): Problem[] {
  const problems = shapeProblems(SCENARIO_SHAPE, value, [], SCENARIO_SHAPE.$defs ?? {});
  if (problems.length > 0 || typeof value !== 'object' || value === null) return problems;
  const members = Object.entries(value);
  readInventory(Object.fromEntries(members.filter(([name]) => !(name in SCENARIO_MEMBERS))));
  const overrides = members.find(([name]) => name === 'overrides')?.[1];
  return Array.isArray(overrides) ? overrides.flatMap(memberProblems) : [];
}

/** Members that an operation lacks or does not take. */
function memberProblems(override: unknown, at: number): Problem[] {
  if (typeof override !== 'object' || override === null || !('op' in override)) return [];
  const members = OVERRIDE_MEMBERS.get(String(override.op));
  if (members === undefined) return [];
  const { required = [], optional = [] } = members;
  const allowed = ['op', 'name', 'select', 'cost', 'currency', ...required, ...optional];
  const given = Object.keys(override);
  const problem = (member: string, complaint: string) =>
    badInput(['overrides', at, member], `overrides.${at}.${member} ${complaint}`, allowed);
  return [
    ...required
      .filter((member) => !given.includes(member))
      .map((member) => problem(member, `is missing: ${String(override.op)} needs it.`)),
    ...given
      .filter((member) => !allowed.includes(member))
      .map((member) => problem(member, `is not known to ${String(override.op)}.`)),
  ];
}
