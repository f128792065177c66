import { figuresMeet, rangeCurve } from '../../../charts/range.ts';
import { t } from '../../../language.ts';
import { useWidth } from '../../../parts/page/width.ts';
import { figure } from '../../../parts/texts/format.ts';

const HEIGHT = 76;
/** Room for the figures of the ends on both sides of the curve. */
const MARGIN = 30;
const LINE_HEIGHT = 20;

/** The distribution of a result with its 95 % range. The words next to the headline say the same. */
export function RangeChart({
  low,
  value,
  high,
}: {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}) {
  const [ref, room] = useWidth();
  const width = Math.max(room - 2 * MARGIN, 2 * MARGIN);
  const curve = rangeCurve({ low, value, high }, { width, height: HEIGHT });
  if (curve === undefined) return null;
  const marks = [
    { x: curve.lowX, text: figure(low), anchor: 'end' },
    { x: curve.valueX, text: `${figure(value)} kg`, anchor: 'middle' },
    { x: curve.highX, text: figure(high), anchor: 'start' },
  ] as const;
  // Figures with many digits are on two lines.
  const down = figuresMeet(curve, marks[1].text) ? LINE_HEIGHT : 0;
  return (
    <svg
      ref={ref}
      className="range-chart"
      viewBox={`${-MARGIN} -6 ${width + 2 * MARGIN} ${HEIGHT + 34 + down}`}
      role="img"
      aria-label={t('95 of 100 values fall between {low} and {high} kilograms.', {
        low: figure(low),
        high: figure(high),
      })}
    >
      <path d={curve.band} className="band" />
      <path d={curve.line} className="line" />
      {marks.map(({ x, text, anchor }) => (
        <g key={anchor}>
          <line
            x1={x}
            x2={x}
            y1={anchor === 'middle' ? -4 : curve.baseY - 8}
            y2={curve.baseY + 5}
            className="mark"
          />
          <text x={x} y={curve.baseY + 24 + (anchor === 'middle' ? down : 0)} textAnchor={anchor}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
}
