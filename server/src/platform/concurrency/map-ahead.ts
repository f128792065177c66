/**
 * Maps inputs in their order, with the work of several of them under way at once. A caller that stops
 * early leaves work behind whose outcome nobody reads.
 */
export async function* mapAhead<Input, Output>(
  inputs: AsyncIterable<Input>,
  work: (input: Input) => Promise<Output>,
  most: number,
): AsyncGenerator<{ readonly input: Input; readonly output: Output }> {
  const underWay: Promise<{ readonly input: Input; readonly output: Output }>[] = [];
  for await (const input of inputs) {
    const next = work(input).then((output) => ({ input, output }));
    // A failure is met when the output is awaited, which an earlier failure may prevent.
    next.catch(() => {});
    underWay.push(next);
    const first = underWay.length < most ? undefined : underWay.shift();
    if (first !== undefined) yield await first;
  }
  for (const next of underWay) yield await next;
}
