import { Link } from '@tanstack/react-router';
import { t } from '../../language.ts';
import { figure, share, wordsOf } from '../../parts/format.ts';
import { usePlace } from '../../place.ts';
import type { Footprint } from './footprint.tsx';

type Cause = NonNullable<NonNullable<Footprint['contributions']>['nodes'][number]>;

/** The causes of a result with their factors, largest first: the same rows as its flow. */
export function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  const place = usePlace();
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
                <Link
                  className="small"
                  to="/app/$organization/$world/factors/$id"
                  params={{ ...place, id: cause.factorId }}
                >
                  {cause.factorName}, {cause.geography}
                  {cause.year === null ? '' : ` ${cause.year}`}
                </Link>
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
