import { hash } from 'node:crypto';

/** Number of rows, and the sum of the first 48 bits of their SHA-256: the same in every order of the rows. */
export type RowSum = { readonly count: number; readonly sum: number };

const MODULUS = 2 ** 48;
const NEW_LINE = 10;

/** Passes the text of COPY on, in which a row is a line, and sums its rows up. */
export async function* summingRows(
  content: AsyncIterable<Buffer>,
  onEnd: (rows: RowSum) => void,
): AsyncGenerator<Buffer> {
  let [count, sum] = [0, 0];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = text.indexOf(NEW_LINE); end >= 0; end = text.indexOf(NEW_LINE, start)) {
      const digest = hash('sha256', text.subarray(start, end), 'buffer');
      sum = (sum + digest.readUIntBE(0, 6)) % MODULUS;
      count += 1;
      start = end + 1;
    }
    rest = text.subarray(start);
    yield chunk;
  }
  onEnd({ count, sum });
}
