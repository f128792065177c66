/** A Relay connection with `pageInfo { hasNextPage endCursor }` and either `nodes` or `edges { node }`. */
export type Connection<Node> = {
  readonly nodes?: readonly Node[] | null;
  readonly edges?: readonly { readonly node: Node }[] | null;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly endCursor?: string | null;
  };
};

/** Walks a connection page by page and yields its nodes. `load` reads the page after a cursor. */
export async function* walk<Node>(
  load: (after: string | null) => Promise<Connection<Node>>,
  after: string | null,
): AsyncGenerator<Node, void, undefined> {
  for (let cursor = after; ; ) {
    const page = await load(cursor);
    yield* nodesOf(page);
    if (!page.pageInfo.hasNextPage) return;
    const next = page.pageInfo.endCursor;
    if (typeof next !== 'string' || next === cursor) {
      throw new TypeError(
        'The connection has a next page but no new endCursor: select pageInfo { hasNextPage endCursor } and pass $after to the field.',
      );
    }
    cursor = next;
  }
}

function nodesOf<Node>({ nodes, edges }: Connection<Node>): readonly Node[] {
  if (nodes) return nodes;
  if (edges) return edges.map(({ node }) => node);
  throw new TypeError(
    'The connection has neither nodes nor edges: select nodes or edges { node }.',
  );
}
