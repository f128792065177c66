import type { ReactNode } from 'react';
import { t } from '../../language.ts';

export type Bar = {
  readonly name: string;
  /** Below the name. */
  readonly note?: ReactNode;
  /** Length of the bar, of 1. */
  readonly length: number;
  readonly cells: readonly [strong: string, quiet: string];
};

/** Amounts by a name, with a bar for each. */
export function Bars({
  head,
  columns,
  bars,
}: {
  readonly head: string;
  readonly columns: readonly [strong: string, quiet: string];
  readonly bars: readonly Bar[];
}) {
  return (
    <table className="bars">
      <thead>
        <tr>
          <th>{head}</th>
          <th>
            <span className="visually-hidden">{t('Bar')}</span>
          </th>
          {columns.map((column) => (
            <th key={column} className="end">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, note, length, cells: [strong, quiet] }) => (
          <tr key={name}>
            <td className="named">
              <div>
                {name}
                {note !== undefined && <div className="quiet small">{note}</div>}
              </div>
            </td>
            <td className="track" aria-hidden>
              <span
                style={{ width: `${Math.min(1, length) * 100}%`, background: 'var(--series)' }}
              />
            </td>
            <td data-label={columns[0]} className="end strong">
              {strong}
            </td>
            <td data-label={columns[1]} className="end quiet">
              {quiet}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
