import { type ReactNode, useState } from 'react';
import { t } from '../../language.ts';

/** A flow has labels on both sides: below this width, as in `styles/media.css`, bars say the same. */
const HAS_ROOM_FOR_FLOW = matchMedia('(width >= 77.5rem)').matches;

/** A chart and the table with the same rows; one of both is shown. */
export function ChartPanel({
  title,
  note,
  chart,
  bars,
  table,
  children,
}: {
  readonly title: string;
  readonly note: ReactNode;
  readonly chart: ReactNode;
  /** The rows as bars, if the chart is a flow. */
  readonly bars?: ReactNode;
  readonly table: ReactNode;
  /** Shown under all of them. */
  readonly children?: ReactNode;
}) {
  const flow = HAS_ROOM_FOR_FLOW ? [[t('Flow'), chart] as const] : [];
  const charts =
    bars === undefined ? [[t('Chart'), chart] as const] : [...flow, [t('Bars'), bars] as const];
  const views = [...charts, [t('Table'), table] as const];
  const [shown, setShown] = useState(0);
  return (
    <section className="panel">
      <header>
        <div className="row">
          <h2>{title}</h2>
          <span className="quiet small">{note}</span>
        </div>
        <div className="switch">
          {views.map(([name], index) => (
            <button
              key={name}
              type="button"
              aria-pressed={index === shown}
              onClick={() => setShown(index)}
            >
              {name}
            </button>
          ))}
        </div>
      </header>
      {views[shown]?.[1]}
      {children}
    </section>
  );
}
