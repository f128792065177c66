import { type Period, ratePath, roundTicks, showsLimit } from '../../charts/rates.ts';
import { language, t } from '../../language.ts';
import { useWidth } from '../../parts/page/width.ts';
import { clockOf } from '../../parts/texts/format.ts';

const HEIGHT = 176;
/** Room for the amounts at the lines. */
const RIGHT = 56;
const TOP = 24;
const BOTTOM = 28;
/** Between two words on the axis of time. */
const MIN_GAP = 48;
/** Four times of day do not fit into less. */
const NARROW = 320;
const MINUTE_MS = 60_000;

/** Busiest minutes of a day as a line, with the peak, and the limit where it does not flatten the line. */
export function RateChart({
  from,
  minutes,
  periods,
  peak,
  limit,
  finding,
}: {
  /** Time of the first minute, in milliseconds. */
  readonly from: number;
  readonly minutes: number;
  readonly periods: readonly Period[];
  readonly peak: Period;
  readonly limit: number;
  readonly finding: string;
}) {
  const [ref, width] = useWidth();
  const isLimited = showsLimit(peak.most, limit);
  const ticks = roundTicks(Math.max(peak.most, isLimited ? limit : 0));
  const ceiling = ticks.at(-1) ?? 1;
  const plot = Math.max(0, width - RIGHT);
  const x = (minute: number) => ((minute + 0.5) / minutes) * plot;
  const y = (amount: number) => HEIGHT * (1 - amount / ceiling);
  const path = ratePath(periods, { minutes, ceiling }, { width: plot, height: HEIGHT });
  const isPeakLeft = x(peak.busiest) < plot * 0.6;
  return (
    <div ref={ref}>
      <svg
        className="rate-chart"
        width={width}
        height={TOP + HEIGHT + BOTTOM}
        viewBox={`0 ${-TOP} ${width} ${TOP + HEIGHT + BOTTOM}`}
        role="img"
        aria-label={finding}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={0} x2={plot} y1={y(tick)} y2={y(tick)} />
            <text x={plot + 8} y={y(tick) + 4}>
              {tick.toLocaleString(language)}
            </text>
          </g>
        ))}
        <path className="area" d={`M ${path} V ${HEIGHT} H ${x(periods[0]?.busiest ?? 0)} Z`} />
        <path className="line" d={`M ${path}`} />
        {isLimited && (
          <>
            <line className="limit" x1={0} x2={plot} y1={y(limit)} y2={y(limit)} />
            <text className="limit-word" x={plot} y={y(limit) - 7} textAnchor="end">
              {t('Limit of one key: {limit, number}', { limit })}
            </text>
          </>
        )}
        <circle cx={x(peak.busiest)} cy={y(peak.most)} r="4" />
        <text
          className="peak"
          x={x(peak.busiest) + (isPeakLeft ? 10 : -10)}
          y={y(peak.most) + 5}
          textAnchor={isPeakLeft ? 'start' : 'end'}
        >
          {t('{most, number} at {time}', {
            most: peak.most,
            time: clockOf(from + peak.busiest * MINUTE_MS),
          })}
        </text>
        {hoursOf(from, minutes, plot < NARROW ? 12 : 6)
          .filter((minute) => plot - x(minute) > MIN_GAP)
          .map((minute) => (
            <text
              key={minute}
              x={x(minute)}
              y={HEIGHT + 22}
              textAnchor={x(minute) < MIN_GAP / 2 ? 'start' : 'middle'}
            >
              {clockOf(from + minute * MINUTE_MS)}
            </text>
          ))}
        <text x={plot} y={HEIGHT + 22} textAnchor="end">
          {t('Now')}
        </text>
      </svg>
    </div>
  );
}

/** Minutes at which the clock of the viewer shows a full hour that is a multiple of `step`. */
function hoursOf(from: number, minutes: number, step: number): number[] {
  return Array.from({ length: minutes }, (_, minute) => minute).filter((minute) => {
    const time = new Date(from + minute * MINUTE_MS);
    return time.getMinutes() === 0 && time.getHours() % step === 0;
  });
}
