import { Link, useSearch } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Change } from '../../parts/page/change.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { figure } from '../../parts/texts/format.ts';
import { Comparison } from './outcome.tsx';

const COMPARE = graphql(`
  query CompareScenarios($ids: [ID!]!) {
    compareScenarios(ids: $ids) {
      scenarios {
        id name
        result { total { baseline outcome difference share } }
      }
      pairs {
        first { id name }
        second { id name }
        comparison {
          lowCo2eKg highCo2eKg medianCo2eKg probabilityBelow probabilityAbove iterations
        }
      }
    }
  }
`);

/** Scenarios on one scale, and each pair by runs that share their random numbers. */
export function CompareScenarios() {
  const place = usePlace();
  const { ids = '' } = useSearch({ from: '/app/$organization/$world/scenarios/compare' });
  const wanted = ids.split(',').filter((id) => id !== '');
  const query = useAnswer(COMPARE, { ids: wanted }, { enabled: wanted.length >= 2 });
  return (
    <>
      <PageHead
        title={t('Compare scenarios')}
        path={
          <PathLink to="/app/$organization/$world/scenarios" params={place}>
            {t('Scenarios')}
          </PathLink>
        }
      />
      {wanted.length < 2 ? (
        <p>{t('Choose two to ten scenarios with a result in the list.')}</p>
      ) : (
        <QueryView
          query={query}
          purpose={t('A comparison puts two to ten scenarios on one scale.')}
        >
          {({ compareScenarios: compared }) => {
            const rows = compared?.scenarios ?? [];
            const baselines = new Set(rows.map(({ result }) => result?.total.baseline ?? 0));
            const [baseline = 0] = baselines.size === 1 ? baselines : [];
            const most = Math.max(
              ...rows.map(({ result }) => result?.total.outcome ?? 0),
              baseline,
            );
            return (
              <>
                <Panel title={t('Outcomes')} note={t('kg CO2e per declared unit, one scale')}>
                  <table className="bars">
                    <thead>
                      <tr>
                        <th>{t('Scenario')}</th>
                        <th>
                          <span className="visually-hidden">{t('Bar')}</span>
                        </th>
                        <th className="end">kg CO2e</th>
                        <th className="end">{t('Against the baseline')}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {baseline > 0 && (
                        <tr>
                          <td className="named">{t('Baseline')}</td>
                          <td className="track" aria-hidden>
                            <span
                              style={{
                                width: `${(baseline / most) * 100}%`,
                                background: 'var(--ink)',
                              }}
                            />
                          </td>
                          <td className="end strong">{figure(baseline)}</td>
                          <td className="end">–</td>
                        </tr>
                      )}
                      {rows.map(({ id, name, result }) => (
                        <tr key={id}>
                          <td className="named">
                            <Link
                              to="/app/$organization/$world/scenarios/$id"
                              params={{ ...place, id }}
                            >
                              {name}
                            </Link>
                          </td>
                          <td className="track" aria-hidden>
                            <span
                              style={{
                                width: `${(Math.max(0, result?.total.outcome ?? 0) / most) * 100}%`,
                                background: 'var(--series)',
                              }}
                            />
                          </td>
                          <td className="end strong">{figure(result?.total.outcome ?? 0)}</td>
                          <td className="end">
                            {result !== null && (
                              <Change
                                difference={result.total.difference}
                                share={result.total.share}
                              />
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </Panel>
                <Panel title={t('Pairs')} note={t('Paired runs: the first against the second')}>
                  <ul className="list">
                    {compared?.pairs.map(({ first, second, comparison }) => (
                      <li key={`${first?.id} ${second?.id}`}>
                        <span className="strong">
                          {t('{first} against {second}', {
                            first: first?.name ?? '–',
                            second: second?.name ?? '–',
                          })}
                        </span>
                        <Comparison comparison={comparison} />
                      </li>
                    ))}
                  </ul>
                </Panel>
              </>
            );
          }}
        </QueryView>
      )}
    </>
  );
}
