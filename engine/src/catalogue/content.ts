import type { Product } from '../product.ts';

const contents = new WeakMap<object, string>();

/** The content of an input as text, written once for each object. */
export function contentOf(input: object): string {
  const known = contents.get(input);
  if (known !== undefined) return known;
  const content = JSON.stringify(input);
  contents.set(input, content);
  return content;
}

/** The content of a product without its id and name: those of products that have the same footprint. */
export function contentOfProduct(product: Product): string {
  const { id: _id, name: _name, components, packaging, processSteps, ...rest } = product;
  const lists = [components, packaging, processSteps].map((list) => list?.map(contentOf) ?? null);
  // JSON has no line ends, so that no two products have one text.
  return [JSON.stringify(rest), ...lists.map((list) => list?.join('\n') ?? '')].join('\n\n');
}
