import { Check } from 'lucide-react';
import { t } from '../../../language.ts';
import {
  declaredUnitText,
  figure,
  inSentence,
  share,
  shortNumber,
  sinceOf,
  wordsOf,
} from '../../../parts/texts/format.ts';
import { intervalOf } from '../interval.ts';
import type { Footprint, Product } from './footprint.tsx';
import { RangeChart } from './range-chart.tsx';

/** The result with its unit, its range and what it is based on. */
export function Headline({
  product,
  footprint: { full, co2eKg, createdAt },
}: {
  readonly product: Product;
  readonly footprint: Footprint;
}) {
  const range = intervalOf(full);
  return (
    <section className="panel split">
      <div className="stack-2">
        <p className="quiet small">
          {t('{boundary}, per {unit}', {
            boundary: full === null ? t('The declared life cycle') : wordsOf(full.boundary),
            unit: declaredUnitText(product.declaredUnit),
          })}
        </p>
        <p className="headline">
          <strong>{co2eKg === null ? '–' : figure(co2eKg)}</strong>
          <span>
            kg CO<sub>2</sub>e
          </span>
        </p>
        {range === undefined ? (
          <p className="quiet">
            {t(
              'A BASIC result has no range. A FULL result has one: in the sandbox, and from the tier GROWTH on.',
            )}
          </p>
        ) : (
          <p>
            {t('95 of 100 values fall between {lowCo2eKg} and {highCo2eKg}', {
              lowCo2eKg: figure(range.lowCo2eKg),
              highCo2eKg: figure(range.highCo2eKg),
            })}
          </p>
        )}
        <p className="row">
          {product.footprintState === 'OUTDATED' ? (
            <span className="chip warn">{t('Older than the product: recalculate')}</span>
          ) : (
            <span className="chip ok">
              <Check size={14} /> {t('Current')}
            </span>
          )}
          <span className="chip">
            {t('Calculated {createdAt}', { createdAt: sinceOf(createdAt) })}
          </span>
          {full !== null && (
            <>
              <span className="chip">
                {t('Data quality {dqr}, {rating}', {
                  dqr: shortNumber(full.dataQuality.dqr),
                  rating: inSentence(wordsOf(full.dataQuality.rating)),
                })}
              </span>
              <span className="chip">
                {t('{primaryDataShare} primary data', {
                  primaryDataShare: share(full.primaryDataShare),
                })}
              </span>
            </>
          )}
        </p>
      </div>
      {range !== undefined && co2eKg !== null && (
        <RangeChart low={range.lowCo2eKg} value={co2eKg} high={range.highCo2eKg} />
      )}
    </section>
  );
}
