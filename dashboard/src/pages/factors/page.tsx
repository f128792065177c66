import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { placeName } from '../../parts/texts/country.ts';
import { shortNumber, wordsOf } from '../../parts/texts/format.ts';

const FACTOR = graphql(`
  query FactorPage($id: ID!) {
    emissionFactor(id: $id) {
      id name activity category subcategory geography year unit co2eKgPerUnit
      fossilCo2KgPerUnit ch4Co2eKgPerUnit n2oCo2eKgPerUnit biogenicCo2KgPerUnit
      gwpSet evidence source sourceId sourceNote sourceReference sourceTable attribution
      indicators { category unit value }
      set { slug title version publisher licence licenceUrl sourceUrl contentHash }
    }
  }
`);

/** One factor with its provenance: who published it, where, and under which licence. */
export function FactorPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/factors/$id' });
  const query = useAnswer(FACTOR, { id });
  return (
    <QueryView
      query={query}
      purpose={t('The library names the source of every number that a calculation uses.')}
    >
      {({ emissionFactor: factor }) => {
        if (factor === null) return <Missing>{t('This factor is not in the library.')}</Missing>;
        const gases = [
          [t('Fossil CO2'), factor.fossilCo2KgPerUnit],
          [t('Methane'), factor.ch4Co2eKgPerUnit],
          [t('Nitrous oxide'), factor.n2oCo2eKgPerUnit],
          [t('Biogenic CO2'), factor.biogenicCo2KgPerUnit],
        ] as const;
        return (
          <>
            <PageHead
              title={factor.name}
              about={`${placeName(factor.geography)}${factor.year === null ? '' : `, ${factor.year}`} · ${factor.category}`}
              path={
                <PathLink to="/app/$organization/$world/factors" params={place}>
                  {t('Factors')}
                </PathLink>
              }
            />
            <section className="panel stack-2">
              <p className="headline">
                <strong>{shortNumber(factor.co2eKgPerUnit)}</strong>
                <span>
                  kg CO<sub>2</sub>e {t('per {unit}', { unit: factor.unit })}
                </span>
              </p>
              <Facts
                facts={[
                  [t('Evidence'), wordsOf(factor.evidence)],
                  [
                    t('Global warming potentials'),
                    factor.gwpSet === 'not stated' ? t('Not stated') : factor.gwpSet,
                  ],
                  ...gases.map(
                    ([name, amount]): Fact => [
                      name,
                      amount === null ? t('Not stated') : shortNumber(amount),
                    ],
                  ),
                ]}
              />
            </section>
            <Panel title={t('Provenance')}>
              <Facts
                inRows
                facts={[
                  [t('Source'), factor.source],
                  [t('Reference'), linked(factor.sourceReference, factor.sourceReference)],
                  [t('Table'), factor.sourceTable],
                  [t('Id in the source'), factor.sourceId],
                  [t('Note'), factor.sourceNote],
                  [t('Attribution'), factor.attribution],
                  [
                    t('Set'),
                    factor.set && (
                      <>
                        <Link
                          to="/app/$organization/$world/factors"
                          params={place}
                          search={{ set: factor.set.slug }}
                        >
                          {factor.set.title} {factor.set.version}
                        </Link>
                        , {factor.set.publisher}
                      </>
                    ),
                  ],
                  [t('Licence'), factor.set && linked(factor.set.licence, factor.set.licenceUrl)],
                  [t('Content hash'), factor.set?.contentHash],
                ]}
              />
              {factor.set?.sourceUrl != null && (
                <p>
                  <a href={factor.set.sourceUrl} rel="noreferrer">
                    {t('Open the source')}
                  </a>
                </p>
              )}
            </Panel>
            {factor.indicators.length > 0 && (
              <Panel title={t('Other indicators')} note={t('Per {unit}', { unit: factor.unit })}>
                <Rows
                  rows={factor.indicators}
                  columns={[
                    { head: t('Category'), cell: ({ category }) => category },
                    { head: t('Unit'), cell: ({ unit }) => unit },
                    { head: t('Value'), className: 'end', cell: ({ value }) => shortNumber(value) },
                  ]}
                />
              </Panel>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** A text as a link to an address of the web; an own set may hold any text for one. */
function linked(text: string | null, address: string | null): ReactNode {
  return address === null || !/^https?:\/\/\S+$/.test(address) ? (
    text
  ) : (
    <a href={address} rel="noreferrer">
      {text}
    </a>
  );
}
