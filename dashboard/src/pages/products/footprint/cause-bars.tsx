import { type Activity, flowLayout } from '../../../charts/flow.ts';
import { t } from '../../../language.ts';
import { wordsOf } from '../../../parts/texts/format.ts';
import { AmountRows } from '../phases.tsx';

/** The activities of the flow as bars, the largest first. */
export function CauseBars({ activities }: { readonly activities: readonly Activity[] }) {
  const flow = flowLayout(activities, { rowHeight: 1, totalHeight: 1 });
  const rows = flow.activities
    .toSorted((one, other) => other.co2eKg - one.co2eKg)
    .map(({ label, phase, co2eKg }) => ({
      name: label,
      note: wordsOf(phase),
      phase,
      co2eKg,
      share: co2eKg / flow.total.co2eKg,
    }));
  return <AmountRows head={t('Cause')} rows={rows} />;
}
