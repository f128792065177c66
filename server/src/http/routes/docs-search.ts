import { readFile } from 'node:fs/promises';
import type { default as MiniSearch, Options, SearchOptions } from 'minisearch';

/** One passage of the docs, or one operation or type of the schema. */
export type SearchEntry = {
  readonly id: number;
  readonly title: string;
  /** Title of the page that it is on. */
  readonly page: string;
  readonly address: string;
  readonly text: string;
  /** Fields or values of a type, with their meanings. */
  readonly members: string;
  readonly beginning: string;
};
export type Found = Pick<SearchEntry, 'title' | 'page' | 'address' | 'beginning'>;

/** The index is written when the docs are built, and read with the same options. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'page', 'text', 'members'],
  storeFields: ['title', 'page', 'address', 'beginning'],
};

const MOST_CHARACTERS = 200;
const MOST_WORDS = 8;
const MOST_FOUND = 30;

/**
 * A single letter begins a thousand words, and almost every word is a small slip of it: 100 of them took 0.2 s of the event
 * loop.
 */
const LEAST_BEGINNING = 3;
const LEAST_MISSPELT = 4;
const HOW: SearchOptions = {
  prefix: (word) => word.length >= LEAST_BEGINNING,
  fuzzy: (word) => word.length >= LEAST_MISSPELT && 0.2,
  boost: { title: 4, page: 2, members: 0.1 },
};

/** Passages by their words: titles first, beginnings of words and small slips of the pen too. */
export class DocsSearch {
  readonly #file: string;
  #index: Promise<MiniSearch<SearchEntry>> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async find(text: string): Promise<Found[]> {
    const index = await this.#load();
    return index
      .search(wordsOf(text).join(' '), HOW)
      .slice(0, MOST_FOUND)
      .map(({ title, page, address, beginning }) => ({ title, page, address, beginning }));
  }

  #load(): Promise<MiniSearch<SearchEntry>> {
    this.#index ??= readIndex(this.#file);
    // The docs may still be being built: the next search reads again.
    this.#index.catch(() => {
      this.#index = undefined;
    });
    return this.#index;
  }
}

/** The first words, split where the library splits them: it takes words with a hyphen for several. */
function wordsOf(text: string): readonly string[] {
  const words = text
    .slice(0, MOST_CHARACTERS)
    .toLowerCase()
    .split(/[\s\p{Z}\p{P}]+/u);
  return [...new Set(words)].slice(0, MOST_WORDS);
}

async function readIndex(file: string): Promise<MiniSearch<SearchEntry>> {
  const [{ default: library }, json] = await Promise.all([
    import('minisearch'),
    readFile(file, 'utf8'),
  ]);
  return library.loadJSONAsync(json, SEARCH_OPTIONS);
}
