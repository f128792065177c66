import type { SourcedFactor } from '@trackway/engine';
import type { Page } from '../../platform/database/index.ts';
import { decodeId, type IdKind, kindOfId } from '../../platform/ids.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import type { Context } from '../../rules/context.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import type { ProblemCode } from '../../rules/errors/problem-codes.ts';
import { type Customer, customerById } from '../customers/index.ts';
import { factorOf } from '../factors/index.ts';
import { type Order, orderById } from '../orders/index.ts';
import { type Dpp, dppById } from '../passports/index.ts';
import { type Product, productById } from '../products/index.ts';
import { type SupplyChain, supplyChainById } from '../supply-chains/index.ts';
import { type Wanted, wantedOf } from './lexemes.ts';
import {
  type Hit,
  PERMISSION_OF,
  SCORE_UNIT,
  SEARCH_KINDS,
  type SearchKind,
  type Term,
} from './model.ts';
import { countHits, findHits, LIBRARY_SCOPE, termsOf } from './store.ts';

export const MAX_QUERY_LENGTH = 200;
export const MAX_WORDS = 12;

/** A query made ready: its words as the tenant's own words explain them, and as the library's do. */
export type Search = {
  readonly kinds: readonly SearchKind[];
  readonly own: readonly Term[];
  readonly library: readonly Term[];
  /** The one thing that the query names by its id. */
  readonly named: Hit | undefined;
};

/**
 * Kinds to search: the requested ones, each of which the key must be allowed to read; or all that
 * it may read.
 */
export function kindsFor({ caller }: Context, types: readonly SearchKind[] | null | undefined) {
  for (const kind of types ?? []) {
    assertAllowed(caller, { permission: PERMISSION_OF[kind] }, `Searching for ${kind}`);
  }
  return [...new Set(types ?? SEARCH_KINDS)].filter((kind) =>
    caller.permissions.has(PERMISSION_OF[kind]),
  );
}

export async function prepareSearch(
  context: Context,
  text: string,
  kinds: readonly SearchKind[],
): Promise<Search> {
  if (text.length > MAX_QUERY_LENGTH) {
    throw invalidQuery(
      'TOO_LONG',
      `At most ${MAX_QUERY_LENGTH} characters; there were ${text.length}.`,
    );
  }
  const named = await namedBy(context, text.trim(), kinds);
  const scopes = [context.scope, ...(kinds.includes('FACTOR') ? [LIBRARY_SCOPE] : [])];
  const [own = [], library = []] = await termsOf(context.db, scopes, text);
  if (own.length === 0) {
    throw invalidQuery('NO_WORDS', 'A query has at least one letter or digit.');
  }
  if (own.length > MAX_WORDS) {
    throw invalidQuery('TOO_MANY_WORDS', `At most ${MAX_WORDS} words; there were ${own.length}.`);
  }
  return { kinds, own, library, named };
}

function invalidQuery(code: ProblemCode, message: string) {
  return badInput([{ path: ['query'], code, message }]);
}

const KIND_OF_ID: Readonly<Partial<Record<IdKind, SearchKind>>> = {
  product: 'PRODUCT',
  customer: 'CUSTOMER',
  order: 'ORDER',
  supplyChain: 'SUPPLY_CHAIN',
  factor: 'FACTOR',
  dpp: 'DPP',
};

async function namedBy(context: Context, text: string, kinds: readonly SearchKind[]) {
  const idKind = kindOfId(text);
  const kind = idKind === undefined ? undefined : KIND_OF_ID[idKind];
  const id = idKind === undefined ? undefined : decodeId(idKind, text);
  if (kind === undefined || id === undefined || !kinds.includes(kind)) return undefined;
  const hit: Hit = { kind, id, score: SCORE_UNIT };
  return (await nodeOf(context, hit)) === undefined ? undefined : hit;
}

export async function pageOfHits(context: Context, search: Search, page: Page): Promise<Hit[]> {
  const { own, named } = search;
  if (named !== undefined) return page.from === undefined ? [named] : [];
  const words = own.map(({ word }) => word);
  return findHits(context.db, wantedBy(context, search), words, page);
}

export async function countOfHits(
  context: Context,
  search: Search,
  limit: number,
): Promise<number> {
  if (search.named !== undefined) return 1;
  return countHits(context.db, wantedBy(context, search), limit);
}

/** The factors of the library are stored apart from the tenant's rows and are shown with them. */
function wantedBy(context: Context, { kinds, own, library }: Search): Wanted[] {
  const ours = kinds.map((kind) => wantedOf(context.scope, kind, own));
  if (library.length === 0) return ours;
  const theirs = wantedOf(LIBRARY_SCOPE, 'FACTOR', library);
  return [...ours, { ...theirs, setIds: shownSets(context) }];
}

/** As in the list of factors, the packs are left out. */
function shownSets({ services }: Context): string[] {
  return services.factors.sets.filter((set) => !set.isOptional).map((set) => set.id);
}

export type Found =
  | { readonly kind: 'PRODUCT'; readonly node: Product }
  | { readonly kind: 'CUSTOMER'; readonly node: Customer }
  | { readonly kind: 'ORDER'; readonly node: Order }
  | { readonly kind: 'SUPPLY_CHAIN'; readonly node: SupplyChain }
  | { readonly kind: 'FACTOR'; readonly node: SourcedFactor }
  | { readonly kind: 'DPP'; readonly node: Dpp };

/**
 * The object itself, read with all others of its kind on the page; undefined if it was deleted
 * since.
 */
export async function nodeOf(context: Context, { kind, id }: Hit): Promise<Found | undefined> {
  switch (kind) {
    case 'PRODUCT':
      return found(kind, await productById(context, id));
    case 'CUSTOMER':
      return found(kind, await customerById(context, id));
    case 'ORDER':
      return found(kind, await orderById(context, id));
    case 'SUPPLY_CHAIN':
      return found(kind, await supplyChainById(context, id));
    case 'FACTOR':
      return found(kind, await factorOf(context, id));
    case 'DPP':
      return found(kind, await dppById(context, id));
  }
}

function found<const Kind, Node>(kind: Kind, node: Node | undefined) {
  return node === undefined ? undefined : { kind, node };
}

/** The texts of a thing that are searched, by the names of their fields. */
export function textsOf(found: Found): Readonly<Record<string, string | null>> {
  switch (found.kind) {
    case 'PRODUCT': {
      const { name, sku, gtin, externalId, tags, description } = found.node;
      return { name, sku, gtin, externalId, tags: tags.join(', '), description };
    }
    case 'CUSTOMER': {
      const { name, email, externalId, tags } = found.node;
      return { name, email, externalId, tags: tags.join(', ') };
    }
    case 'ORDER':
      return { externalId: found.node.externalId };
    case 'SUPPLY_CHAIN': {
      const { name, externalId, tags } = found.node;
      return { name, externalId, tags: tags.join(', ') };
    }
    case 'FACTOR': {
      const { name, geography, activity, category, subcategory } = found.node;
      return { name, geography, activity, category, subcategory };
    }
    case 'DPP': {
      const { name, gtin, batchNumber, serialNumber, externalId, schemaId } = found.node;
      return { name, gtin, batchNumber, serialNumber, externalId, schemaId };
    }
  }
}
