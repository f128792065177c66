/** Origin that a file holds: kind, size, language, calculation and hash. */
export type Origin = Readonly<Record<string, unknown>>;

const PNG_SIGNATURE = '89504e470d0a1a0a';
const CHUNK_OVERHEAD = 12;

/** Reads the origin back from an SVG, PNG, PDF or JSON; undefined if the file has none. */
export function originOf(file: Buffer): Origin | undefined {
  const text = originText(file);
  if (text === undefined) return undefined;
  try {
    const origin: unknown = JSON.parse(text);
    if (typeof origin !== 'object' || origin === null || Array.isArray(origin)) return undefined;
    return Object.fromEntries(Object.entries(origin));
  } catch {
    return undefined;
  }
}

function originText(file: Buffer): string | undefined {
  if (file.subarray(0, 8).toString('hex') === PNG_SIGNATURE) return textInPng(file);
  const text = file.toString();
  if (text.startsWith('%PDF-')) return within(text, '<dc:source>', '</dc:source>');
  if (text.startsWith('{')) return text;
  return within(text, '<metadata id="trackway">', '</metadata>');
}

/** The text of the iTXt chunk `trackway`. */
function textInPng(file: Buffer): string | undefined {
  for (let at = 8; at + CHUNK_OVERHEAD <= file.length; ) {
    const length = file.readUInt32BE(at);
    const data = file.subarray(at + 8, at + 8 + length);
    const isText = file.toString('latin1', at + 4, at + 8) === 'iTXt';
    if (isText && data.toString('latin1', 0, 9) === 'trackway\0') {
      // Keyword, then compression flag and method, then language and translated keyword, both empty.
      return data.subarray(13).toString();
    }
    at += length + CHUNK_OVERHEAD;
  }
  return undefined;
}

function within(text: string, before: string, after: string): string | undefined {
  const from = text.indexOf(before);
  const to = text.indexOf(after, from);
  if (from < 0 || to < 0) return undefined;
  return unescaped(text.slice(from + before.length, to));
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => CHARACTERS[entity] ?? entity);
}
