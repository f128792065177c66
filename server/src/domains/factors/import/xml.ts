import { setImmediate as nextTurn } from 'node:timers/promises';
import sax from 'sax';

/** An element with local names, its namespace prefix left out. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

type OpenElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const DEEPEST = 64;
const MOST_ELEMENTS_OF_RECORD = 500_000;
const SLICE_CHARACTERS = 64 * 1024;

/**
 * The elements of an XML text that have one of some local names, each whole, as soon as it is read.
 * Everything around them is dropped. Entities other than those of XML itself are errors, so that a
 * document cannot grow while it is read. Between slices other work gets its turn.
 */
export async function* xmlRecords(
  xml: string,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const ready: XmlElement[] = [];
  const parser = recordParser(names, (record) => ready.push(record));
  for (let at = 0; at < xml.length; at += SLICE_CHARACTERS) {
    parser.write(xml.slice(at, at + SLICE_CHARACTERS));
    yield* ready.splice(0);
    await nextTurn();
  }
  parser.close();
  yield* ready.splice(0);
}

function recordParser(names: ReadonlySet<string>, give: (record: XmlElement) => void) {
  const open: OpenElement[] = [];
  let depth = 0;
  let elements = 0;
  const parser = sax.parser(true, { trim: true, normalize: true });
  parser.onerror = (error) => {
    throw new Error(error.message.split('\n').join(' '));
  };
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw new Error(`Elements are nested deeper than ${DEEPEST}.`);
    const local = localName(name);
    if (open.length === 0) {
      if (!names.has(local)) return;
      elements = 0;
    }
    elements += 1;
    if (elements > MOST_ELEMENTS_OF_RECORD) {
      throw new Error(`One ${open[0]?.name} has more than ${MOST_ELEMENTS_OF_RECORD} elements.`);
    }
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), String(value)]);
    open.push({ name: local, attributes: Object.fromEntries(named), children: [], text: '' });
  };
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    depth -= 1;
    const element = open.pop();
    if (element === undefined) return;
    const parent = open.at(-1);
    if (parent === undefined) give(element);
    else parent.children.push(element);
  };
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The first element along a path of child names. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (parent, name) => parent?.children.find((child) => child.name === name),
    element,
  );
}

export function elementsAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): readonly XmlElement[] {
  const last = path.at(-1);
  const parent = elementAt(element, ...path.slice(0, -1));
  return parent?.children.filter((child) => child.name === last) ?? [];
}

/** The text of an element, in English where there are several languages. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  const found = elementsAt(element, ...path);
  return (found.find(({ attributes }) => attributes['lang'] === 'en') ?? found[0])?.text ?? '';
}
