import { t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { FactorLink } from '../../../parts/page/factor-link.tsx';
import { placeName } from '../../../parts/texts/country.ts';
import { figure, share, wordsOf } from '../../../parts/texts/format.ts';
import type { Footprint } from './footprint.tsx';

type Cause = NonNullable<NonNullable<Footprint['contributions']>['nodes'][number]>;

/** The causes of a result with their factors, largest first: the same rows as its flow. */
export function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  return (
    <Rows
      rows={causes}
      columns={[
        {
          head: t('Cause and factor'),
          cell: (cause) => (
            <span>
              {cause.label}
              <br />
              <FactorLink className="small" id={cause.factorId}>
                {cause.factorName}, {placeName(cause.geography)}
                {cause.year === null ? '' : ` ${cause.year}`}
              </FactorLink>
              <br />
              <span className="small quiet">{cause.source}</span>
            </span>
          ),
        },
        { head: t('Phase'), cell: (cause) => wordsOf(cause.phase) },
        { head: 'kg CO2e', className: 'end strong', cell: (cause) => figure(cause.co2eKg) },
        { head: t('Share'), className: 'end quiet', cell: (cause) => share(cause.share) },
      ]}
    />
  );
}
