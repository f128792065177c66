import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useAllowed, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { dayOf } from '../../parts/texts/format.ts';
import { ImportFactors } from './import.tsx';

const SETS = graphql(`
  query FactorSets {
    factorSets {
      id slug title version publisher licence licenceUrl sourceUrl releasedOn factorCount isOwn
      isEnabled isOptional attribution
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteFactorSet($input: DeleteFactorSetInput!) {
    deleteFactorSet(input: $input) { deletedFactorSetId }
  }
`);

/** The sets of the library, the organization's own ones first. */
export function FactorSets() {
  const place = usePlace();
  const mayWrite = useAllowed('FACTORS_WRITE', 'GROWTH');
  const query = useAnswer(SETS, {});
  return (
    <>
      <QueryView query={query} purpose={t('A factor set is a published collection of factors.')}>
        {({ factorSets }) => (
          <Panel
            title={t('Sets')}
            note={t('{count} in the library', { count: factorSets?.length ?? 0 })}
          >
            <Rows
              caption={t('Factor sets')}
              rows={factorSets ?? []}
              columns={[
                {
                  head: t('Title'),
                  cell: ({ slug, title, version, attribution }) => (
                    <span>
                      <Link
                        className="strong"
                        to="/app/$organization/$world/factors"
                        params={place}
                        search={{ set: slug }}
                      >
                        {title.endsWith(version) ? title : `${title} ${version}`}
                      </Link>
                      <br />
                      <span className="quiet small">{attribution}</span>
                    </span>
                  ),
                },
                { head: t('Publisher'), cell: ({ publisher }) => publisher },
                {
                  head: t('Licence'),
                  cell: ({ licence, licenceUrl }) =>
                    licenceUrl === null ? (
                      licence
                    ) : (
                      <a href={licenceUrl} rel="noreferrer">
                        {licence}
                      </a>
                    ),
                },
                {
                  head: t('Released'),
                  className: 'when',
                  cell: ({ releasedOn }) => dayOf(releasedOn),
                },
                {
                  head: t('State'),
                  cell: ({ isOwn, isEnabled, isOptional }) => (
                    <span className={isEnabled ? 'chip ok' : 'chip'}>
                      {isOwn
                        ? t('Yours')
                        : isEnabled
                          ? t('In use')
                          : isOptional
                            ? t('Off')
                            : t('Not in use')}
                    </span>
                  ),
                },
                {
                  head: t('Factors'),
                  className: 'end',
                  cell: ({ factorCount }) => factorCount.toLocaleString(language),
                },
                {
                  isShown: mayWrite && factorSets?.some(({ isOwn }) => isOwn) === true,
                  head: t('Actions'),
                  cell: ({ isOwn, id, slug }) => isOwn && <DeleteSet id={id} slug={slug} />,
                },
              ]}
            />
          </Panel>
        )}
      </QueryView>
      <TierNotice tier="GROWTH">
        {t('A set of your own is imported here and used in your results.')}
      </TierNotice>
      {mayWrite && <ImportFactors />}
    </>
  );
}

function DeleteSet({ id, slug }: { readonly id: string; readonly slug: string }) {
  const place = usePlace();
  const [isOpen, setOpen] = useState(false);
  const title = t('Delete {name}', { name: slug });
  return (
    <>
      <button type="button" aria-label={title} onClick={() => setOpen(true)}>
        {t('Delete')}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          typed={slug}
          action={t('Delete')}
          onClose={() => setOpen(false)}
          onConfirm={async () => {
            await request(place, DELETE, { input: { id } });
          }}
        >
          <p>
            {t(
              'The set is deleted with its factors. Results keep the values that they used. While products or supply chains refer to a factor of the set, they are named and nothing is deleted.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
