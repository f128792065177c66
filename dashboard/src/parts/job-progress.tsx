import { language, t } from '../language.ts';
/** Progress of a long job, and its counts by name. */
export function JobProgress({
  running,
  counts,
  note,
}: {
  /** Share of the work, and what is done in words; undefined once the job has ended. */
  readonly running: { readonly share: number; readonly done: string } | undefined;
  readonly counts: readonly (readonly [name: string, count: number])[];
  readonly note?: string | undefined;
}) {
  return (
    <section className="panel stack">
      {running !== undefined && (
        <>
          <progress max={1} value={running.share} aria-label={t('Progress')} />
          <p>{t('{done} done. You can leave this page and come back.', { done: running.done })}</p>
        </>
      )}
      <dl className="facts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString(language)}</dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className="quiet">{note}</p>}
    </section>
  );
}
