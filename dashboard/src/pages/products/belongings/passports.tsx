import { Link } from '@tanstack/react-router';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { StateChip } from '../../../parts/page/state-chip.tsx';
import { sinceOf, wordsOf } from '../../../parts/texts/format.ts';

const PASSPORTS = graphql(`
  query PassportsOfProduct($id: ID!) {
    product(id: $id) {
      passports(last: 20) {
        nodes { id name { text } granularity batchNumber serialNumber status updatedAt }
      }
    }
  }
`);

/** The newest passports of a product, of its batches and items. */
export function PassportsTab({ productId }: { readonly productId: string }) {
  const place = usePlace();
  const query = useAnswer(PASSPORTS, { id: productId });
  return (
    <QueryView query={query} purpose={t('A passport is made, checked and published here.')}>
      {({ product }) => {
        const passports = product?.passports?.nodes.toReversed() ?? [];
        return (
          <Panel
            title={t('Passports')}
            note={
              <Link
                to="/app/$organization/$world/passports"
                params={place}
                search={{ product: productId }}
              >
                {t('All passports of the product')}
              </Link>
            }
          >
            {passports.length === 0 ? (
              <p>{t('This product has no passport yet.')}</p>
            ) : (
              <Rows
                rows={passports}
                columns={[
                  {
                    head: t('Passport'),
                    cell: ({ id, name }) => (
                      <Link to="/app/$organization/$world/passports/$id" params={{ ...place, id }}>
                        {name[0]?.text ?? id}
                      </Link>
                    ),
                  },
                  {
                    head: t('Level'),
                    cell: ({ granularity, batchNumber, serialNumber }) =>
                      [wordsOf(granularity), batchNumber, serialNumber]
                        .filter((each) => each !== null)
                        .join(' · '),
                  },
                  { head: t('State'), cell: ({ status }) => <StateChip state={status} /> },
                  {
                    head: t('Changed'),
                    className: 'when',
                    cell: ({ updatedAt }) => sinceOf(updatedAt),
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
