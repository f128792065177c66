import { ask } from './answers.ts';
import type { Customer } from './trackway.ts';

const STEP = 50;
const WALK_QUERY = `query Walk($after: String) {
  products(first: ${STEP}, after: $after) { pageInfo { endCursor } }
}`;

/** The cursor of the row at a position, found as a client finds it: page after page. */
export async function cursorAfter(server: Customer['server'], rows: number): Promise<string> {
  let after: string | undefined;
  for (let position = 0; position < rows; position += STEP) {
    const variables = after === undefined ? {} : { after };
    const body = JSON.stringify({ query: WALK_QUERY, variables });
    const { products } = await ask({ name: 'Trackway', server, body });
    after = products?.pageInfo.endCursor ?? undefined;
  }
  if (after === undefined) throw new Error(`There is no row ${rows}.`);
  return after;
}
