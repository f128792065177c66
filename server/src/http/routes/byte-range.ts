type ByteRange = {
  readonly from: number;
  /** The byte after the last one. */
  readonly to: number;
};

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The range of bytes that a request asks for (RFC 9110, 14.1.2): `bytes=0-99`, `bytes=100-` or `bytes=-50`. Undefined, which
 * means the whole file, if it asks for none, for several, or in another form. Null if it begins behind the end.
 */
export function byteRangeOf(
  header: string | undefined,
  size: number,
): ByteRange | null | undefined {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return from < size ? { from, to } : null;
}
