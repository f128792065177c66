import { line } from '../../charts/line.ts';
import { tornado } from '../../charts/tornado.ts';
import { language, t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { ChartPanel } from '../../parts/page/chart-panel.tsx';
import { nameOfOverride } from '../../parts/scenarios/override.ts';
import { translatedLabel, useSentences } from '../../parts/service-text/translate.ts';
import { figure, shortNumber } from '../../parts/texts/format.ts';
import { BarLabel } from './bar-label.tsx';
import type { Scenario, ScenarioResult } from './document.ts';

const LABELS = 260;
const WIDTH = 560;
const VALUES = 160;
const ROW = 30;
const BAR = 18;
const SHOWN_BARS = 10;
const SHOWN_POINTS = 200;

type Props = {
  readonly result: ScenarioResult;
  readonly overrides: Scenario['overrides'];
};

/** Range of the outcome: over its most uncertain flows, and over the parameters of the sweep. */
export function Spread({ result, overrides }: Props) {
  return (
    <>
      {result.tornado.length > 0 && <Tornado result={result} />}
      {result.sweep !== null && <Sweep sweep={result.sweep} overrides={overrides} />}
    </>
  );
}

function Tornado({ result: { tornado: found, total } }: { readonly result: ScenarioResult }) {
  useSentences();
  const shown = found.slice(0, SHOWN_BARS).map(({ label, lowCo2eKg, highCo2eKg }) => ({
    label: translatedLabel(label),
    low: lowCo2eKg,
    high: highCo2eKg,
  }));
  const { bars, middleX } = tornado(shown, total.outcome, WIDTH);
  const [first] = bars;
  const table = (
    <Rows
      rows={shown}
      columns={[
        { head: t('Flow'), cell: ({ label }) => label },
        { head: t('Low'), className: 'end', cell: ({ low }) => figure(low) },
        { head: t('High'), className: 'end', cell: ({ high }) => figure(high) },
      ]}
    />
  );
  return (
    <ChartPanel
      title={t('Most uncertain flows')}
      note={t('Outcome in kg CO2e with one flow at its 95% bounds')}
      chart={
        <>
          <div className="wide-only">
            <svg
              className="flow-chart"
              viewBox={`0 0 ${LABELS + WIDTH + VALUES} ${bars.length * ROW}`}
              role="img"
              aria-label={
                first === undefined
                  ? t('No flow is uncertain.')
                  : t('{label} moves the outcome most: from {low} to {high} kilograms.', {
                      label: first.label,
                      low: figure(first.low),
                      high: figure(first.high),
                    })
              }
            >
              <line
                x1={LABELS + middleX}
                x2={LABELS + middleX}
                y1={0}
                y2={bars.length * ROW}
                className="link"
              />
              {bars.map(({ label, low, high, x, width }, index) => (
                <g key={index} transform={`translate(0 ${index * ROW})`}>
                  <BarLabel x={LABELS - 10} y={ROW / 2 + 5} label={label} />
                  <rect
                    x={LABELS + x}
                    y={(ROW - BAR) / 2}
                    width={Math.max(1, width)}
                    height={BAR}
                    rx="3"
                    className="waterfall total"
                  />
                  <text x={LABELS + x + width + 8} y={ROW / 2 + 5}>
                    {figure(low)} – {figure(high)}
                  </text>
                </g>
              ))}
            </svg>
          </div>
          <div className="narrow-only">{table}</div>
        </>
      }
      table={table}
    />
  );
}

const HEIGHT = 240;
const MARGIN = 60;

function Sweep({
  sweep: { parameters, co2eKg },
  overrides,
}: {
  readonly sweep: NonNullable<ScenarioResult['sweep']>;
  readonly overrides: Scenario['overrides'];
}) {
  const names = parameters.map(({ override: at }) => {
    const override = overrides[at];
    return override === undefined
      ? t('Change {number}', { number: at + 1 })
      : nameOfOverride(override);
  });
  const points = gridOf(parameters.map(({ values }) => values));
  const table = (
    <>
      <table>
        <thead>
          <tr>
            {names.map((name, index) => (
              <th key={index}>{name}</th>
            ))}
            <th className="end">kg CO2e</th>
          </tr>
        </thead>
        <tbody>
          {points.slice(0, SHOWN_POINTS).map((values, index) => (
            <tr key={index}>
              {values.map((value, at) => (
                <td key={at} data-label={names[at]}>
                  {shortNumber(value)}
                </td>
              ))}
              <td data-label="kg CO2e" className="end strong">
                {figure(co2eKg[index] ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length > SHOWN_POINTS && (
        <p className="quiet small">
          {t('The first {shown} of {count} points are shown; the API gives all.', {
            shown: SHOWN_POINTS,
            count: points.length.toLocaleString(language),
          })}
        </p>
      )}
    </>
  );
  const [only, ...others] = parameters;
  if (only === undefined) return null;
  const drawn = line(only.values, co2eKg, { width: WIDTH, height: HEIGHT });
  const [first, last] = [drawn[0], drawn.at(-1)];
  return (
    <ChartPanel
      title={t('Sweep')}
      note={t('kg CO2e over {names}', { names: names.join(' × ') })}
      chart={
        others.length > 0 || first === undefined || last === undefined ? (
          table
        ) : (
          <svg
            className="flow-chart sweep-chart"
            viewBox={`0 0 ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`}
            role="img"
            aria-label={t('From {amount} kilograms at {value} to {amount2} at {value2}.', {
              amount: figure(first.amount),
              value: shortNumber(first.value),
              amount2: figure(last.amount),
              value2: shortNumber(last.value),
            })}
          >
            <g transform={`translate(${MARGIN} ${MARGIN})`}>
              <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="link" />
              <path
                d={`M${drawn.map(({ x, y }) => `${x} ${y}`).join('L')}`}
                className="sweep-line"
              />
              {[first, last].map(({ x, y, value, amount }, index) => (
                <g key={index}>
                  <circle cx={x} cy={y} r={4} className="waterfall total" />
                  <text x={x} y={y - 12} textAnchor="middle" className="strong">
                    {figure(amount)}
                  </text>
                  <text x={x} y={HEIGHT + 24} textAnchor="middle">
                    {shortNumber(value)}
                  </text>
                </g>
              ))}
            </g>
          </svg>
        )
      }
      table={table}
    />
  );
}

/** Points of a grid in the order of the results: the last parameter varies fastest. */
function gridOf(parameters: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return parameters.reduce<readonly (readonly number[])[]>(
    (points, values) => points.flatMap((point) => values.map((value) => [...point, value])),
    [[]],
  );
}
