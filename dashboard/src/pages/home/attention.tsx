import { CircleAlert, KeyRound, TriangleAlert } from 'lucide-react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { jobTitle } from '../../parts/jobs/job-title.ts';
import { countOf } from '../../parts/lists/list.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';

const ATTENTION = graphql(`
  query Attention {
    attention { kind count countIsExact page objects { id name } }
  }
`);

type Matter = {
  readonly isDanger?: true;
  readonly sentence: (count: number) => string;
  readonly action: string;
};

const MATTERS: Readonly<Record<string, Matter>> = {
  EXPIRING_API_KEYS: {
    sentence: (count) =>
      t('{count, plural, one {# API key expires} other {# API keys expire}} within 14 days', {
        count,
      }),
    action: t('Rotate keys'),
  },
  FAILED_BULK_JOBS: {
    isDanger: true,
    sentence: (count) =>
      t(
        '{count, plural, one {# import or export} other {# imports or exports}} failed within 7 days',
        { count },
      ),
    action: t('See reasons'),
  },
  FAILING_WEBHOOK_ENDPOINTS: {
    isDanger: true,
    sentence: (count) =>
      t('{count, plural, one {# webhook endpoint fails} other {# webhook endpoints fail}}', {
        count,
      }),
    action: t('See attempts'),
  },
  OUTDATED_DPP_FOOTPRINTS: {
    sentence: (count) =>
      t(
        '{count, plural, one {# passport has} other {# passports have}} an earlier footprint of the product',
        { count },
      ),
    action: t('See passports'),
  },
  OUTDATED_FOOTPRINTS: {
    sentence: (count) =>
      t(
        '{count, plural, one {# footprint is older than its product} other {# footprints are older than their products}}',
        { count },
      ),
    action: t('See products'),
  },
  PRODUCTS_NOT_CALCULATED: {
    isDanger: true,
    sentence: (count) =>
      t('{count, plural, one {# product} other {# products}} could not be calculated', { count }),
    action: t('See reasons'),
  },
  PRODUCTS_WITHOUT_FOOTPRINT: {
    sentence: (count) =>
      t('{count, plural, one {# product has no footprint} other {# products have no footprint}}', {
        count,
      }),
    action: t('See products'),
  },
  RECORDS_NEAR_CEILING: {
    isDanger: true,
    sentence: () => t('The records have 90 % of the bytes that the tier allows, or more'),
    action: t('Make room'),
  },
  REJECTED_DPP_REGISTRATIONS: {
    isDanger: true,
    sentence: (count) =>
      t(
        '{count, plural, one {# passport was rejected} other {# passports were rejected}} by the registry',
        { count },
      ),
    action: t('See passports'),
  },
  STALE_SCENARIOS: {
    sentence: (count) =>
      t(
        '{count, plural, one {# scenario is older than its inputs} other {# scenarios are older than their inputs}}',
        { count },
      ),
    action: t('See scenarios'),
  },
};

/** Kinds whose single object has a page of its own. */
const OF_ONE: Readonly<Record<string, string>> = {
  FAILED_BULK_JOBS: 'imports',
  FAILING_WEBHOOK_ENDPOINTS: 'webhooks',
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
  const query = useAnswer(ATTENTION, {});
  return (
    <QueryView query={query} purpose={t('This list names what needs a person.')}>
      {({ attention }) =>
        attention === null || attention.length === 0 ? (
          <p className="quiet">{t('Nothing needs you now.')}</p>
        ) : (
          <section className="panel matters">
            <h2 className="visually-hidden">{t('Needs you')}</h2>
            <ul>
              {attention.toSorted(dangerFirst).map((item) => (
                <Row key={item.kind} item={item} />
              ))}
            </ul>
          </section>
        )
      }
    </QueryView>
  );
}

type Item = {
  readonly kind: string;
  readonly count: number;
  readonly countIsExact: boolean;
  readonly page: string;
  readonly objects: readonly { readonly id: string; readonly name: string }[];
};

function dangerFirst(a: Item, b: Item): number {
  const rank = ({ kind }: Item) => (MATTERS[kind]?.isDanger === true ? 0 : 1);
  return rank(a) - rank(b);
}

function Row({ item: { kind, count, countIsExact, page, objects } }: { readonly item: Item }) {
  const place = usePlace();
  const { isDanger, sentence, action } = MATTERS[kind] ?? {};
  const names = namesOf(kind, objects);
  const [only] = count === 1 ? objects : [];
  const folder = OF_ONE[kind];
  const path = only !== undefined && folder !== undefined ? `${folder}/${only.id}` : page;
  const Icon = kind === 'EXPIRING_API_KEYS' ? KeyRound : isDanger ? TriangleAlert : CircleAlert;
  return (
    <li>
      <span className={isDanger ? 'sign danger' : 'sign warn'}>
        <Icon />
      </span>
      <span className="grow">
        <span className="strong">
          {countOf(
            { totalCount: count, totalCountIsExact: countIsExact },
            (counted) => sentence?.(counted) ?? `${counted} ${kind}`,
          )}
        </span>
        {names.length > 0 && (
          <span className="detail">
            {names.join(', ')}
            {count > objects.length && ' …'}
          </span>
        )}
      </span>
      <a href={`/app/${place.organization}/${place.world}/${path}`} className="strong">
        {action ?? t('Open')}
      </a>
    </li>
  );
}
