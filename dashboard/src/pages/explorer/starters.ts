import { t } from '../../language.ts';
import type { Draft } from './draft.ts';

export type Starter = Draft & { readonly name: string };

/** First requests that answer something in a fresh sandbox; they change nothing but by a calculation. */
export const STARTERS: readonly Starter[] = [
  {
    name: t('Who am I?'),
    query: `query WhoAmI {
  me { name tier environment organization { name } }
  rateLimit { limit remaining resetAt maxCost }
}`,
    variables: '',
  },
  {
    name: t('Products and their footprints'),
    query: `query Products($first: Int!) {
  products(first: $first) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { id name sku footprint { co2eKg detail createdAt } }
  }
}`,
    variables: '{ "first": 5 }',
  },
  {
    name: t('The footprint of a material'),
    query: `mutation Material {
  calculateMaterial(input: { material: "recycled polyester", massKg: 0.3 }) {
    calculation {
      co2eKg
      contributions(first: 5) { nodes { label co2eKg factorName source year } }
      assumptions { reason source }
    }
  }
}`,
    variables: '',
  },
  {
    name: t('Search everything'),
    query: `query Search($query: String!) {
  search(query: $query, first: 5) {
    edges { type highlights { text } node { __typename ... on Node { id } } }
  }
}`,
    variables: '{ "query": "shirt" }',
  },
  {
    name: t('What happened last'),
    query: `query Events {
  events(last: 10) { nodes { id type createdAt } }
}`,
    variables: '',
  },
];
