/** The lines of a UTF-8 text as it arrives, without their ends. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // A line of many megabytes is joined once, not for each part of it.
  let rest: string[] = [];
  for await (const part of source) {
    const [first = '', ...others] = decoder.decode(part, { stream: true }).split('\n');
    rest.push(first);
    if (others.length === 0) continue;
    yield rest.join('');
    rest = others.splice(-1);
    yield* others;
  }
  rest.push(decoder.decode());
  const last = rest.join('');
  if (last !== '') yield last;
}
