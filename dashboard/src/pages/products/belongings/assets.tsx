import { Link } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Allowed } from '../../../parts/page/allowed.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { languageName, sinceOf, wordsOf } from '../../../parts/texts/format.ts';

const ASSETS = graphql(`
  query AssetsOfProduct($id: ID!) {
    product(id: $id) {
      assets(last: 20) { nodes { id kind format locale isOutdated createdAt url } }
    }
  }
`);

/** The newest labels, tags and documents of a product. */
export function AssetsTab({ productId }: { readonly productId: string }) {
  const place = usePlace();
  const query = useAnswer(ASSETS, { id: productId });
  return (
    <QueryView
      query={query}
      purpose={t('Assets are labels, tags and documents made of calculated footprints.')}
    >
      {({ product }) => {
        const assets = product?.assets?.nodes.toReversed() ?? [];
        return (
          <Panel
            title={t('Assets')}
            note={
              <Allowed permission="ASSETS_WRITE" tier="ENTERPRISE">
                <Link
                  className="button"
                  to="/app/$organization/$world/assets/new"
                  params={place}
                  search={{ product: productId }}
                >
                  <Plus /> {t('Make assets')}
                </Link>
              </Allowed>
            }
          >
            {assets.length === 0 ? (
              <p>{t('This product has no assets yet.')}</p>
            ) : (
              <Rows
                rows={assets}
                columns={[
                  {
                    head: t('Asset'),
                    cell: ({ kind, isOutdated }) => (
                      <span className="row">
                        {wordsOf(kind)}
                        {isOutdated && (
                          <span className="chip warn">{t('Older than its product')}</span>
                        )}
                      </span>
                    ),
                  },
                  { head: t('Language'), cell: ({ locale }) => languageName(locale) },
                  {
                    head: t('Made'),
                    className: 'when',
                    cell: ({ createdAt }) => sinceOf(createdAt),
                  },
                  {
                    head: t('File'),
                    className: 'end',
                    cell: ({ url, format }) => (
                      <a href={url} download>
                        <Download /> {format}
                      </a>
                    ),
                  },
                ]}
              />
            )}
          </Panel>
        );
      }}
    </QueryView>
  );
}
