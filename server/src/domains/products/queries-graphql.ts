import { builder } from '../../graphql/builder.ts';
import { type Connection, connectionType, pageArgs } from '../../graphql/connection.ts';
import { identifierArgs, searchedText, timeFilters } from '../../graphql/input-fields.ts';
import {
  assertSearchable,
  filterArg,
  listOf,
  sortArg,
  sortInput,
  sortOf,
} from '../../graphql/list.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { oncePerSelection, requestedFields } from '../../graphql/requested-fields.ts';
import type { Reference } from '../../platform/database/index.ts';
import { type ApiError, badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import {
  givenIdentifiers,
  type NamedObject,
  requiredReference,
} from '../../rules/inputs/named-object.ts';
import type { Path } from '../../rules/inputs/problems.ts';
import { readMoney } from '../../rules/values/money.ts';
import { ProductFootprintStateEnum, ProductStatusEnum, SectorTagEnum } from './enums.ts';
import { ProductRef } from './graphql.ts';
import { products } from './list-store.ts';
import { propertiesReadBy } from './listed-properties.ts';
import type { Product } from './model.ts';
import { findProduct, type ProductReference } from './store.ts';

const ProductConnection = connectionType(ProductRef, 'Product', 'products', 'PRODUCTS_READ');

const GTIN =
  'GTIN of the product, with or without leading zeros. If several products have it, the newest is returned.';
const SKU = 'SKU of the product. If several products have it, the newest is returned.';

export const ProductFilterInput = builder.inputType('ProductFilter', {
  description: 'Filter of products; all given conditions must hold.',
  fields: (t) => ({
    status: t.field({
      type: [ProductStatusEnum],
      description: 'Only products in one of these states; by default all except archived ones.',
    }),
    sectorTag: t.field({ type: SectorTagEnum, description: 'Only products of this sector.' }),
    footprintState: t.field({
      type: [ProductFootprintStateEnum],
      description:
        'Only products whose footprint is in one of these states, such as those that wait for `calculateCatalogue`.',
    }),
    tag: t.string({ description: 'Only objects with this tag.' }),
    text: searchedText(t, 'Only products whose name contains this text (case-insensitive).'),
    ...timeFilters(t),
    minCo2eKg: t.float({
      description:
        'Only products with a footprint of at least this value, in kg CO2e per declared unit.',
    }),
    maxCo2eKg: t.float({
      description:
        'Only products with a footprint of at most this value, in kg CO2e per declared unit.',
    }),
    minPrice: t.field({
      type: MoneyInput,
      description: 'Only products with a price of at least this amount, in the same currency.',
    }),
    maxPrice: t.field({
      type: MoneyInput,
      description: 'Only products with a price of at most this amount, in the same currency.',
    }),
  }),
});

const ProductSortInput = sortInput('Product', 'products', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'Human-readable name.',
  PRICE: 'Price, grouped by currency; products without a price are left out.',
  FOOTPRINT: 'Footprint; products without a footprint are left out.',
});

/** The list, of whose rows only the requested properties are read. */
const listReading = oncePerSelection((info) => {
  const requested = requestedFields(info, ['edges', 'node']).union(
    requestedFields(info, ['nodes']),
  );
  const page = products.pageReading(propertiesReadBy(requested));
  return { ...products, page, isCounted: requestedFields(info, []).has('totalCount') };
});

builder.queryFields((t) => ({
  products: t.field({
    type: ProductConnection,
    description:
      'Products of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(ProductFilterInput), ...sortArg(ProductSortInput) },
    resolve: (_root, { filter, sortBy, ...args }, context, info): Promise<Connection<Product>> => {
      const given = filter ? productFilterOf(filter) : {};
      return listOf(context, args, listReading(info), given, sortOf(sortBy));
    },
  }),
  product: t.field({
    type: ProductRef,
    description: 'One product, by exactly one of its identifiers.',
    args: {
      ...identifierArgs(),
      gtin: t.arg.string({
        description: GTIN,
      }),
      sku: t.arg.string({
        description: SKU,
      }),
    },
    resolve: async (_root, args, context) => {
      const reference = productReference(args, []);
      return orNotFound('The product', await findProduct(context, reference));
    },
  }),
}));

/** The filter of a list from its input; `path` leads to the input. */
export function productFilterOf(
  filter: typeof ProductFilterInput.$inferInput,
  path: Path = ['filter'],
) {
  assertSearchable(filter.text, [...path, 'text']);
  const { minPrice: _minPrice, maxPrice: _maxPrice, ...given } = filter;
  return { ...given, ...pricesOf(filter, path) };
}

function pricesOf({ minPrice, maxPrice }: typeof ProductFilterInput.$inferInput, path: Path) {
  const problems: Problem[] = [];
  const [min, max] = Object.entries({ minPrice, maxPrice }).map(([name, given]) =>
    given === null || given === undefined ? undefined : readMoney(given, [...path, name], problems),
  );
  if (min !== undefined && max !== undefined && min.currency !== max.currency) {
    problems.push({
      path: [...path, 'maxPrice', 'currencyCode'],
      code: 'OTHER_CURRENCY',
      message: `Both prices must be in one currency; these are in ${min.currency} and ${max.currency}.`,
    });
  }
  if (problems.length > 0) throw badInput(problems);
  return {
    priceCurrency: min?.currency ?? max?.currency,
    minPriceMinor: min?.minor,
    maxPriceMinor: max?.minor,
  };
}

type OtherIdentifiers = {
  readonly gtin?: string | null | undefined;
  readonly sku?: string | null | undefined;
};

type NamedProduct = NamedObject &
  OtherIdentifiers & {
    readonly object?: (NamedObject['object'] & OtherIdentifiers) | null | undefined;
  };

export const ProductReferenceInput = builder.inputType('ProductReferenceInput', {
  isOneOf: true,
  description: 'A product, by exactly one of its identifiers.',
  fields: (t) => ({
    id: t.id({ description: 'Globally unique id of the product.' }),
    externalId: t.string({ description: 'Your own id of the product.' }),
    gtin: t.string({ description: GTIN }),
    sku: t.string({ description: SKU }),
  }),
});

/** The addressed product. */
export function productReference(named: NamedProduct, path: Path): ProductReference {
  const gtin = named.gtin ?? named.object?.gtin;
  const sku = named.sku ?? named.object?.sku;
  const others = [gtin, sku].filter((each) => typeof each === 'string');
  if (others.length === 0) return ownProductReference(named, path, ANY_NAME);
  if (others.length > 1 || givenIdentifiers(named).length > 0) throw notExactlyOne(path, ANY_NAME);
  return typeof gtin === 'string' ? { by: 'gtin', value: gtin } : { by: 'sku', value: sku ?? '' };
}

const ANY_NAME = 'id, externalId, gtin and sku';

/** The same where a product goes by its id or the client's own. */
export function ownProductReference(
  named: NamedObject,
  path: Path,
  identifiers = 'id and externalId',
): Reference {
  if (givenIdentifiers(named).length !== 1) throw notExactlyOne(path, identifiers);
  return requiredReference('product', 'The product', named);
}

function notExactlyOne(path: Path, identifiers: string): ApiError {
  const message = `Say which product by exactly one of ${identifiers}.`;
  return badInput([{ path, code: 'EXACTLY_ONE', message }]);
}
