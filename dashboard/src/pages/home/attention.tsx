import { CircleAlert } from 'lucide-react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { jobTitle } from '../../parts/jobs/job-title.ts';
import { countOf } from '../../parts/lists/list.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';

const ATTENTION = graphql(`
  query Attention {
    attention { kind count countIsExact page objects { id name } }
  }
`);

const SENTENCES: Readonly<Record<string, (count: number) => string>> = {
  EXPIRING_API_KEYS: (count) =>
    t('{count, plural, one {# API key expires} other {# API keys expire}} within 14 days', {
      count,
    }),
  FAILED_BULK_JOBS: (count) =>
    t(
      '{count, plural, one {# import or export} other {# imports or exports}} failed within 7 days',
      { count },
    ),
  FAILING_WEBHOOK_ENDPOINTS: (count) =>
    t('{count, plural, one {# webhook endpoint fails} other {# webhook endpoints fail}}', {
      count,
    }),
  OUTDATED_DPP_FOOTPRINTS: (count) =>
    t(
      '{count, plural, one {# passport has} other {# passports have}} an earlier footprint of the product',
      { count },
    ),
  OUTDATED_FOOTPRINTS: (count) =>
    t(
      '{count, plural, one {# footprint is older than its product} other {# footprints are older than their products}}',
      { count },
    ),
  PRODUCTS_NOT_CALCULATED: (count) =>
    t('{count, plural, one {# product} other {# products}} could not be calculated', { count }),
  PRODUCTS_WITHOUT_FOOTPRINT: (count) =>
    t('{count, plural, one {# product has no footprint} other {# products have no footprint}}', {
      count,
    }),
  RECORDS_NEAR_CEILING: () => t('The records have 90 % of the bytes that the tier allows, or more'),
  REJECTED_DPP_REGISTRATIONS: (count) =>
    t(
      '{count, plural, one {# passport was rejected} other {# passports were rejected}} by the registry',
      { count },
    ),
  STALE_SCENARIOS: (count) =>
    t(
      '{count, plural, one {# scenario is older than its inputs} other {# scenarios are older than their inputs}}',
      { count },
    ),
};

/** Jobs have no names of their own: `IMPORT_PRODUCTS` is named in words, and once. */
function namesOf(kind: string, objects: readonly { readonly name: string }[]): readonly string[] {
  const names = objects.map(({ name }) => name);
  if (kind !== 'FAILED_BULK_JOBS') return names;
  const titles = names.map((name) => {
    const [direction = '', ...type] = name.split('_');
    return jobTitle({ direction, type: type.join('_'), dryRun: false });
  });
  return [...new Set(titles)];
}

/** Matters that need a person, each with where to go. */
export function Attention() {
  const place = usePlace();
  const query = useAnswer(ATTENTION, {});
  return (
    <QueryView query={query} purpose={t('This list names what needs a person.')}>
      {({ attention }) =>
        attention === null || attention.length === 0 ? (
          <p className="quiet">{t('Nothing needs you now.')}</p>
        ) : (
          <Panel title={t('Needs you')}>
            <ul className="results">
              {attention.map(({ kind, count, countIsExact, page, objects }) => (
                <li key={kind}>
                  <CircleAlert />
                  <span className="grow">
                    <a
                      href={`/app/${place.organization}/${place.world}/${page}`}
                      className="strong"
                    >
                      {countOf(
                        { totalCount: count, totalCountIsExact: countIsExact },
                        (counted) => SENTENCES[kind]?.(counted) ?? `${counted} ${kind}`,
                      )}
                    </a>{' '}
                    <span className="quiet small">{namesOf(kind, objects).join(', ')}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )
      }
    </QueryView>
  );
}
