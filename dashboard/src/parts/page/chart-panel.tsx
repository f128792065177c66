import { type ReactNode, useState } from 'react';
import { t } from '../../language.ts';

/** A chart and the table with the same rows; one of both is shown. */
export function ChartPanel({
  title,
  note,
  chart,
  table,
  children,
}: {
  readonly title: string;
  readonly note: ReactNode;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  /** Shown under both. */
  readonly children?: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  return (
    <section className="panel">
      <header>
        <div className="row">
          <h2>{title}</h2>
          <span className="quiet small">{note}</span>
        </div>
        <div className="switch">
          <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
            {t('Chart')}
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
            {t('Table')}
          </button>
        </div>
      </header>
      {isTable ? table : chart}
      {children}
    </section>
  );
}
