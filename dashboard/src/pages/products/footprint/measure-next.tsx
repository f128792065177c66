import { t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { ServiceText } from '../../../parts/service-text/service-text.tsx';
import { figure, share } from '../../../parts/texts/format.ts';
import { assumedValue, assumptionTitle } from './assumption-words.ts';
import type { Footprint } from './footprint.tsx';

/** Others are folded: the panel is next to the phases, and about as high. */
const SHOWN = 5;

/** The assumptions of a result, the largest effect first. */
export function MeasureNext({ footprint }: { readonly footprint: Footprint }) {
  const [shown, others] = [
    footprint.assumptions.slice(0, SHOWN),
    footprint.assumptions.slice(SHOWN),
  ];
  return (
    <Panel title={t('Measure next')} note={t('Assumptions, largest effect first')}>
      {shown.length === 0 ? (
        <p className="quiet">{t('Nothing was assumed.')}</p>
      ) : (
        <Assumptions assumptions={shown} footprint={footprint} />
      )}
      {others.length > 0 && (
        <details>
          <summary>{t('{count} smaller assumptions', { count: others.length })}</summary>
          <Assumptions assumptions={others} footprint={footprint} />
        </details>
      )}
    </Panel>
  );
}

function Assumptions({
  assumptions,
  footprint,
}: {
  readonly assumptions: Footprint['assumptions'];
  readonly footprint: Footprint;
}) {
  const total = footprint.co2eKg ?? 0;
  return (
    <Rows
      rows={assumptions}
      columns={[
        {
          head: t('Assumption'),
          cell: (assumption) => (
            <span>
              {assumptionTitle(assumption.path, footprint)}
              <br />
              <span className="quiet small">
                {assumedValue(assumption.value)}
                <br />
                <ServiceText>{assumption.reason}</ServiceText>
              </span>
            </span>
          ),
        },
        {
          head: t('Share'),
          className: 'end',
          cell: (assumption) => share(assumption.contributionShare),
        },
        {
          head: 'kg CO2e',
          className: 'end strong',
          cell: (assumption) => figure(assumption.contributionShare * total),
        },
        {
          head: t('Range, kg'),
          className: 'end',
          isShown: footprint.full !== null,
          cell: (assumption) => {
            const range = rangeOf(assumption, footprint);
            return range === undefined ? '–' : `±${figure(range)}`;
          },
        },
      ]}
    />
  );
}

/**
 * Half of what the total changes by between the 95 % bounds of the flow of an assumed factor, in kg CO2e.
 * Undefined for an assumption of another kind, and for a flow that is not among the widest.
 */
function rangeOf(
  { path, value }: Footprint['assumptions'][number],
  { contributions, full }: Footprint,
): number | undefined {
  const at = String(path);
  const flow = contributions?.nodes.find(
    (each) => each?.factorName === value && String(each.path) === at,
  );
  const bounds = full?.sensitivities.find(
    (each) => each.label === flow?.label && String(each.path) === at,
  );
  return bounds === undefined ? undefined : (bounds.highCo2eKg - bounds.lowCo2eKg) / 2;
}
