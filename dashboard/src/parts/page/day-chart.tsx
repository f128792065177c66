import { useId } from 'react';
import { language, t } from '../../language.ts';
import { Rows } from '../lists/rows.tsx';
import { dayInYear, dayOf } from '../texts/format.ts';
import { ChartPanel } from './chart-panel.tsx';

/** Height of the column of the busiest day. */
const HEIGHT_REM = 11;
/** More days than these have no room for labels of their own. */
const MOST_LABELLED = 16;
const DAY_MS = 86_400_000;
const SHOWN_DAYS = 14;

type Day = { readonly day: string; readonly requests: number; readonly cost: number };

/** The last two weeks, in whole days of UTC as usage is counted. */
export function lastDays(): { readonly from: string; readonly to: string } {
  return { from: dateOf(Date.now() - (SHOWN_DAYS - 1) * DAY_MS), to: dateOf(Date.now()) };
}

/** Requests of each day of a period, days without requests included. */
export function DayChart({
  title,
  note,
  days,
  from,
  to,
}: {
  readonly title: string;
  readonly note: string;
  readonly days: readonly Day[];
  readonly from: string;
  readonly to: string;
}) {
  const finding = useId();
  const rows = wholePeriod(days, from, to);
  const most = Math.max(1, ...rows.map(({ requests }) => requests));
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  const isLabelled = rows.length <= MOST_LABELLED;
  const busiest = rows.find(({ requests }) => requests === most);
  const table = (
    <Rows
      rows={rows}
      columns={[
        { head: t('Day'), cell: ({ day }) => dayOf(day) },
        {
          head: t('Requests'),
          className: 'end strong',
          cell: ({ requests }) => requests.toLocaleString(language),
        },
        {
          head: t('Cost'),
          className: 'end quiet',
          cell: ({ cost }) => cost.toLocaleString(language),
        },
      ]}
    />
  );
  return (
    <ChartPanel
      title={title}
      note={note}
      chart={
        <>
          <div className="day-chart" role="img" aria-labelledby={finding}>
            {rows.map(({ day, requests }) => (
              <div key={day}>
                {isLabelled && requests > 0 && (
                  <span className="wide-only">{requests.toLocaleString(language)}</span>
                )}
                <div
                  className="day-bar"
                  style={{ height: `${(requests / most) * HEIGHT_REM}rem` }}
                />
              </div>
            ))}
          </div>
          {isLabelled && (
            <p className="day-labels wide-only" aria-hidden>
              {rows.map(({ day }) => (
                <span key={day}>{dayInYear(day)}</span>
              ))}
            </p>
          )}
          <p className={isLabelled ? 'day-labels narrow-only' : 'day-labels'} aria-hidden>
            <span>{dayOf(from)}</span>
            <span>{dayOf(to)}</span>
          </p>
          <p className="quiet" id={finding}>
            {t(
              '{total, plural, one {# request} other {# requests}} in {count, plural, one {# day} other {# days}}, the most on {day}: {most, number}.',
              { total, count: rows.length, day: dayOf(busiest?.day ?? from), most },
            )}
          </p>
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
    const day = dateOf(Date.parse(from) + at * DAY_MS);
    return byDay.get(day) ?? { day, requests: 0, cost: 0 };
  });
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
