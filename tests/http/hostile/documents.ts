/**
 * Documents that attack parsing, validation, cost or execution, with the refusal that each must
 * get.
 */
export const HOSTILE_DOCUMENTS: Readonly<Record<string, readonly [string, string]>> = {
  'more aliases than allowed': [`{ ${times(51, (i) => `a${i}: me { id }`)} }`, 'QUERY_TOO_COMPLEX'],
  'a mutation repeated by alias': [
    `mutation { ${times(60, (i) => `a${i}: createProduct(input: { name: "x" }) { product { id } }`)} }`,
    'QUERY_TOO_COMPLEX',
  ],
  'an alias that reaches for the prototype': [
    '{ __proto__: me { id } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'thousands of duplicate fields': [`{ me { ${times(4_000, () => 'id')} } }`, 'QUERY_TOO_COMPLEX'],
  'duplicate fields hidden in inline fragments': [
    `{ ${times(300, () => '...{me{organization{id name tier}}}')} }`,
    'QUERY_TOO_COMPLEX',
  ],
  'duplicate fields hidden in fragments': [
    `{ ${times(300, (i) => `...F${i}`)} } ${times(300, (i) => `fragment F${i} on Query{me{id name}}`)}`,
    'QUERY_TOO_COMPLEX',
  ],
  'hundreds of fragments': [
    `{ ...F0 } ${times(400, (i) => `fragment F${i} on Query{me{id}...F${i + 1}}`)} fragment F400 on Query{me{id}}`,
    'QUERY_TOO_COMPLEX',
  ],
  'fragments that double at every step': [
    `{ ...F0 } ${times(60, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F60 on Query { me { id } }`,
    'QUERY_TOO_COMPLEX',
  ],
  'fragments that each spread all later ones': [
    `{ ...F0 } ${times(48, (i) => `fragment F${i} on Query { me { id } ${times(48 - i, (j) => `...F${i + j + 1}`)} }`)} fragment F48 on Query { me { id } }`,
    'QUERY_TOO_COMPLEX',
  ],
  'few fragments that spread each other into millions of fields': [
    `{ products(first: 0) { edges { node { ...F0 } } } } ${times(11, (i) => `fragment F${i} on Product { ${i === 10 ? 'id name sku gtin' : times(4, () => `...F${i + 1}`)} }`)}`,
    'QUERY_TOO_COMPLEX',
  ],
  'inline fragments nested too deep': [
    `{ ${'...{'.repeat(200)} me { id } ${'}'.repeat(200)} }`,
    'QUERY_TOO_DEEP',
  ],
  'a fragment that contains itself': [
    '{ ...A } fragment A on Query { me { id } ...A }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'fragments in a circle': [
    `{ ...F0 } ${times(90, (i) => `fragment F${i} on Query { ...F${(i + 1) % 90} }`)}`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'unknown directives': [
    `{ me { id ${times(50, (i) => `@unknown${i}`)} } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'a directive repeated': [
    `{ me { id ${times(600, () => '@include(if: true)')} } }`,
    'QUERY_TOO_COMPLEX',
  ],
  'fields that overlap and do not fit': [
    '{ a: me { id } a: rateLimit { limit } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'thousands of unknown fields': [
    `{ me { ${times(4_000, (i) => `organisation${i}`)} } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'thousands of unknown arguments': [
    `{ product(${times(1_600, (i) => `idd${i}: 1`)}) { id } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'introspection in circles': [
    `{ __schema { ${'types { fields { type { '.repeat(4)} name ${'} } }'.repeat(4)} } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'introspection under many names': [
    `{ ${times(20, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
    'QUERY_TOO_COMPLEX',
  ],
  'several operations, none named': ['query A { me { id } } query B { me { id } }', 'BAD_REQUEST'],
  'hundreds of operations over a chain of fragments': [
    `${times(250, (i) => `query Q${i}{...F0}`)} ${times(90, (i) => `fragment F${i} on Query{...F${i + 1}}`)} fragment F90 on Query{me{id}}`,
    'BAD_REQUEST',
  ],
  'a huge page': ['{ products(first: 2147483647) { totalCount } }', 'BAD_USER_INPUT'],
  'a huge page by default': [
    'query ($first: Int = 2147483647) { products(first: $first) { totalCount } }',
    'BAD_USER_INPUT',
  ],
  'large pages within large pages': [
    `{ ${times(40, (i) => `a${i}: products(first: 100) { edges { node { components { material } packaging { material } } } }`)} }`,
    'QUERY_TOO_COMPLEX',
  ],
  'a list literal nested two thousand deep': [
    `{ nodes(ids: ${'['.repeat(2_000)}${']'.repeat(2_000)}) { id } }`,
    'QUERY_TOO_DEEP',
  ],
  'a document nested twenty thousand deep': [
    `${'{a'.repeat(20_000)}${'}'.repeat(20_000)}`,
    'QUERY_TOO_DEEP',
  ],
  'fields nested too deep': [
    `{ __typename ...on Query { ${'node(id: "x") { ...on Node { '.repeat(16)} id ${'} }'.repeat(16)} } }`,
    'QUERY_TOO_DEEP',
  ],
  'more tokens than allowed': [`{ ${times(6_000, () => 'me')} }`, 'QUERY_TOO_COMPLEX'],
  'a name of a megabyte': [`{ ${'x'.repeat(1_000_000)} }`, 'GRAPHQL_VALIDATION_FAILED'],
  'an integer of a megabyte': [
    `{ products(first: ${'9'.repeat(1_000_000)}) { totalCount } }`,
    'BAD_USER_INPUT',
  ],
  'an infinite number': [
    'mutation { createProduct(input: { name: "x", netMassKg: 1e400 }) { product { id } } }',
    'BAD_USER_INPUT',
  ],
  'an input field repeated': [
    `mutation { createProduct(input: { ${times(1_200, () => 'name: "a"')} }) { product { id } } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'a list literal beyond the maximum': [
    `{ nodes(ids: [${times(251, () => '"x"')}]) { id } }`,
    'BAD_USER_INPUT',
  ],
  'a null byte in a literal': [
    'mutation { createProduct(input: { name: "a\\u0000b" }) { product { id } } }',
    'BAD_USER_INPUT',
  ],
};

const PADDED = '{ me { tier } }';

/** Documents that are only long: they cost their reading and nothing more. */
export const PADDED_DOCUMENTS: Readonly<Record<string, string>> = {
  'half a million empty comments': `${'#\n'.repeat(300_000)}${PADDED}`,
  'a comment of a megabyte': `#${'x'.repeat(1_000_000)}\n${PADDED}`,
  'a megabyte of commas': `${','.repeat(1_000_000)}${PADDED}`,
  'line ends of another system': `${'\r\n'.repeat(200_000)}${PADDED}`,
  'byte order marks': `${'\ufeff'.repeat(300_000)}${PADDED}`,
};

export function times(count: number, textOf: (index: number) => string): string {
  return Array.from({ length: Math.max(0, count) }, (_, index) => textOf(index)).join(' ');
}
