import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { CountryField } from '../../parts/forms/country-field.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { textOf } from '../../parts/forms/form.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { countryCode, placeName } from '../../parts/texts/country.ts';
import { figure, sinceOf } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';

const SUPPLY_CHAINS = graphql(`
  query SupplyChains(
    $filter: SupplyChainFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    supplyChains(
      filter: $filter
      sortBy: { field: UPDATED_AT, direction: DESC }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes { id name facilityCount countries updatedAt product { id name } footprint { co2eKg } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateSupplyChain($input: CreateSupplyChainInput!) {
    createSupplyChain(input: $input) { supplyChain { id } }
  }
`);

const ROUTE = '/app/$organization/$world/supply-chains';

/** Supply chains, the last changed first. */
export function SupplyChains() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const [isAdding, setAdding] = useState(false);
  const query = useAnswer(
    SUPPLY_CHAINS,
    { filter: given({ text: search.text }), ...pageArguments(search) },
    KEEP_EARLIER,
  );
  return (
    <>
      <PageHead
        title={t('Supply chains')}
        about={countOf(query.data?.supplyChains, (count) =>
          t('{count, plural, one {# supply chain} other {# supply chains}}', { count }),
        )}
      >
        <Allowed permission="SUPPLY_CHAINS_WRITE">
          <button type="button" className="main" onClick={() => setAdding(true)}>
            <Plus /> {t('Add supply chain')}
          </button>
        </Allowed>
      </PageHead>
      <FilteredList
        caption={t('Supply chains')}
        filters={[{ name: 'text', label: t('Find supply chains'), placeholder: t('Name') }]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={t('A supply chain shows where a product comes from and through whom.')}
        connectionOf={(data) => data.supplyChains}
        empty={t('No supply chain is here. Add one with its first facility.')}
        columns={[
          {
            head: t('Name'),
            cell: ({ id, name }) => (
              <RowLink place={place} page="supply-chains" id={id}>
                {name}
              </RowLink>
            ),
          },
          { head: t('Product'), cell: ({ product }) => product?.name ?? '–' },
          {
            head: t('Countries'),
            cell: ({ countries }) => countries.map(placeName).join(', ') || '–',
          },
          { head: t('Facilities'), className: 'end', cell: ({ facilityCount }) => facilityCount },
          { head: t('Changed'), className: 'when', cell: ({ updatedAt }) => sinceOf(updatedAt) },
          {
            head: 'kg CO2e',
            className: 'end',
            cell: ({ footprint }) => (footprint?.co2eKg == null ? '–' : figure(footprint.co2eKg)),
          },
        ]}
      />
      {isAdding && <AddSupplyChain onClose={() => setAdding(false)} />}
    </>
  );
}

function AddSupplyChain({ onClose }: { readonly onClose: () => void }) {
  const place = usePlace();
  const navigate = useNavigate();
  const task = useTask(async (form: FormData) => {
    const { createSupplyChain } = await request(place, CREATE, {
      input: {
        name: textOf(form, 'name') ?? '',
        facilities: [
          {
            key: 'shop',
            name: textOf(form, 'facility') ?? '',
            tier: 0,
            country: countryCode(textOf(form, 'country') ?? '') || null,
          },
        ],
      },
    });
    const id = createSupplyChain?.supplyChain?.id;
    if (id !== undefined)
      await navigate({
        to: '/app/$organization/$world/supply-chains/$id',
        params: { ...place, id },
        search: { view: 'edit' },
      });
  });
  return (
    <FormDialog
      title={t('Add a supply chain')}
      action={t('Add supply chain')}
      task={task}
      onClose={onClose}
    >
      <Field label={t('Name')} name="name" required maxLength={200} />
      <Field
        label={t('Last facility')}
        name="facility"
        required
        help={t('Where the product leaves the chain, such as your shop or warehouse (tier 0).')}
      />
      <CountryField label={t('Country')} name="country" placeholder={t('FR')} />
    </FormDialog>
  );
}
