import { type Activity, flowLayout, ribbonPath } from '../../../charts/flow.ts';
import { t } from '../../../language.ts';
import { phaseColor } from '../../../parts/page/phase-color.ts';
import { figure, wordsOf } from '../../../parts/texts/format.ts';

const WIDTH = 1100;
const BOX = 10;
/** Left edges of the three columns. */
const COLUMNS = { activity: 300, phase: 620, total: 960 } as const;
const LABEL_LENGTH = 34;

/** Activities → phases → total. Narrow screens get the bars instead. */
export function FlowChart({ activities }: { readonly activities: readonly Activity[] }) {
  const flow = flowLayout(activities, { rowHeight: 24, totalHeight: 220 });
  const [largest] = flow.phases.toSorted((a, b) => b.co2eKg - a.co2eKg);
  if (largest === undefined) return <p className="quiet">{t('Nothing flows into this result.')}</p>;
  return (
    <svg
      className="flow-chart"
      viewBox={`0 -16 ${WIDTH} ${flow.height + 24}`}
      role="img"
      aria-label={t('{label} carry the most: {co2eKg} of {co2eKg2} kilograms.', {
        label: wordsOf(largest.label),
        co2eKg: figure(largest.co2eKg),
        co2eKg2: figure(flow.total.co2eKg),
      })}
    >
      {flow.intoPhases.map((ribbon, index) => (
        <path
          key={index}
          className="ribbon"
          fill={phaseColor(ribbon.phase)}
          d={ribbonPath(ribbon, { fromX: COLUMNS.activity + BOX, toX: COLUMNS.phase })}
        />
      ))}
      {flow.intoTotal.map((ribbon) => (
        <path
          key={ribbon.phase}
          className="ribbon"
          fill={phaseColor(ribbon.phase)}
          d={ribbonPath(ribbon, { fromX: COLUMNS.phase + BOX, toX: COLUMNS.total })}
        />
      ))}
      {flow.activities.map(({ label, phase, co2eKg, y, height }) => (
        <g key={`${phase} ${label}`}>
          <rect
            x={COLUMNS.activity}
            y={y}
            width={BOX}
            height={Math.max(1, height)}
            fill={phaseColor(phase)}
          />
          <text x={COLUMNS.activity - 8} y={y + height / 2 + 4} textAnchor="end">
            {shortened(label)} <tspan className="amount">{figure(co2eKg)}</tspan>
          </text>
        </g>
      ))}
      {flow.phases.map(({ phase, co2eKg, y, height }) => (
        <g key={phase}>
          <rect
            x={COLUMNS.phase}
            y={y}
            width={BOX}
            height={Math.max(1, height)}
            fill={phaseColor(phase)}
          />
          <text x={COLUMNS.phase + BOX} y={y - 5} textAnchor="end" className="strong">
            {wordsOf(phase)} <tspan className="amount">{figure(co2eKg)}</tspan>
          </text>
        </g>
      ))}
      <rect
        x={COLUMNS.total}
        y={flow.total.y}
        width={BOX}
        height={flow.total.height}
        className="total"
      />
      <text
        x={COLUMNS.total + BOX + 8}
        y={flow.total.y + flow.total.height / 2}
        className="total strong"
      >
        {figure(flow.total.co2eKg)} kg
      </text>
      {flow.credits.length > 0 && (
        <text
          x={COLUMNS.total + BOX + 8}
          y={flow.total.y + flow.total.height / 2 + 18}
          className="total"
        >
          {t('before credits')}
        </text>
      )}
    </svg>
  );
}

function shortened(label: string): string {
  return label.length <= LABEL_LENGTH ? label : `${label.slice(0, LABEL_LENGTH - 1)}…`;
}
