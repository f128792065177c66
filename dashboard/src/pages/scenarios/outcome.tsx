import { waterfall } from '../../charts/waterfall.ts';
import { rich, t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { Change } from '../../parts/page/change.tsx';
import { ChartPanel } from '../../parts/page/chart-panel.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { nameOfOverride } from '../../parts/scenarios/override.ts';
import { dayOf, figure, wordsOf } from '../../parts/texts/format.ts';
import { money } from '../../parts/texts/money.ts';
import type { ScenarioResult as Result, Scenario } from './document.ts';
import { WaterfallChart } from './waterfall-chart.tsx';

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
    const name = override === undefined ? lever.name : nameOfOverride(override);
    return { ...lever, name };
  });
  const steps = levers.map(({ name, stepCo2eKg }) => ({ label: name, difference: stepCo2eKg }));
  const bars = waterfall(
    { label: t('Baseline'), amount: total.baseline },
    steps,
    t('Scenario'),
    WIDTH,
  );
  return (
    <>
      <section className="panel stack-2">
        <p className="quiet small">
          {result.baseline === null
            ? t('Against the baseline')
            : t('Against the baseline of {createdAt}', {
                createdAt: dayOf(result.baseline.createdAt),
              })}
          , {unitOf(result)}
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
          {rich('{change}: from {baseline} to {outcome} kg', {
            change: <Change difference={total.difference} share={total.share} />,
            baseline: figure(total.baseline),
            outcome: figure(total.outcome),
          })}
        </p>
        <Comparison comparison={result.comparison} />
        {result.costPerTonne !== null && (
          <p>
            {t('Cost per tonne avoided: {costPerTonne}', {
              costPerTonne: money(result.costPerTonne),
            })}
          </p>
        )}
      </section>
      {levers.length > 0 && (
        <ChartPanel
          title={t('Step by step')}
          note={t('kg CO2e, in the order of the changes')}
          chart={
            <>
              <div className="wide-only">
                <WaterfallChart
                  bars={bars}
                  width={WIDTH}
                  finding={t('The changes lead from {baseline} to {outcome} kilograms.', {
                    baseline: figure(total.baseline),
                    outcome: figure(total.outcome),
                  })}
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
        title={t('By phase')}
        of={t('Phase')}
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
  if (transport !== null) return t('for the whole order');
  return catalogue === null
    ? t('per declared unit')
    : t('per declared unit of each product, summed');
}

/** Lines of an order, and the way that they take together. */
function Lines({ result: { lines, transport } }: { readonly result: Result }) {
  if (transport === null) return null;
  const rows = [
    ...lines.map(({ number, product, ...shift }) => ({
      name: product?.name ?? t('Line {number}', { number }),
      shift,
      key: String(number),
    })),
    { name: t('To the customer'), shift: transport, key: 'transport' },
  ];
  return <ShiftTable title={t('By line')} of={t('Line')} rows={rows} />;
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
      <Rows
        rows={rows}
        columns={[
          { head: of, cell: ({ name }) => name },
          { head: t('Baseline'), className: 'end', cell: ({ shift }) => figure(shift.baseline) },
          { head: t('Scenario'), className: 'end', cell: ({ shift }) => figure(shift.outcome) },
          {
            head: t('Difference'),
            className: 'end',
            cell: ({ shift }) => <Change difference={shift.difference} />,
          },
        ]}
      />
    </Panel>
  );
}

/** "Better in 93 of 100 paired runs"; below 90 no difference is claimed. */
export function Comparison({ comparison }: { readonly comparison: Result['comparison'] }) {
  if (comparison === null) return null;
  const { probabilityBelow, probabilityAbove, lowCo2eKg, highCo2eKg } = comparison;
  const share = Math.max(probabilityBelow, probabilityAbove);
  return (
    <p>
      {t('{verdict}; 95 of 100 differences fall between {lowCo2eKg} and {highCo2eKg} kg.', {
        verdict:
          share < CLEAR
            ? t('No clear difference')
            : t('{isBetter, select, true {Better} other {Worse}} in {share} of 100 paired runs', {
                isBetter: String(probabilityBelow >= probabilityAbove),
                share: Math.floor(share * 100),
              }),
        lowCo2eKg: figure(lowCo2eKg),
        highCo2eKg: figure(highCo2eKg),
      })}
    </p>
  );
}

function Steps({ levers }: { readonly levers: Result['levers'] }) {
  return (
    <Rows
      rows={levers}
      columns={[
        { head: t('Change'), cell: ({ name }) => name },
        {
          head: t('In this order'),
          className: 'end',
          cell: ({ stepCo2eKg }) => <Change difference={stepCo2eKg} />,
        },
        {
          head: t('Alone'),
          className: 'end',
          cell: ({ aloneCo2eKg }) =>
            aloneCo2eKg === null ? '–' : <Change difference={aloneCo2eKg} />,
        },
      ]}
    />
  );
}

function BurdenShifts({ result: { burdenShifts, indicators } }: { readonly result: Result }) {
  // BASIC results have the climate impact alone.
  if (indicators.length === 0) return null;
  if (burdenShifts.length === 0)
    return <p className="quiet">{t('No indicator grows by more than 5%.')}</p>;
  return (
    <Panel title={t('Burden shifts')} note={t('Indicators that grow by more than 5%')}>
      <Rows
        rows={burdenShifts}
        columns={[
          { head: t('Indicator'), cell: ({ category }) => category },
          { head: t('Unit'), cell: ({ unit }) => unit },
          { head: t('Baseline'), className: 'end', cell: ({ baseline }) => figure(baseline) },
          { head: t('Scenario'), className: 'end', cell: ({ outcome }) => figure(outcome) },
          {
            head: t('Difference'),
            className: 'end',
            cell: ({ difference, share }) => (
              <Change difference={difference} share={share} unit="" />
            ),
          },
        ]}
      />
    </Panel>
  );
}
