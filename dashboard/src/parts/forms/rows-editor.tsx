import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../language.ts';
import { IS_NARROW } from '../page/narrow.ts';
import { inSentence, labelled } from '../texts/format.ts';
import { CountryField } from './country-field.tsx';
import { Field, SelectField } from './field.tsx';
import { NumberField } from './number-field.tsx';

/** One input of a row; `read` and `write` turn its value into text and back. */
export type Cell<Row> = {
  readonly key: string;
  readonly label: string;
  readonly kind?: 'number' | 'country';
  readonly placeholder?: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly read: (row: Row) => string | number | null | undefined;
  readonly write: (row: Row, value: string) => Row;
};

type Props<Row> = {
  readonly title: string;
  /** Name of one row: "component". */
  readonly one: string;
  readonly rows: readonly Row[];
  readonly blank: Row;
  /** Always shown. */
  readonly cells: readonly Cell<Row>[];
  /** Shown on demand. */
  readonly more?: readonly Cell<Row>[];
  readonly problemOf: (index: number, key: string) => string | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
  /** Remark on what a row has besides these inputs. */
  readonly note?: (row: Row) => ReactNode;
  /** Lists inside of a row. */
  readonly inside?: (row: Row, index: number, change: (row: Row) => void) => ReactNode;
};

/**
 * Rows of a list of the bill of materials, each a group of labelled inputs. On a phone lists are folded at first: all of
 * them make a form of many screens.
 */
export function RowsEditor<Row>({
  title,
  one,
  rows,
  blank,
  cells,
  more = [],
  problemOf,
  onChange,
  note,
  inside,
}: Props<Row>) {
  return (
    <details className="fold" open={!IS_NARROW || undefined}>
      <summary>
        <h3>{title}</h3> <span className="quiet">{rows.length}</span>
      </summary>
      {rows.length === 0 && <p className="quiet">{t('None is declared.')}</p>}
      {rows.map((row, index) => {
        const change = (next: Row) => onChange(rows.with(index, next));
        const inputs = (some: readonly Cell<Row>[]) => (
          <div className="cells">
            {some.map((cell) => (
              <CellInput
                key={cell.key}
                cell={cell}
                row={row}
                problem={problemOf(index, cell.key)}
                onChange={change}
              />
            ))}
          </div>
        );
        const name = [...cells, ...more].find(({ key }) => key === 'name')?.read(row);
        const hasHiddenProblem = more.some(({ key }) => problemOf(index, key) !== undefined);
        return (
          <fieldset className="bill-row" key={index}>
            <legend>
              {name == null || name === ''
                ? `${one} ${index + 1}`
                : labelled(`${one} ${index + 1}`, String(name))}
            </legend>
            {inputs(cells)}
            {note?.(row)}
            {(more.length > 0 || inside !== undefined) && (
              <details open={hasHiddenProblem || undefined}>
                <summary>
                  {t('More about {one} {index}', { one: inSentence(one), index: index + 1 })}
                </summary>
                <div className="stack">
                  {inputs(more)}
                  {inside?.(row, index, change)}
                </div>
              </details>
            )}
            <p>
              <button
                type="button"
                className="plain"
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                <Trash2 /> {t('Remove {one} {index}', { one: inSentence(one), index: index + 1 })}
              </button>
            </p>
          </fieldset>
        );
      })}
      <p>
        <button type="button" onClick={() => onChange([...rows, blank])}>
          <Plus /> {t('Add {one}', { one: inSentence(one) })}
        </button>
      </p>
    </details>
  );
}

function CellInput<Row>({
  cell: { label, kind, placeholder, choices, read, write },
  row,
  problem,
  onChange,
}: {
  readonly cell: Cell<Row>;
  readonly row: Row;
  readonly problem: string | undefined;
  readonly onChange: (row: Row) => void;
}) {
  const value = String(read(row) ?? '');
  const give = (next: string) => onChange(write(row, next));
  const field = { label, problem, placeholder };
  if (choices !== undefined)
    return (
      <SelectField
        {...{ label, problem, value, choices }}
        onChange={({ target }) => give(target.value)}
      />
    );
  if (kind === 'number') return <NumberField {...field} value={value} onNumber={give} />;
  if (kind === 'country') return <CountryField {...field} value={value} onCountry={give} />;
  return <Field {...field} value={value} onChange={({ target }) => give(target.value)} />;
}
