import { language, t } from '../../language.ts';
import { ChartPanel } from '../../parts/chart.tsx';
import { dayOf } from '../../parts/format.ts';

/** Text of the chart is 16 px at this width, and at least 13 px where the chart is shown. */
const WIDTH = 720;
const HEIGHT = 180;
const FOOT = 28;
const HEAD = 22;
const DAY_MS = 86_400_000;

type Day = { readonly day: string; readonly requests: number; readonly cost: number };

/** Requests of each day of a period, days without requests included. */
export function DayChart({
  days,
  from,
  to,
}: {
  readonly days: readonly Day[];
  readonly from: string;
  readonly to: string;
}) {
  const rows = wholePeriod(days, from, to);
  const most = Math.max(1, ...rows.map(({ requests }) => requests));
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  const step = WIDTH / rows.length;
  const busiest = rows.find(({ requests }) => requests === most);
  const table = (
    <table>
      <thead>
        <tr>
          <th>{t('Day')}</th>
          <th className="end">{t('Requests')}</th>
          <th className="end">{t('Cost')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ day, requests, cost }) => (
          <tr key={day}>
            <td data-label={t('Day')}>{day}</td>
            <td data-label={t('Requests')} className="end strong">
              {requests.toLocaleString(language)}
            </td>
            <td data-label={t('Cost')} className="end quiet">
              {cost.toLocaleString(language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <ChartPanel
      title={t('By day')}
      note={t('Requests')}
      chart={
        <>
          <div className="wide-only">
            <svg
              className="flow-chart"
              viewBox={`0 0 ${WIDTH} ${HEAD + HEIGHT + FOOT}`}
              role="img"
              aria-label={t(
                '{total, plural, one {# request} other {# requests}} in {count, plural, one {# day} other {# days}}, the most on {day}: {most, number}.',
                { total, count: rows.length, day: dayOf(busiest?.day ?? from), most },
              )}
            >
              {rows.map(({ day, requests }, index) => {
                const height = (requests / most) * HEIGHT;
                return (
                  <g key={day} transform={`translate(${index * step} ${HEAD})`}>
                    <rect
                      x={step * 0.1}
                      y={HEIGHT - height}
                      width={step * 0.8}
                      height={height}
                      className="column"
                    />
                    {rows.length <= 16 && requests > 0 && (
                      <text x={step / 2} y={HEIGHT - height - 6} textAnchor="middle">
                        {requests.toLocaleString(language)}
                      </text>
                    )}
                    {(rows.length <= 16 || index === 0 || index === rows.length - 1) && (
                      <text
                        x={step / 2}
                        y={HEIGHT + 20}
                        textAnchor={rows.length <= 16 ? 'middle' : index === 0 ? 'start' : 'end'}
                      >
                        {day.slice(5)}
                      </text>
                    )}
                  </g>
                );
              })}
              <line x1={0} x2={WIDTH} y1={HEAD + HEIGHT} y2={HEAD + HEIGHT} className="link" />
            </svg>
          </div>
          <div className="narrow-only">{table}</div>
        </>
      }
      table={table}
    />
  );
}

function wholePeriod(days: readonly Day[], from: string, to: string): readonly Day[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const count = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, requests: 0, cost: 0 };
  });
}
