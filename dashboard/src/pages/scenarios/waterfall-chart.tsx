import type { WaterfallBar } from '../../charts/waterfall.ts';
import { figure } from '../../parts/texts/format.ts';
import { BarLabel } from './bar-label.tsx';

const ROW = 34;
const LABELS = 260;
const VALUES = 110;
const BAR = 20;

/** Bars from the baseline to the outcome, one row each. */
export function WaterfallChart({
  bars,
  width,
  finding,
}: {
  readonly bars: readonly WaterfallBar[];
  /** The width that the bars were laid out for. */
  readonly width: number;
  readonly finding: string;
}) {
  return (
    <svg
      className="flow-chart"
      viewBox={`0 0 ${LABELS + width + VALUES} ${bars.length * ROW}`}
      role="img"
      aria-label={finding}
    >
      {bars.map(({ label, kind, amount, x, width: length, endX }, index) => (
        <g key={index} transform={`translate(0 ${index * ROW})`}>
          <BarLabel x={LABELS - 10} y={ROW / 2 + 5} label={label} />
          <rect
            x={LABELS + x}
            y={(ROW - BAR) / 2}
            width={Math.max(1, length)}
            height={BAR}
            rx="3"
            className={`waterfall ${kind.toLowerCase()}`}
          />
          {index < bars.length - 1 && (
            <line
              x1={LABELS + endX}
              x2={LABELS + endX}
              y1={(ROW + BAR) / 2}
              y2={ROW + (ROW - BAR) / 2}
              className="link"
            />
          )}
          <text x={LABELS + x + length + 8} y={ROW / 2 + 5} className="strong">
            {kind === 'TOTAL'
              ? figure(amount)
              : `${amount < 0 ? '−' : '+'}${figure(Math.abs(amount))}`}
          </text>
        </g>
      ))}
    </svg>
  );
}
