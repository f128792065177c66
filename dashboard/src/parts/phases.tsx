import { figure, share, wordsOf } from './format.ts';

/** The phases in the order of life. Each keeps its colour on every page. */
const ORDER = [
  'RAW_MATERIALS',
  'INBOUND_TRANSPORT',
  'MANUFACTURING',
  'PACKAGING',
  'DISTRIBUTION',
  'RETAIL',
  'INSTALLATION',
  'USE',
  'MAINTENANCE_REPAIR',
  'END_OF_LIFE',
] as const;

export type PhaseAmount = {
  readonly phase: string;
  readonly co2eKg: number;
  readonly share: number;
};

const colorOf = (phase: string) => `var(--phase-${phase.toLowerCase().replaceAll('_', '-')})`;

function inOrderOfLife(phases: readonly PhaseAmount[]): PhaseAmount[] {
  return ORDER.flatMap((phase) => phases.find((each) => each.phase === phase) ?? []).filter(
    ({ co2eKg }) => co2eKg !== 0,
  );
}

/** One bar of all phases with a finding in a sentence; credits cannot be part of a bar. */
export function PhaseBar({ phases }: { readonly phases: readonly PhaseAmount[] }) {
  const shown = inOrderOfLife(phases).filter(({ co2eKg }) => co2eKg > 0);
  const [largest] = shown.toSorted((a, b) => b.co2eKg - a.co2eKg);
  if (largest === undefined) return null;
  return (
    <div
      className="bar"
      role="img"
      aria-label={`${wordsOf(largest.phase)} cause the most: ${share(largest.share)} of the footprint.`}
    >
      {shown.map(({ phase, co2eKg }) => (
        <span key={phase} style={{ flexGrow: co2eKg, background: colorOf(phase) }} />
      ))}
    </div>
  );
}

/** A row for each phase: name, bar, amount, share. It is the table of the bar as well. */
export function PhaseRows({ phases }: { readonly phases: readonly PhaseAmount[] }) {
  const shown = inOrderOfLife(phases);
  const most = Math.max(...shown.map(({ co2eKg }) => co2eKg));
  return (
    <table className="bars">
      <thead className="visually-hidden">
        <tr>
          <th>Phase</th>
          <th>Bar</th>
          <th>kg CO2e</th>
          <th>Share</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ phase, co2eKg, share: part }) => (
          <tr key={phase}>
            <td>
              <span className="swatch" style={{ background: colorOf(phase) }} />
              {wordsOf(phase)}
            </td>
            <td className="track" aria-hidden>
              <span
                style={{
                  width: `${(Math.max(0, co2eKg) / most) * 100}%`,
                  background: colorOf(phase),
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
