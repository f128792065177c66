import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Facts } from '../../../parts/page/facts.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { momentOf } from '../../../parts/texts/format.ts';

const VERSIONS = graphql(`
  query PassportVersions($id: ID!) {
    dpp(id: $id) {
      uri
      versions(last: 20) {
        totalCount
        nodes {
          number isSuperseded reason publishedAt
          integrity { hash previousHash }
          changes { path before after }
        }
      }
    }
  }
`);

type Version = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof VERSIONS>['dpp']>['versions']>['nodes'][number]
>;

/** The versions, newest first, each with its link in the chain of hashes and what it changed. */
export function VersionsTab({ id }: { readonly id: string }) {
  const query = useAnswer(VERSIONS, { id });
  return (
    <QueryView
      query={query}
      purpose={t('Each version of a passport is sealed and stays readable.')}
    >
      {({ dpp }) => {
        const versions = (dpp?.versions?.nodes ?? []).toReversed();
        const total = dpp?.versions?.totalCount ?? 0;
        return (
          <>
            {versions.map(
              (version) =>
                version !== null && (
                  <VersionPanel key={version.number} version={version} uri={String(dpp?.uri)} />
                ),
            )}
            {versions.some((version) => version?.publishedAt != null) && (
              <p>
                <a href={`/verify?url=${encodeURIComponent(String(dpp?.uri))}`}>
                  {t('Check the signature and the chain of versions')}
                </a>
              </p>
            )}
            {total > versions.length && (
              <p className="quiet">
                {t('The latest {count} of {total} versions.', { count: versions.length, total })}
              </p>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function VersionPanel({ version, uri }: { readonly version: Version; readonly uri: string }) {
  const { number, isSuperseded, reason, publishedAt, integrity, changes } = version;
  return (
    <Panel
      title={t('Version {number}', { number })}
      note={isSuperseded ? t('Superseded') : publishedAt === null ? t('Draft') : t('Public')}
    >
      {publishedAt !== null && integrity !== null && (
        <Facts
          facts={[
            [t('Published'), momentOf(publishedAt)],
            [t('Reason'), reason ?? t('First version')],
            [t('Hash'), integrity.hash?.slice(0, 16) ?? '–'],
            [t('Hash before'), integrity.previousHash?.slice(0, 16) ?? '–'],
          ]}
        />
      )}
      {publishedAt === null && (
        <p className="quiet">
          {t('Not published yet: its content can change until the publication seals and signs it.')}
        </p>
      )}
      {changes.length > 0 && (
        <Rows
          caption={t('Changes of version {number}', { number })}
          rows={changes}
          columns={[
            { head: t('Field'), cell: ({ path }) => <span className="code">{path}</span> },
            { head: t('Before'), cell: ({ before }) => shown(before) },
            { head: t('After'), cell: ({ after }) => shown(after) },
          ]}
        />
      )}
      {publishedAt !== null && (
        <a href={`${uri}/versions/${number}`}>{t('Open version {number}', { number })}</a>
      )}
    </Panel>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
