import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { fieldWord, rich, t } from '../../language.ts';
import { LatestJobs } from '../../parts/jobs/latest-jobs.tsx';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { choicesOf, share, sinceOf, wordsOf } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';
import { LIST, titleOf, useMayWrite } from './document.ts';
import { ProductGroups } from './list/groups.tsx';
import { MakePassport } from './list/make.tsx';
import { MakeMany, PublishMany } from './list/many.tsx';
import { TakeOver } from './list/take-over.tsx';

const ROUTE = '/app/$organization/$world/passports';
const PURPOSE = t('A passport holds the facts of a product at one public address, signed.');
const STATES = ['DRAFT', 'PUBLISHED', 'SUSPENDED', 'REVOKED', 'END_OF_LIFE', 'ARCHIVED'] as const;
const LEVELS = ['MODEL', 'BATCH', 'ITEM'] as const;
const SCHEMAS = ['battery', 'electronics', 'furniture', 'generic', 'textile'] as const;
const FOOTPRINTS = ['CURRENT', 'OUTDATED', 'NOT_TAKEN', 'NOT_CALCULATED'] as const;
const FILTERS = [
  { name: 'text', label: t('Find passports'), placeholder: t('Name') },
  { name: 'gtin', label: t('Find by GTIN'), placeholder: 'GTIN' },
  { name: 'state', label: t('State'), choices: choicesOf(STATES) },
  { name: 'level', label: t('Level'), choices: choicesOf(LEVELS) },
  { name: 'schema', label: t('Product group'), choices: choicesOf(SCHEMAS) },
  { name: 'footprint', label: t('Footprint'), choices: choicesOf(FOOTPRINTS) },
] as const;

/** Passports, those changed last first. A product in the address shows only its own. */
export function Passports() {
  const place = usePlace();
  const { product: productId, ...search } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState<'make' | 'make many' | 'publish' | 'take over'>();
  const [schemaId, setSchemaId] = useState('generic');
  const state = STATES.find((each) => each === search.state);
  const level = LEVELS.find((each) => each === search.level);
  const footprint = FOOTPRINTS.find((each) => each === search.footprint);
  const query = useAnswer(
    LIST,
    {
      filter: given({
        ...{ text: search.text, gtin: search.gtin, schema: search.schema, productId },
        status: state && [state],
        granularity: level && [level],
        footprintState: footprint && [footprint],
      }),
      ...pageArguments(search),
    },
    KEEP_EARLIER,
  );
  const show = (id: string) =>
    void navigate({ to: '/app/$organization/$world/passports/$id', params: { ...place, id } });
  return (
    <>
      <PageHead
        title={t('Passports')}
        about={countOf(query.data?.dpps, (count) =>
          t('{count, plural, one {# passport} other {# passports}}', { count }),
        )}
      >
        {mayWrite && (
          <>
            <button type="button" onClick={() => setOpen('take over')}>
              {t('Take over a passport')}
            </button>
            <button type="button" onClick={() => setOpen('make many')}>
              {t('Draft many products')}
            </button>
            <button type="button" onClick={() => setOpen('publish')}>
              {t('Publish drafts …')}
            </button>
            <button type="button" className="main" onClick={() => setOpen('make')}>
              <Plus /> {t('Make passport')}
            </button>
          </>
        )}
      </PageHead>
      <TierNotice tier="ENTERPRISE">{PURPOSE}</TierNotice>
      {productId !== undefined && (
        <p>
          {rich('Only passports of one product. <link>Show all</link>', {
            link: (text) => (
              <Link to={ROUTE} params={place}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      <FilteredList
        caption={t('Passports')}
        filters={FILTERS}
        search={search}
        onSearch={(next) =>
          void navigate({ search: { ...next, ...given({ product: productId }) } })
        }
        query={query}
        purpose={PURPOSE}
        connectionOf={(data) => data.dpps}
        empty={t(
          'There are no passports here. Make one of a product: it is filled from what is known.',
        )}
        start={
          mayWrite && (
            <ProductGroups
              onChoose={(chosen) => {
                setSchemaId(chosen);
                setOpen('make');
              }}
            />
          )
        }
        columns={[
          {
            head: t('Passport'),
            cell: (row) => (
              <RowLink place={place} page="passports" id={row.id}>
                {titleOf(row)}
              </RowLink>
            ),
          },
          { head: t('Level'), cell: ({ granularity }) => wordsOf(granularity) },
          {
            head: t('GTIN, batch, serial number'),
            cell: ({ gtin, batchNumber, serialNumber }) =>
              [gtin, batchNumber, serialNumber].filter((each) => each !== null).join(' · ') || '–',
          },
          { head: t('Product group'), cell: ({ schema }) => fieldWord(schema.title) },
          { head: t('State'), cell: ({ status }) => <StateChip state={status} /> },
          { head: t('Changed'), className: 'when', cell: ({ updatedAt }) => sinceOf(updatedAt) },
          {
            head: t('Complete'),
            className: 'end',
            cell: ({ completeness }) => share(completeness.share),
          },
        ]}
      />
      <Jobs />
      {open === 'make' && (
        <MakePassport
          productId={productId}
          schemaId={schemaId}
          onClose={() => setOpen(undefined)}
          onMade={show}
        />
      )}
      {open === 'make many' && <MakeMany onClose={() => setOpen(undefined)} />}
      {open === 'publish' && (
        <PublishMany
          drafts={{ schema: search.schema, productId }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'take over' && <TakeOver onClose={() => setOpen(undefined)} onTaken={show} />}
    </>
  );
}

const JOBS = graphql(`
  query PassportJobs {
    dppJobs(first: 5) {
      nodes { id kind state totalCount doneCount failedCount createdAt }
    }
  }
`);

function Jobs() {
  const { data } = useAnswer(JOBS, {});
  return (
    <LatestJobs
      title={t('Latest jobs')}
      page="passports/jobs"
      items={t('Done')}
      failed={t('Refused')}
      jobs={data?.dppJobs?.nodes ?? []}
    />
  );
}
