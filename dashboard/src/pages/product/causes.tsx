import { t } from '../../language.ts';
import { placeName } from '../../parts/country.ts';
import { FactorLink } from '../../parts/factor-link.tsx';
import { figure, share, wordsOf } from '../../parts/format.ts';
import type { Footprint } from './footprint.tsx';

type Cause = NonNullable<NonNullable<Footprint['contributions']>['nodes'][number]>;

/** The causes of a result with their factors, largest first: the same rows as its flow. */
export function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{t('Cause and factor')}</th>
          <th>{t('Phase')}</th>
          <th className="end">kg CO2e</th>
          <th className="end">{t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {causes.map((cause, index) => (
          <tr key={index}>
            <td data-label={t('Cause and factor')}>
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
            </td>
            <td data-label={t('Phase')}>{wordsOf(cause.phase)}</td>
            <td data-label="kg CO2e" className="end strong">
              {figure(cause.co2eKg)}
            </td>
            <td data-label={t('Share')} className="end quiet">
              {share(cause.share)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
