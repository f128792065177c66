import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { request } from '../api.ts';
import { graphql } from '../graphql.ts';
import { Panel } from '../parts/panel.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { usePlace } from '../place.ts';

const ATTENTION = graphql(`
  query Attention {
    attention { kind count countIsExact page objects { id name } }
  }
`);

const SENTENCES: Readonly<Record<string, string>> = {
  EXPIRING_API_KEYS: 'API keys expire within 14 days',
  FAILED_BULK_JOBS: 'imports or exports failed within 7 days',
  FAILING_WEBHOOK_ENDPOINTS: 'webhook endpoints fail',
  OUTDATED_FOOTPRINTS: 'footprints are older than their product',
  PRODUCTS_NOT_CALCULATED: 'products could not be calculated',
  PRODUCTS_WITHOUT_FOOTPRINT: 'products have no footprint',
  REJECTED_DPP_REGISTRATIONS: 'passports were rejected by the registry',
  STALE_SCENARIOS: 'scenarios are older than their inputs',
};

/** Matters that need a person, each with where to go. */
export function Attention() {
  const place = usePlace();
  const query = useQuery({
    queryKey: [place, 'attention'],
    queryFn: () => request(place, ATTENTION, {}),
  });
  return (
    <QueryView query={query} purpose="This list names what needs a person.">
      {({ attention }) =>
        attention === null || attention.length === 0 ? (
          <p className="quiet">Nothing needs you now.</p>
        ) : (
          <Panel title="Needs you">
            <ul className="results">
              {attention.map(({ kind, count, countIsExact, page, objects }) => (
                <li key={kind}>
                  <CircleAlert size={18} strokeWidth={1.6} aria-hidden />
                  <a href={`/app/${place.organization}/${place.world}/${page}`} className="strong">
                    {countIsExact ? '' : 'More than '}
                    {count.toLocaleString('en')} {SENTENCES[kind] ?? kind}
                  </a>
                  <span className="quiet small">{objects.map(({ name }) => name).join(', ')}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )
      }
    </QueryView>
  );
}
