import type { Product } from '../product.ts';
import { sha256Hex } from '../sha256.ts';

/** Not a WeakMap: collecting the garbage of its entries takes as long as writing the texts. */
const contents = new Map<object, string>();
/** Several times the inputs of one product, which are asked for before and after overrides. */
const MOST_CONTENTS = 1_000;

/** The content of an input as text, written once for each object. */
export function contentOf(input: object): string {
  return contents.get(input) ?? keep(input, written(input));
}

/** The same for an input that is asked for once. */
export function contentOfNew(input: object): string {
  return contents.get(input) ?? written(input);
}

function written(input: object): string {
  return shortened(JSON.stringify(input));
}

/** The content of a product without its id and name: those of products that have the same footprint. */
export function contentOfProduct(product: Product): string {
  const known = contents.get(product);
  if (known !== undefined) return known;
  const { id: _id, name: _name, components, packaging, processSteps, ...rest } = product;
  const lists = [components, packaging, processSteps].map((list) => list?.map(contentOf) ?? []);
  // JSON has no line ends, so that no two products have one text.
  const content = shortened(
    [JSON.stringify(rest), ...lists.map((list) => list.join('\n'))].join('\n\n'),
  );
  return keep(product, content);
}

function keep(input: object, content: string): string {
  if (contents.size >= MOST_CONTENTS) contents.clear();
  contents.set(input, content);
  return content;
}

/** Thousands of contents are kept: long ones by their digest, so that their memory is bounded. */
const MOST_CHARACTERS = 1_500;

export function shortened(content: string): string {
  return content.length > MOST_CHARACTERS ? sha256Hex(content) : content;
}
