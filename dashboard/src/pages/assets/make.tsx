import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useHasTier, usePlace } from '../../api/place.ts';
import { type Place, request } from '../../api/request.ts';
import { Failure } from '../../api/session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useReload } from '../../api/use-change.ts';
import { useTask } from '../../api/use-task.ts';
import { language, rich, t } from '../../language.ts';
import { findPassports, passportLabel } from '../../parts/forms/find-passports.ts';
import { findProducts, productLabel } from '../../parts/forms/find-products.ts';
import { useSettled } from '../../parts/forms/use-settled.ts';
import { countOf } from '../../parts/lists/list.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { permissionNeed, TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { useUnsaved } from '../../unsaved.ts';
import {
  CHAINS,
  formatsOf,
  KINDS,
  MAKE,
  MAKE_MANY,
  type MakeInput,
  PREVIEW,
  PRODUCT,
  PRODUCTS,
} from './document.ts';
import { AssetFields, type Draft } from './fields.tsx';
import { kindOf } from './list.tsx';

const ROUTE = '/app/$organization/$world/assets/new';
const PURPOSE = t('Labels, tags and documents are made here of calculated footprints.');

/** Makes an asset of one product, or of each product of a filter, with a preview that follows the choices. */
export function MakeAssets() {
  const place = usePlace();
  const hasTier = useHasTier('ENTERPRISE');
  const search = useSearch({ from: ROUTE });
  const kind = kindOf(search.kind) ?? 'CARBON_LABEL';
  const [draft, setDraft] = useState<Draft>({
    isMany: false,
    text: '',
    productId: search.product,
    otherId: undefined,
    kind,
    size: KINDS[kind].sizes[0][0],
    locale: language,
    format: formatsOf(kind)[0]?.[0] ?? 'SVG',
    url: '',
    verifier: '',
    goal: '',
    conclusions: '',
    isPublic: false,
    allowOutdated: false,
  });
  const text = useSettled(draft.text.trim());
  const { of = 'PRODUCT' } = KINDS[draft.kind];
  const isOfMany = isMany(draft);
  const products = useQuery({
    queryKey: [place, 'asset-products', of, isOfMany, text],
    queryFn: async () => ({
      list: isOfMany ? await manyOf(place, text) : await subjectsOf(place, of, text),
      of,
    }),
    placeholderData: keepPreviousData,
  });
  const { product: namedId = '' } = search;
  const named = useQuery({
    queryKey: [place, 'asset-product', namedId],
    queryFn: async () => (await request(place, PRODUCT, { id: namedId })).product,
    enabled: namedId !== '',
  });
  // Until the supply chains or passports are there, the products of before are still the data.
  const listed = products.data?.of === of ? products.data.list.found : [];
  // The product of the address is chosen, and may be none of the first 20.
  const isListed = draft.productId !== namedId || listed.some(({ id }) => id === namedId);
  const found = isListed || named.data == null ? listed : [named.data, ...listed];
  const shownId = (isOfMany ? undefined : draft.productId) ?? found[0]?.id;
  return (
    <>
      <PageHead
        title={t('Make assets')}
        about={t('Each file holds the hash of its calculation, and equal input gives equal bytes.')}
        path={
          <PathLink to="/app/$organization/$world/assets" params={place}>
            {t('Assets')}
          </PathLink>
        }
      />
      <TierNotice tier="ENTERPRISE">{PURPOSE}</TierNotice>
      <Allowed
        permission="ASSETS_WRITE"
        tier="ENTERPRISE"
        otherwise={hasTier && <p className="notice">{permissionNeed('ASSETS_WRITE')}</p>}
      >
        <QueryView query={products} purpose={PURPOSE}>
          {({ list }) =>
            list.found.length === 0 && text === '' && of === 'PRODUCT' ? (
              <p>
                {rich(
                  'There are no products yet. <link>Add one</link> and calculate its footprint first.',
                  {
                    link: (text) => (
                      <Link to="/app/$organization/$world/products" params={place}>
                        {text}
                      </Link>
                    ),
                  },
                )}
              </p>
            ) : (
              <div className="columns">
                <div className="stack">
                  <AssetFields
                    draft={draft}
                    products={found}
                    count={list.count}
                    onChange={(change) => setDraft({ ...draft, ...change })}
                  />
                  <Make draft={draft} productId={shownId} count={list.totalCount ?? 0} />
                </div>
                {shownId !== undefined && <Preview draft={draft} productId={shownId} />}
              </div>
            )
          }
        </QueryView>
      </Allowed>
    </>
  );
}

type Subjects = {
  readonly found: readonly { readonly id: string; readonly name: string }[];
  /** Number of all that are found, and the same in words; only for a batch, which is made of all of them. */
  readonly totalCount?: number;
  readonly count?: string;
};

/** Objects that an asset of a kind may show, the best first. */
async function subjectsOf(
  place: Place,
  of: 'PRODUCT' | 'SUPPLY_CHAIN' | 'PASSPORT',
  text: string,
): Promise<Subjects> {
  if (of === 'PASSPORT') {
    const { found } = await findPassports(place, text);
    const published = found.filter(({ status }) => status === 'PUBLISHED');
    return { found: published.map((each) => ({ id: each.id, name: passportLabel(each) })) };
  }
  if (of === 'SUPPLY_CHAIN') {
    const { supplyChains } = await request(place, CHAINS, { filter: filterOf(text) });
    return { found: (supplyChains?.nodes ?? []).flatMap((each) => each ?? []) };
  }
  const { found } = await findProducts(place, text);
  return { found: found.map((each) => ({ id: each.id, name: productLabel(each) })) };
}

/** The products of a batch: the first 20, and the number of all. */
async function manyOf(place: Place, text: string): Promise<Subjects> {
  const { products } = await request(place, PRODUCTS, { filter: filterOf(text) });
  return {
    found: (products?.nodes ?? []).flatMap((each) => each ?? []),
    totalCount: products?.totalCount ?? 0,
    count: countOf(products, (count) =>
      t('{count, plural, one {# product} other {# products}}', { count }),
    ),
  };
}

function filterOf(text: string) {
  return text === '' ? null : { text };
}

/** Content of the asset, as previews, assets and batches take it. */
function contentOf(
  draft: Draft,
): Omit<MakeInput, 'productId' | 'supplyChainId' | 'dppId' | 'comparedWith'> {
  const { kind, size, locale, url, verifier, goal, conclusions, allowOutdated } = draft;
  const isReport = kind === 'FOOTPRINT_REPORT';
  return {
    ...{ kind, size, locale, allowOutdated: allowOutdated && KINDS[kind].of === undefined },
    url: url.trim() === '' || KINDS[kind].isLinked !== true ? null : url.trim(),
    verifier: verifier.trim() === '' ? null : verifier.trim(),
    goal: isReport && goal.trim() !== '' ? goal.trim() : null,
    conclusions: isReport && conclusions.trim() !== '' ? conclusions.trim() : null,
  };
}

/** A comparison is of two products, a map or a document of one object, never of all that are found. */
function isMany({ isMany: isWanted, kind }: Draft): boolean {
  return isWanted && kind !== 'COMPARISON_CARD' && KINDS[kind].of === undefined;
}

/** The object of an asset: a supply chain, a passport, a product, or two that are compared. */
function subjectOf({ kind, otherId }: Draft, productId: string | undefined) {
  const { of } = KINDS[kind];
  if (of === 'SUPPLY_CHAIN') return { supplyChainId: productId ?? null };
  if (of === 'PASSPORT') return { dppId: productId ?? null };
  const isCompared = kind === 'COMPARISON_CARD' && otherId !== undefined;
  return {
    productId: productId ?? null,
    comparedWith: isCompared ? { productId: otherId } : null,
  };
}

function Preview({ draft, productId }: { readonly draft: Draft; readonly productId: string }) {
  const { allowOutdated: _shownAnyway, ...content } = contentOf(draft);
  const settled = useSettled(JSON.stringify({ ...content, ...subjectOf(draft, productId) }));
  const query = useAnswer(
    PREVIEW,
    { input: JSON.parse(settled) },
    {
      placeholderData: keepPreviousData,
      // A refusal is an answer; asking again does not change it.
      retry: false,
    },
  );
  return (
    <Panel title={t('Preview')} note={t('The watermark is not on the file')}>
      <div className="stack" aria-live="polite">
        <QueryView query={query} purpose={PURPOSE}>
          {({ assetPreview }) =>
            assetPreview !== null &&
            query.error === null && (
              <>
                <img
                  className="asset-preview"
                  style={{ width: `${assetPreview.widthMm * 2}mm` }}
                  src={`data:image/svg+xml,${encodeURIComponent(assetPreview.svg)}`}
                  alt={assetPreview.description}
                />
                <p className="quiet small">
                  {assetPreview.widthMm} × {assetPreview.heightMm} mm
                  {KINDS[draft.kind].isDocument === true && `, ${t('the first page')}`}
                </p>
              </>
            )
          }
        </QueryView>
      </div>
    </Panel>
  );
}

function Make({
  draft,
  productId,
  count,
}: {
  readonly draft: Draft;
  readonly productId: string | undefined;
  readonly count: number;
}) {
  const place = usePlace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const reload = useReload();
  const [made, setMade] = useState<{ readonly url: string; readonly draft: Draft }>();
  const { format, isPublic } = draft;
  const isBatch = isMany(draft);
  const file = { ...contentOf(draft), format, isPublic };
  const task = useTask(async (_: undefined) => {
    if (isBatch) {
      const filter = filterOf(draft.text.trim());
      const { generateAssets } = await request(place, MAKE_MANY, { input: { ...file, filter } });
      const id = generateAssets?.batch?.id;
      if (id === undefined) throw new Failure(t('The service made no batch.'));
      await navigate({
        to: '/app/$organization/$world/assets/batches/$id',
        params: { ...place, id },
      });
      return reload();
    }
    const { generateAsset } = await request(place, MAKE, {
      input: { ...file, ...subjectOf(draft, productId) },
    });
    if (generateAsset?.asset != null) setMade({ url: generateAsset.asset.url, draft });
    await queries.invalidateQueries({ queryKey: [place, 'assets'] });
  });
  // Choices are made again at once; a batch leads to its own page.
  const isWritten = [draft.url, draft.verifier, draft.goal, draft.conclusions].some(
    (text) => text.trim() !== '',
  );
  useUnsaved(isWritten && made?.draft !== draft && !task.isRunning);
  return (
    <>
      <TaskFailure task={task} />
      <p className="row">
        <button
          type="button"
          className="main"
          disabled={task.isRunning || productId === undefined}
          onClick={() => void task.run(undefined)}
        >
          {isBatch
            ? t('Make {count, plural, one {# asset} other {# assets}}', { count })
            : t('Make asset')}
        </button>
        {task.isRunning && <span role="status">{t('Rendering …')}</span>}
        {made?.draft === draft && !task.isRunning && (
          <a className="button" href={made.url} download>
            <Download /> {t('Download {format}', { format })}
          </a>
        )}
      </p>
    </>
  );
}
