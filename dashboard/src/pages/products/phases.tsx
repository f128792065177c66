import { inLifeOrder, phaseSegments } from '../../charts/phases.ts';
import { t } from '../../language.ts';
import { phaseColor } from '../../parts/page/phase-color.ts';
import { figure, share, wordsOf } from '../../parts/texts/format.ts';

type PhaseShare = {
  readonly phase: string;
  readonly co2eKg: number;
  readonly share: number;
};

/** One bar of all phases with a finding in a sentence; credits cannot be part of a bar. */
export function PhaseBar({ phases }: { readonly phases: readonly PhaseShare[] }) {
  const segments = phaseSegments(phases, { width: 1000, gap: 3 });
  const [largest] = phases.toSorted((a, b) => b.co2eKg - a.co2eKg);
  if (largest === undefined || segments.length === 0) return null;
  return (
    <svg
      className="bar"
      viewBox="0 0 1000 20"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('{phase} cause the most: {share} of the footprint.', {
        phase: wordsOf(largest.phase),
        share: share(largest.share),
      })}
    >
      {segments.map(({ phase, x, width }) => (
        <rect key={phase} x={x} width={width} height="20" fill={phaseColor(phase)} />
      ))}
    </svg>
  );
}

/** A row for each phase, in the order of life. What lies beyond the system is no part of the total. */
export function PhaseRows({
  phases,
  beyondSystemCo2eKg = 0,
}: {
  readonly phases: readonly PhaseShare[];
  readonly beyondSystemCo2eKg?: number | undefined;
}) {
  return (
    <>
      <AmountRows
        head={t('Phase')}
        rows={inLifeOrder(phases).map((each) => ({ ...each, name: wordsOf(each.phase) }))}
      />
      {beyondSystemCo2eKg !== 0 && (
        <p className="beyond-system">
          <span className="swatch" />
          {wordsOf('BEYOND_SYSTEM')}
          <span className="quiet">{t('reported apart, never subtracted')}</span>
          <span className="strong figures">{figure(beyondSystemCo2eKg)}</span>
        </p>
      )}
    </>
  );
}

/** A row for each amount: name with a note, bar in the colour of its phase, amount, share. It is the table of the bars as well. */
export function AmountRows({
  head,
  rows,
}: {
  readonly head: string;
  readonly rows: readonly (PhaseShare & { readonly name: string; readonly note?: string })[];
}) {
  const most = Math.max(...rows.map(({ co2eKg }) => co2eKg));
  return (
    <table className="bars">
      <thead className="visually-hidden">
        <tr>
          <th>{head}</th>
          <th>
            <span className="visually-hidden">{t('Bar')}</span>
          </th>
          <th>kg CO2e</th>
          <th>{t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, note, phase, co2eKg, share: part }) => (
          <tr key={`${phase} ${name}`}>
            <td className={note === undefined ? undefined : 'named'}>
              <span className="swatch" style={{ background: phaseColor(phase) }} />
              {name} {note !== undefined && <span className="quiet small">{note}</span>}
            </td>
            <td className="track" aria-hidden>
              <span
                style={{
                  width: `${(Math.max(0, co2eKg) / most) * 100}%`,
                  background: phaseColor(phase),
                }}
              />
            </td>
            <td className="end strong">{figure(co2eKg)}</td>
            <td className="end quiet">{share(part)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
