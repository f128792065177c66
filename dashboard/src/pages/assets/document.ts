import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { language, t } from '../../language.ts';

export const LIST = graphql(`
  query Assets($filter: AssetFilter, $first: Int, $after: String, $last: Int, $before: String) {
    assets(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsExact
      nodes {
        id kind size format locale url fileBytes isPublic isOutdated createdAt
        product { id name }
        supplyChain { id name }
        dpp { id name { text } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const BATCHES = graphql(`
  query AssetBatches {
    assetBatches(first: 5) {
      nodes { id state totalCount doneCount failedCount createdAt }
    }
  }
`);

export const BATCH = graphql(`
  query AssetBatch($id: ID!) {
    assetBatch(id: $id) {
      id state totalCount doneCount failedCount progress error zipUrl createdAt finishedAt
      results(first: 50) {
        nodes { product { id name } asset { id url } problems }
      }
    }
  }
`);

export const CANCEL_BATCH = graphql(`
  mutation CancelAssetBatch($input: CancelAssetBatchInput!) {
    cancelAssetBatch(input: $input) { batch { id } }
  }
`);

export type Batch = NonNullable<ResultOf<typeof BATCH>['assetBatch']>;

export const PRODUCTS = graphql(`
  query AssetProducts($filter: ProductFilter) {
    products(first: 20, filter: $filter) {
      totalCount
      totalCountIsExact
      nodes { id name sku }
    }
  }
`);

export const PRODUCT = graphql(`
  query AssetProduct($id: ID!) {
    product(id: $id) { id name }
  }
`);

export const CHAINS = graphql(`
  query AssetSupplyChains($filter: SupplyChainFilter) {
    supplyChains(first: 20, filter: $filter) {
      totalCount
      totalCountIsExact
      nodes { id name }
    }
  }
`);

export const PREVIEW = graphql(`
  query AssetPreview($input: AssetPreviewInput!) {
    assetPreview(input: $input) { svg widthMm heightMm description }
  }
`);

export const MAKE = graphql(`
  mutation MakeAsset($input: GenerateAssetInput!) {
    generateAsset(input: $input) { asset { id url fileBytes format } }
  }
`);

export const MAKE_MANY = graphql(`
  mutation MakeAssets($input: GenerateAssetsInput!) {
    generateAssets(input: $input) { batch { id } }
  }
`);

export const DELETE = graphql(`
  mutation DeleteAsset($input: DeleteAssetInput!) {
    deleteAsset(input: $input) { deletedAssetId }
  }
`);

export type Asset = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof LIST>['assets']>['nodes']>[number]
>;
export type AssetKind = Asset['kind'];
export type AssetSize = Asset['size'];
export type AssetFormat = Asset['format'];
export type MakeInput = VariablesOf<typeof MAKE>['input'];

type SizeWords = readonly [size: AssetSize, label: string];
type KindWords = {
  readonly label: string;
  readonly sizes: readonly [SizeWords, ...SizeWords[]];
  /** True for a document of pages, which is PDF or JSON. */
  readonly isDocument?: boolean;
  /** True if it shows a symbol or an address, which lead to the product. */
  readonly isLinked?: boolean;
  /** The object that it shows: a product, if it is absent. */
  readonly of?: 'SUPPLY_CHAIN' | 'PASSPORT';
};

/** Kinds with their sizes; the first size is chosen at the start. */
export const KINDS: Readonly<Record<AssetKind, KindWords>> = {
  CARBON_LABEL: {
    label: t('Carbon label'),
    isLinked: true,
    sizes: [
      ['UPRIGHT', t('Upright, 50 × 82 mm')],
      ['WIDE', t('Wide, 82 × 50 mm')],
      ['SMALL', t('Small, 40 × 66 mm')],
    ],
  },
  FIGURE_TAG: { label: t('Figure tag'), sizes: [['TAG', t('Tag, 36 × 14 mm')]], isLinked: true },
  QR_TAG: {
    label: t('QR tag'),
    isLinked: true,
    sizes: [
      ['TAG', t('Tag, 30 × 44 mm')],
      ['ITEM', t('Item, 25 × 25 mm')],
    ],
  },
  EQUIVALENCY_CARD: { label: t('Equivalency card'), sizes: [['CARD', t('Card, 100 × 74 mm')]] },
  COMPARISON_CARD: { label: t('Comparison card'), sizes: [['CARD', t('Card, 100 × 74 mm')]] },
  INFOGRAPHIC: {
    label: t('Infographic'),
    sizes: [
      ['PORTRAIT', t('Portrait, 1080 × 1350 pixels')],
      ['LANDSCAPE', t('Landscape, 1200 × 630 pixels')],
    ],
  },
  SUPPLY_CHAIN_MAP: {
    label: t('Supply chain map'),
    sizes: [['MAP', t('Map, 180 × 135 mm')]],
    of: 'SUPPLY_CHAIN',
  },
  PASSPORT_DOCUMENT: {
    label: t('Passport document'),
    sizes: [['A4', 'A4']],
    isDocument: true,
    of: 'PASSPORT',
  },
  FOOTPRINT_REPORT: { label: t('Footprint report'), sizes: [['A4', 'A4']], isDocument: true },
};

export const KIND_CHOICES = Object.entries(KINDS).map(
  ([kind, { label }]) => [kind, label] as const,
);

export const FORMATS = [
  ['SVG', t('SVG, for the web')],
  ['PNG', t('PNG, pixels')],
  ['PDF', t('PDF, for print')],
  ['JSON', t('JSON, the data shown')],
] as const satisfies readonly (readonly [AssetFormat, string])[];

export function formatsOf(kind: AssetKind) {
  const { isDocument = false } = KINDS[kind];
  return isDocument ? FORMATS.filter(([each]) => each === 'PDF' || each === 'JSON') : FORMATS;
}

/** The official languages of the EU. */
const LOCALES = [
  ...['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'ga', 'hr'],
  ...['hu', 'it', 'lt', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'sk', 'sl', 'sv'],
];
const languages = new Intl.DisplayNames(language, { type: 'language' });

export const LANGUAGES = LOCALES.map((code) => [code, languages.of(code) ?? code] as const).sort(
  ([, one], [, other]) => one.localeCompare(other),
);

export function languageOf(locale: string): string {
  return languages.of(locale) ?? locale;
}
