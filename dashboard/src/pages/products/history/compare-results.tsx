import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { inLifeOrder, LIFE_ORDER } from '../../../charts/phases.ts';
import { t } from '../../../language.ts';
import { Change } from '../../../parts/page/change.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { exactMomentOf, figure, titleOfSet, wordsOf } from '../../../parts/texts/format.ts';

const COMPARE = graphql(`
  query CompareResults($first: ID!, $second: ID!) {
    first: calculation(id: $first) { ...Compared }
    second: calculation(id: $second) { ...Compared }
  }
  fragment Compared on Calculation {
    id
    createdAt
    detail
    co2eKg
    engineVersion
    snapshotHash
    phases { phase co2eKg }
    factorSets { name slug }
    full { boundary }
  }
`);

type Compared = NonNullable<ResultOf<typeof COMPARE>['first']>;

/** Two results of one product side by side, the older one first. */
export function CompareResults({
  ids: [first, second],
}: {
  readonly ids: readonly [string, string];
}) {
  const query = useAnswer(COMPARE, { first, second });
  return (
    <Panel title={t('Comparison')} note="kg CO2e">
      <QueryView
        query={query}
        purpose={t('A comparison shows the difference of two results by phase.')}
      >
        {(data) => {
          const results = [data.first, data.second].filter((each) => each !== null);
          const [older, newer] = results.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
          return older === undefined || newer === undefined ? (
            <p>{t('One of these results does not exist.')}</p>
          ) : (
            <Comparison older={older} newer={newer} />
          );
        }}
      </QueryView>
    </Panel>
  );
}

function Comparison({ older, newer }: { readonly older: Compared; readonly newer: Compared }) {
  const amountOf = ({ phases }: Compared, wanted: string) =>
    phases.find(({ phase }) => phase === wanted)?.co2eKg ?? 0;
  const phases = inLifeOrder(
    LIFE_ORDER.map((phase) => ({
      phase,
      // A phase counts as present if either result has it.
      co2eKg: Math.abs(amountOf(older, phase)) + Math.abs(amountOf(newer, phase)),
    })),
  );
  return (
    <div className="stack">
      <Reasons older={older} newer={newer} />
      <table>
        <thead>
          <tr>
            <th>{t('Phase')}</th>
            <th className="end">{exactMomentOf(older.createdAt)}</th>
            <th className="end">{exactMomentOf(newer.createdAt)}</th>
            <th className="end">{t('Difference')}</th>
          </tr>
        </thead>
        <tbody>
          {phases.map(({ phase }) => (
            <tr key={phase}>
              <td data-label={t('Phase')}>{wordsOf(phase)}</td>
              <td data-label={t('Older')} className="end">
                {figure(amountOf(older, phase))}
              </td>
              <td data-label={t('Newer')} className="end">
                {figure(amountOf(newer, phase))}
              </td>
              <td data-label={t('Difference')} className="end">
                <Change difference={amountOf(newer, phase) - amountOf(older, phase)} />
              </td>
            </tr>
          ))}
          <tr className="strong">
            <td data-label={t('Phase')}>{t('Total')}</td>
            <td data-label={t('Older')} className="end">
              {figure(older.co2eKg ?? 0)}
            </td>
            <td data-label={t('Newer')} className="end">
              {figure(newer.co2eKg ?? 0)}
            </td>
            <td data-label={t('Difference')} className="end">
              <Change difference={(newer.co2eKg ?? 0) - (older.co2eKg ?? 0)} />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** Differences of the method and the sources, which explain a difference of the numbers. */
function Reasons({ older, newer }: { readonly older: Compared; readonly newer: Compared }) {
  const boundaryOf = ({ detail, full }: Compared) =>
    full === null ? wordsOf(detail) : `${wordsOf(detail)}, ${wordsOf(full.boundary)}`;
  const setsOf = ({ factorSets }: Compared) => factorSets.map(titleOfSet);
  const [setsBefore, setsAfter] = [setsOf(older), setsOf(newer)];
  const added = setsAfter.filter((name) => !setsBefore.includes(name));
  const gone = setsBefore.filter((name) => !setsAfter.includes(name));
  const reasons = [
    boundaryOf(older) === boundaryOf(newer)
      ? undefined
      : t('The method differs: {older} and {newer}.', {
          older: boundaryOf(older),
          newer: boundaryOf(newer),
        }),
    older.engineVersion === newer.engineVersion
      ? undefined
      : t('The engine differs: {older} and {newer}.', {
          older: older.engineVersion ?? '–',
          newer: newer.engineVersion ?? '–',
        }),
    added.length === 0 ? undefined : t('New factor sets: {added}.', { added: added.join(', ') }),
    gone.length === 0
      ? undefined
      : t('Factor sets no longer used: {gone}.', { gone: gone.join(', ') }),
    older.snapshotHash === newer.snapshotHash
      ? t('Both results have the same inputs and factors.')
      : undefined,
  ].filter((reason) => reason !== undefined);
  return (
    <ul className="list">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
