import { waterfall } from '../../charts/waterfall.ts';
import { Change } from '../../parts/change.tsx';
import { ChartPanel } from '../../parts/chart.tsx';
import { dayOf, figure, wordsOf } from '../../parts/format.ts';
import { money } from '../../parts/money.ts';
import { overrideSentence } from '../../parts/override.ts';
import { Panel } from '../../parts/panel.tsx';
import { WaterfallChart } from '../../parts/waterfall-chart.tsx';
import type { ScenarioResult as Result, Scenario } from './document.ts';

const WIDTH = 720;
/** Below this share of paired runs a difference is not called one. */
const CLEAR = 0.9;

/** The difference with its range, the steps to it, and burdens that it moves elsewhere. */
export function ScenarioOutcome({
  result,
  overrides,
}: {
  readonly result: Result;
  readonly overrides: Scenario['overrides'];
}) {
  const { total } = result;
  const levers = result.levers.map((lever, index) => {
    const override = overrides[index];
    const name =
      override === undefined ? lever.name : (override.name ?? overrideSentence(override));
    return { ...lever, name };
  });
  const steps = levers.map(({ name, stepCo2eKg }) => ({ label: name, difference: stepCo2eKg }));
  const bars = waterfall({ label: 'Baseline', amount: total.baseline }, steps, 'Scenario', WIDTH);
  return (
    <>
      <section className="panel stack-2">
        <p className="quiet small">
          Against the baseline
          {result.baseline === null ? '' : ` of ${dayOf(result.baseline.createdAt)}`},{' '}
          {unitOf(result)}
        </p>
        <p className="headline">
          <strong>
            {total.difference < 0 ? '−' : '+'}
            {figure(Math.abs(total.difference))}
          </strong>
          <span>
            kg CO<sub>2</sub>e
          </span>
        </p>
        <p>
          <Change difference={total.difference} share={total.share} />: from{' '}
          {figure(total.baseline)} to {figure(total.outcome)} kg
        </p>
        <Comparison comparison={result.comparison} />
        {result.costPerTonne !== null && (
          <p>Cost per tonne avoided: {money(result.costPerTonne)}</p>
        )}
      </section>
      {levers.length > 0 && (
        <ChartPanel
          title="Step by step"
          note="kg CO2e, in the order of the changes"
          chart={
            <>
              <div className="wide-only">
                <WaterfallChart
                  bars={bars}
                  width={WIDTH}
                  finding={`The changes lead from ${figure(total.baseline)} to ${figure(total.outcome)} kilograms.`}
                />
              </div>
              <div className="narrow-only">
                <Steps levers={levers} />
              </div>
            </>
          }
          table={<Steps levers={levers} />}
        />
      )}
      <Lines result={result} />
      <BurdenShifts result={result} />
      <ShiftTable
        title="By phase"
        of="Phase"
        rows={result.phases.map((shift) => ({
          key: shift.phase,
          name: wordsOf(shift.phase),
          shift,
        }))}
      />
    </>
  );
}

/** Unit of the figures: "per declared unit", "for the whole order". */
function unitOf({ catalogue, transport }: Result): string {
  if (transport !== null) return 'for the whole order';
  return `per declared unit${catalogue === null ? '' : ' of each product, summed'}`;
}

/** Lines of an order, and the way that they take together. */
function Lines({ result: { lines, transport } }: { readonly result: Result }) {
  if (transport === null) return null;
  const rows = [
    ...lines.map(({ number, product, ...shift }) => ({
      name: product?.name ?? `Line ${number}`,
      shift,
      key: String(number),
    })),
    { name: 'To the customer', shift: transport, key: 'transport' },
  ];
  return <ShiftTable title="By line" of="Line" rows={rows} />;
}

type Shift = Pick<Result['total'], 'baseline' | 'outcome' | 'difference'>;

/** Parts of the total before and after, in kg CO2e. */
function ShiftTable({
  title,
  of,
  rows,
}: {
  readonly title: string;
  /** Word for one part. */
  readonly of: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly shift: Shift }[];
}) {
  return (
    <Panel title={title} note="kg CO2e">
      <table>
        <thead>
          <tr>
            <th>{of}</th>
            <th className="end">Baseline</th>
            <th className="end">Scenario</th>
            <th className="end">Difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, shift }) => (
            <tr key={key}>
              <td data-label={of}>{name}</td>
              <td data-label="Baseline" className="end">
                {figure(shift.baseline)}
              </td>
              <td data-label="Scenario" className="end">
                {figure(shift.outcome)}
              </td>
              <td data-label="Difference" className="end">
                <Change difference={shift.difference} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** "Better in 93 of 100 paired runs"; below 90 no difference is claimed. */
export function Comparison({ comparison }: { readonly comparison: Result['comparison'] }) {
  if (comparison === null) return null;
  const { probabilityBelow, probabilityAbove, lowCo2eKg, highCo2eKg } = comparison;
  const share = Math.max(probabilityBelow, probabilityAbove);
  const word = probabilityBelow >= probabilityAbove ? 'Better' : 'Worse';
  return (
    <p>
      {share < CLEAR
        ? 'No clear difference'
        : `${word} in ${Math.floor(share * 100)} of 100 paired runs`}
      ; 95 of 100 differences fall between {figure(lowCo2eKg)} and {figure(highCo2eKg)} kg.
    </p>
  );
}

function Steps({ levers }: { readonly levers: Result['levers'] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Change</th>
          <th className="end">In this order</th>
          <th className="end">Alone</th>
        </tr>
      </thead>
      <tbody>
        {levers.map(({ name, stepCo2eKg, aloneCo2eKg }, index) => (
          <tr key={index}>
            <td data-label="Change">{name}</td>
            <td data-label="In this order" className="end">
              <Change difference={stepCo2eKg} />
            </td>
            <td data-label="Alone" className="end">
              {aloneCo2eKg === null ? '–' : <Change difference={aloneCo2eKg} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BurdenShifts({ result: { burdenShifts } }: { readonly result: Result }) {
  if (burdenShifts.length === 0)
    return <p className="quiet">No indicator grows while the climate impact falls.</p>;
  return (
    <Panel title="Burden shifts" note="Indicators that grow while the climate impact falls">
      <table>
        <thead>
          <tr>
            <th>Indicator</th>
            <th>Unit</th>
            <th className="end">Baseline</th>
            <th className="end">Scenario</th>
            <th className="end">Difference</th>
          </tr>
        </thead>
        <tbody>
          {burdenShifts.map(({ category, unit, baseline, outcome, difference, share }) => (
            <tr key={category}>
              <td data-label="Indicator">{category}</td>
              <td data-label="Unit">{unit}</td>
              <td data-label="Baseline" className="end">
                {figure(baseline)}
              </td>
              <td data-label="Scenario" className="end">
                {figure(outcome)}
              </td>
              <td data-label="Difference" className="end">
                <Change difference={difference} share={share} unit="" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
