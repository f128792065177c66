import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { useAllowed, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { LatestJobs } from '../../parts/jobs/latest-jobs.tsx';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { sinceOf } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';
import {
  type Asset,
  type AssetKind,
  BATCHES,
  DELETE,
  FORMATS,
  KIND_CHOICES,
  KINDS,
  LIST,
  languageOf,
} from './document.ts';
import { AssetTemplates } from './templates.tsx';

const ROUTE = '/app/$organization/$world/assets';
const PURPOSE = t('Assets are labels, tags and documents made of calculated footprints.');
/** Rendered files, newest first, and the latest batches. */
export function Assets() {
  const place = usePlace();
  const mayWrite = useAllowed('ASSETS_WRITE', 'ENTERPRISE');
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const kind = kindOf(search.kind);
  const format = FORMATS.find(([each]) => each === search.format)?.[0];
  const query = useAnswer(
    LIST,
    { filter: given({ kind, format }), ...pageArguments(search) },
    KEEP_EARLIER,
  );
  const remove = useChange(async (id: string) => {
    await request(place, DELETE, { input: { id } });
  });
  return (
    <>
      <PageHead
        title={t('Assets')}
        about={countOf(query.data?.assets, (count) =>
          t('{count, plural, one {# file} other {# files}}', { count }),
        )}
      >
        {mayWrite && (
          <Link className="button main" to="/app/$organization/$world/assets/new" params={place}>
            <Plus /> {t('Make assets')}
          </Link>
        )}
      </PageHead>
      <TierNotice tier="ENTERPRISE">{PURPOSE}</TierNotice>
      <TaskFailure task={remove} />
      <FilteredList
        caption={t('Assets')}
        filters={[
          { name: 'kind', label: t('Kind'), choices: KIND_CHOICES },
          { name: 'format', label: t('Format'), choices: FORMATS.map(([each]) => [each, each]) },
        ]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={PURPOSE}
        connectionOf={(data) => data.assets}
        empty={t(
          'There are no assets here. Make a label or tag of a product that has a footprint.',
        )}
        start={mayWrite && <AssetTemplates />}
        columns={[
          { head: t('Asset'), cell: (row) => <NameOf asset={row} /> },
          {
            head: t('Of'),
            cell: ({ product, supplyChain, dpp }) =>
              product === null ? (
                (supplyChain?.name ?? dpp?.name[0]?.text ?? '–')
              ) : (
                <Link
                  to="/app/$organization/$world/products/$id"
                  params={{ ...place, id: product.id }}
                >
                  {product.name}
                </Link>
              ),
          },
          { head: t('Language'), cell: ({ locale }) => languageOf(locale) },
          { head: t('Made'), className: 'when', cell: ({ createdAt }) => sinceOf(createdAt) },
          {
            head: t('Public'),
            cell: ({ isPublic }) => (isPublic ? t('Public') : t('By signed link')),
          },
          {
            head: t('File'),
            className: 'end',
            cell: ({ url, format: ending, fileBytes }) => (
              <a href={url} download>
                <Download /> {ending}, {sizeOf(fileBytes)}
              </a>
            ),
          },
          {
            isShown: mayWrite,
            head: t('Delete'),
            className: 'end',
            cell: (row) => (
              <button
                type="button"
                className="plain"
                disabled={remove.isRunning}
                aria-label={t('Delete {label} of {name}', {
                  label: KINDS[row.kind].label,
                  name: row.product?.name ?? row.supplyChain?.name ?? t('no product'),
                })}
                onClick={() => void remove.run(row.id)}
              >
                {t('Delete')}
              </button>
            ),
          },
        ]}
      />
      <Batches />
    </>
  );
}

function NameOf({ asset: { kind, size, isOutdated } }: { readonly asset: Asset }) {
  const words = KINDS[kind];
  return (
    <span>
      <span className="strong">{words.label}</span>{' '}
      <span className="quiet">{words.sizes.find(([each]) => each === size)?.[1]}</span>{' '}
      {isOutdated && <span className="chip warn">{t('Older than its product')}</span>}
    </span>
  );
}

export function kindOf(text: string | undefined): AssetKind | undefined {
  return text !== undefined && isKind(text) ? text : undefined;
}

function isKind(text: string): text is AssetKind {
  return Object.hasOwn(KINDS, text);
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function Batches() {
  const { data } = useAnswer(BATCHES, {});
  return (
    <LatestJobs
      title={t('Latest batches')}
      page="assets/batches"
      items={t('Products')}
      failed={t('Refused')}
      jobs={data?.assetBatches?.nodes ?? []}
    />
  );
}
