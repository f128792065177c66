/**
 * The text of a file: UTF-8, UTF-16 by its byte order mark, the encoding that an XML declaration
 * names, or else Windows-1252, which older programs of the field write.
 */
export function textOf(bytes: Uint8Array): string {
  const declared = /^<\?xml[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1];
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (declared !== undefined && !/^utf-?(8|16)$/i.test(declared)) {
    return new TextDecoder(declared).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 128 * MEGABYTE;
const MOST_TEXT_CHARACTERS = 64 * MEGABYTE;

/** A stream, whole. Archives have their directory at the end, so they are held in memory. */
export async function wholeOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`It is larger than ${MOST_BYTES / MEGABYTE} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Bounds the memory of a format whose data sets are all held until the last one is read. Returns a
 * function that counts each text, and throws beyond the limit.
 */
export function textBudget(): (text: string) => string {
  let characters = 0;
  return (text) => {
    characters += text.length;
    if (characters > MOST_TEXT_CHARACTERS) {
      const limit = MOST_TEXT_CHARACTERS / MEGABYTE;
      throw new Error(
        `Its data sets have more than ${limit} million characters: import it in parts.`,
      );
    }
    return text;
  };
}

/** 1,234,567 and, as India groups, 12,34,567; neither 0.25 nor 12,5. */
const GROUPED = /^[-+]?[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/;

/**
 * A decimal number as people write it: `1234.5`, `1.234,5`, `1,234.5`, `12,5`, `1 234,5`. Undefined if
 * it is none, or if a single separator before three digits leaves open which one it is and
 * `decimalComma` does not say.
 */
export function decimalOf(text: string, decimalComma?: boolean): number | undefined {
  const compact = text.trim().replaceAll(/[\s\u00a0\u202f']/g, '');
  if (/^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(compact) && decimalComma !== true) {
    return Number(compact);
  }
  const lastComma = compact.lastIndexOf(',');
  const lastPoint = compact.lastIndexOf('.');
  const isComma = decimalComma ?? lastComma > lastPoint;
  const [decimal, group] = isComma ? [',', '.'] : ['.', ','];
  const isAmbiguous =
    decimalComma === undefined && /^[-+]?[1-9]\d{0,2},\d{3}$/.test(compact) && lastPoint < 0;
  if (isAmbiguous) return undefined;
  const [whole = '', ...fraction] = compact.split(decimal);
  const plain = [GROUPED.test(whole) ? whole.replaceAll(group, '') : whole, ...fraction].join('.');
  return /^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(plain) ? Number(plain) : undefined;
}
