import {
  calculateScenario,
  readScenario,
  type ScenarioAnswer,
  type ScenarioResult,
} from '@trackway/engine';
import { loadCatalogueFromFiles, loadGazetteer } from '../domains/factors/index.ts';
import { explained, readJson, rounded } from './calculate.ts';
import type { Command, Result } from './command.ts';
import { table } from './text-table.ts';

export const scenarioCommands: Readonly<Record<string, Command>> = {
  scenario: {
    summary:
      'Calculates a scenario file (docs/schemas/scenario.schema.json): what overrides change; needs no server.',
    positionals: ['file.json'],
    options: {},
    run: async ({ positionals: [file = ''] }) => {
      const parsed = await readJson(file);
      const [catalogue, gazetteer] = await Promise.all([loadCatalogueFromFiles(), loadGazetteer()]);
      return explained(() =>
        shown(calculateScenario(readScenario(parsed), catalogue.library, { gazetteer })),
      );
    },
  },
};

const MAX_POINTS_SHOWN = 20;

function shown(answer: ScenarioAnswer): Result {
  const { result } = answer;
  const { baseline, outcome, total } = result;
  const { amount, unit } = baseline.subject.declaredUnit;
  const text = [
    `${baseline.subject.name}, per ${amount} ${unit} (${baseline.detail}):`,
    `  baseline ${rounded(total.baseline)}, outcome ${rounded(total.outcome)}, difference ${signed(total.difference)} kg CO2e${percent(total.share)}`,
    ...comparisonLines(result),
    '',
    leverTable(result),
    ...interactionLines(result),
    '',
    table(
      result.phases.map(({ phase, ...shift }) => ({
        phase,
        baseline: rounded(shift.baseline),
        outcome: rounded(shift.outcome),
        difference: signed(shift.difference),
      })),
    ),
    ...burdenLines(result),
    ...sweepLines(answer),
    ...targetLines(answer),
    '',
    `Snapshots ${baseline.snapshotHash} and ${outcome.snapshotHash}`,
    ...outcome.factorSets.map((set) => `Data: ${set.attribution}`),
  ];
  return { text: text.join('\n'), data: answer };
}

function leverTable({ levers, currency }: ScenarioResult): string {
  return table(
    levers.map((lever) => ({
      override: lever.name,
      alone: lever.aloneCo2eKg === null ? '' : signed(lever.aloneCo2eKg),
      step: signed(lever.stepCo2eKg),
      'result after it': rounded(lever.cumulatedCo2eKg),
      cost: lever.cost === null ? '' : inCurrency(String(lever.cost), currency),
      'cost per t':
        lever.costPerTonne === null ? '' : inCurrency(rounded(lever.costPerTonne), currency),
    })),
  );
}

function inCurrency(amount: string, currency: string | null): string {
  return currency === null ? amount : `${amount} ${currency}`;
}

function interactionLines(result: ScenarioResult): string[] {
  const { interactionCo2eKg, costPerTonne, currency } = result;
  return [
    ...(interactionCo2eKg === null || interactionCo2eKg === 0
      ? []
      : [`Interaction of the overrides: ${signed(interactionCo2eKg)} kg CO2e.`]),
    ...(costPerTonne === null
      ? []
      : [`Cost per tonne avoided: ${inCurrency(rounded(costPerTonne), currency)}.`]),
  ];
}

function comparisonLines({ comparison }: ScenarioResult): string[] {
  if (comparison === null) return [];
  const { probabilityBelow, probabilityAbove, probabilityEqual, ...difference } = comparison;
  const [lower, higher, same] = [probabilityBelow, probabilityAbove, probabilityEqual].map(
    (probability) => `${(probability * 100).toFixed(1)} %`,
  );
  return [
    `  the outcome is lower with a probability of ${lower}, higher with ${higher} and the same with ${same}; 95 % of the difference: ${signed(difference.p2_5Co2eKg)} to ${signed(difference.p97_5Co2eKg)}`,
  ];
}

function burdenLines({ burdenShifts }: ScenarioResult): string[] {
  return burdenShifts.map(
    ({ name, share, isComparable }) =>
      `Burden shift: ${name}${percent(share)}${isComparable ? '' : ' (some factors lack it)'}`,
  );
}

function sweepLines({ sweep }: ScenarioAnswer): string[] {
  if (sweep === null) return [];
  const { co2eKg } = sweep;
  const some = co2eKg.slice(0, MAX_POINTS_SHOWN).map(rounded).join(', ');
  const more = co2eKg.length > MAX_POINTS_SHOWN ? ', …' : '';
  return ['', `Sweep, ${co2eKg.length} points in kg CO2e: ${some}${more}`];
}

function targetLines({ target }: ScenarioAnswer): string[] {
  if (target === null) return [];
  const { outcome, targetCo2eKg, co2eKg, levels, cost, currency } = target;
  const sentence =
    outcome === 'REACHED'
      ? `Target of ${rounded(targetCo2eKg)} kg CO2e: reached.`
      : `Target of ${rounded(targetCo2eKg)} kg CO2e: UNREACHABLE; the best is ${rounded(co2eKg)}.`;
  return [
    '',
    sentence,
    ...levels.map(({ name, from, level }) => `  ${name}: ${rounded(from)} → ${rounded(level)}`),
    ...(cost === null ? [] : [`  cost ${inCurrency(rounded(cost), currency)}`]),
  ];
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${rounded(value)}`;
}

function percent(share: number | null): string {
  return share === null ? '' : ` (${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %)`;
}
