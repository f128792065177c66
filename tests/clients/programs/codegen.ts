import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import * as documents from './generated/documents.ts';
import { post, SIZE } from './setting.js';
import { refusal, runShop } from './shop.js';

/** Typed documents of graphql-codegen, sent with fetch. */

async function send<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, errors } = await post(print(document), variables);
  if (errors !== undefined) throw refusal(errors);
  return data;
}

const byName = new Map(
  Object.entries(documents).map(([name, document]) => [name.replace(/Document$/, ''), document]),
);

await runShop(async (name: string, variables: object) => {
  const document = byName.get(name);
  if (document === undefined) throw new Error(`There is no document ${name}.`);
  const { data, errors } = await post(print(document), variables);
  if (errors !== undefined) throw refusal(errors);
  return data;
}, SIZE);

// The types say which fields the answer has, and which of them may be null.
const { products } = await send(documents.ShopProductsQueryDocument, { first: 1 });
const total: number = products?.totalCount ?? 0;
const name: string | undefined = products?.edges?.[0]?.node?.name;
if (total === 0 || name === undefined) throw new Error('The list has no product.');
// Money is text by the settings of sdk/README.md.
type DataOf<Document> = Document extends TypedDocumentNode<infer D, never> ? D : never;
type Paid = NonNullable<DataOf<typeof documents.ShopCheckoutMutationDocument>['checkoutCart']>;
'19.90' satisfies NonNullable<Paid['order']>['total']['amount'];
// A page needs its size: variables without it do not fit.
type VariablesOf<Document> = Document extends TypedDocumentNode<unknown, infer V> ? V : never;
type Variables = VariablesOf<typeof documents.ShopProductsQueryDocument>;
true satisfies { after: string } extends Variables ? false : true;
