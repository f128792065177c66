import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  type Connection,
  connectionOf,
  connectionOfEdges,
  countUpTo,
  type Edge,
  pageArgs,
} from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import type { Context } from '../../rules/context.ts';
import { CustomerRef } from '../customers/index.ts';
import { EmissionFactor } from '../factors/index.ts';
import { OrderRef } from '../orders/index.ts';
import { DppRef } from '../passports/index.ts';
import { ProductRef } from '../products/index.ts';
import { SupplyChainRef } from '../supply-chains/index.ts';
import { SearchTypeEnum } from './enums.ts';
import { type Highlight, highlightsOf, markedUp, type TextRange } from './highlight.ts';
import { type Hit, SCORE_UNIT, type SearchKind, type Term } from './model.ts';
import { countOfHits, kindsFor, nodeOf, pageOfHits, prepareSearch, textsOf } from './service.ts';

/** A hit with the words that it was found by. */
type Result = Hit & { readonly terms: readonly Term[] };

const TYPENAME_OF: Readonly<Record<SearchKind, string>> = {
  PRODUCT: 'Product',
  CUSTOMER: 'Customer',
  ORDER: 'Order',
  SUPPLY_CHAIN: 'SupplyChain',
  FACTOR: 'EmissionFactor',
  DPP: 'DPP',
};
const typenames = new WeakMap<object, string>();

const SearchResult = builder.unionType('SearchResult', {
  description: 'Something that was found.',
  types: [ProductRef, CustomerRef, OrderRef, SupplyChainRef, EmissionFactor, DppRef],
  resolveType: (node) => typenames.get(node) ?? null,
});

const HighlightRange = builder.objectRef<TextRange>('SearchHighlightRange').implement({
  description: 'A piece of a text, counted in UTF-16 code units as JavaScript and Java do.',
  fields: (t) =>
    exposed(t, {
      start: field('Int', 'Start of the range, from 0.'),
      end: field('Int', 'End of the range: the position after its last character.'),
    }),
});

const HighlightRef = builder.objectRef<Highlight>('SearchHighlight').implement({
  description: 'A text of the result with the words that were found in it.',
  fields: (t) => ({
    ...exposed(t, {
      field: field('String', 'Name of the field that has the text.'),
      text: field('String', 'The text, plain.'),
      ranges: field([HighlightRange], 'Ranges of the matches in the text.', { size: 0 }),
    }),
    html: t.string({
      description: 'The text as HTML that is safe to show, the words in `<mark>`.',
      resolve: markedUp,
    }),
  }),
});

const SearchEdge = builder.objectRef<Edge<Result>>('SearchResultEdge').implement({
  description: 'One of the results of a page, with its cursor.',
  fields: (t) => ({
    node: t.field({
      type: SearchResult,
      nullable: true,
      description: 'The object; null if it was deleted in the meantime.',
      resolve: ({ node }, _args, context) => resultOf(context, node),
    }),
    cursor: t.string({
      description: 'Opaque position of this result in this search.',
      resolve: (edge) => edge.cursorOf(edge.node),
    }),
    type: t.field({
      type: SearchTypeEnum,
      description: 'Type of the object.',
      resolve: ({ node }) => node.kind,
    }),
    score: t.float({
      description: 'Relevance: a number to sort by, without a unit.',
      resolve: ({ node }) => node.score / SCORE_UNIT,
    }),
    highlights: t.field({
      type: [HighlightRef],
      extensions: access({ size: 0 }),
      description: 'The texts of the result that have words of the query.',
      resolve: async ({ node: { terms, ...hit } }, _args, context) => {
        const found = await nodeOf(context, hit);
        // The texts of hundreds of hits come at once.
        if (isTurnOver()) await nextTurn();
        return found === undefined ? [] : highlightsOf(textsOf(found), terms);
      },
    }),
  }),
});

const SearchConnection = connectionOfEdges(SearchEdge, 'SearchResult', 'search results');

builder.objectField(SearchConnection, 'nodes', (t) =>
  t.field({
    type: [SearchResult],
    nullable: { list: false, items: true },
    extensions: access({ size: 1 }),
    description: 'The objects found, without their scores; null for one deleted since.',
    resolve: ({ edges }, _args, context) => edges.map(({ node }) => resultOf(context, node)),
  }),
);

async function resultOf(context: Context, hit: Hit) {
  const found = await nodeOf(context, hit);
  if (found === undefined) return null;
  typenames.set(found.node, TYPENAME_OF[found.kind]);
  return found.node;
}

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    description:
      'Finds products, customers, orders, supply chains, passports and emission factors by words, best first. All words must occur; the last may be the beginning of one; an unknown word also finds words that differ in one letter. An id finds its object.',
    extensions: access({ cost: 20 }),
    args: {
      ...pageArgs(),
      query: t.arg.string({
        required: true,
        description: 'Words, parts of numbers, or an id; at most 200 characters and 12 words.',
      }),
      types: t.arg({
        type: [SearchTypeEnum],
        description: 'Types of objects to search; by default all types that the key may read.',
      }),
    },
    resolve: async (_root, { query, types, ...args }, context): Promise<Connection<Result>> => {
      const kinds = kindsFor(context, types);
      const search = await prepareSearch(context, query, kinds);
      return connectionOf(context, args, {
        list: `search ${JSON.stringify([query, kinds])}`,
        load: async (page) => {
          const hits = await pageOfHits(context, search, page);
          return hits.map((hit) => ({
            ...hit,
            terms: hit.kind === 'FACTOR' ? search.library : search.own,
          }));
        },
        key: ({ score, id }) => [score, id],
        count: () => countUpTo((limit) => countOfHits(context, search, limit)),
      });
    },
  }),
);
