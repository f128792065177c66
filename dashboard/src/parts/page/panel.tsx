import type { ReactNode } from 'react';

/** A titled surface of a page. */
export function Panel({
  title,
  note,
  children,
}: {
  readonly title: string;
  /** Unit or scope of the content, or a control, next to the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {note !== undefined && <div className="quiet small">{note}</div>}
      </header>
      {children}
    </section>
  );
}
