import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly head: string;
  readonly className?:
    | 'code'
    | 'end'
    | 'end quiet'
    | 'end strong'
    | 'named'
    | 'quiet'
    | 'strong'
    | 'when';
  readonly cell: (row: Row, index: number) => ReactNode;
  /** False for a column of actions that this person may not take. */
  readonly isShown?: boolean;
};

/** A table; on a narrow screen each row is a name with labelled facts. */
export function Rows<Row extends object>({
  rows,
  columns,
  caption,
}: {
  readonly rows: readonly (Row | null)[];
  readonly columns: readonly Column<Row>[];
  readonly caption?: string;
}) {
  const shown = columns.filter(({ isShown }) => isShown !== false);
  return (
    <table>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {shown.map(({ head, className }) => (
            <th key={head} className={className?.startsWith('end') === true ? 'end' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(
          (row, index) =>
            row !== null && (
              // Rows without an id keep their places.
              <tr key={'id' in row ? String(row.id) : index}>
                {shown.map(({ head, className, cell }) => {
                  const content = cell(row, index);
                  return (
                    <td
                      key={head}
                      data-label={head}
                      data-empty={content === '–' || undefined}
                      className={className}
                    >
                      {content}
                    </td>
                  );
                })}
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
