/** A clock that all processes of the machine share, in ms. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
