import { LRUCache } from 'lru-cache';

/** An answer ready to be written, in one encoding. */
export type CachedAnswer = {
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly etag: string;
};

/** An answer just made; without tags it is not kept. */
export type MadeAnswer = CachedAnswer & { readonly tags: readonly string[] | undefined };

const MOST_BYTES = 64 * 1024 * 1024;
/** Answers of one subject: languages, media types and addresses of a passport can be made up without end. */
const MOST_BYTES_OF_ONE = 1024 * 1024;
/** Answers of status 400 and above, together: so can addresses at which nothing is. */
const MOST_BYTES_OF_REFUSALS = 4 * 1024 * 1024;
/** Bytes of an entry in addition to its body, about. */
const OVERHEAD_BYTES = 1_000;

type Kept = CachedAnswer & { readonly tags: readonly string[] };

/** Kept answers of one subject; the one that was asked for last comes last. */
type Subject = { readonly keys: Set<string>; bytes: number };

/** No tag. */
const REFUSALS = 'refusals';

/**
 * Public answers in the memory of this process. Each has tags of the rows that it was made from; a notice of
 * the database that names a tag drops them. Without a connection that brings notices nothing is kept, and what
 * was kept before is served only while the database does not answer. Of what its first tag names a bounded part is kept.
 */
export class AnswerCache {
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #subjects = new Map<string, Subject>();
  readonly #answers = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: bytesOf,
    dispose: (kept, key) => this.#forget(kept, key),
  });
  readonly #making = new Map<string, Promise<CachedAnswer>>();
  /** For each answer that is being made: the tags that were dropped meanwhile. */
  readonly #droppedMeanwhile = new Set<Set<string>>();
  #isListening = false;

  get(key: string): CachedAnswer | undefined {
    const kept = this.#isListening ? this.#answers.get(key) : undefined;
    const keys = kept && this.#subjects.get(subjectOf(kept))?.keys;
    if (keys?.delete(key)) keys.add(key);
    return kept;
  }

  /** The last answer that is known, for the time in which the database does not answer. */
  lastKnown(key: string): CachedAnswer | undefined {
    return this.#answers.get(key);
  }

  /** The answer to a request; requests for the same at the same time share the work. */
  make(key: string, work: () => Promise<MadeAnswer>): Promise<CachedAnswer> {
    const under = this.#making.get(key);
    if (under !== undefined) return under;
    const making = this.#makeAndKeep(key, work).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  /** A notice: drops the answers with a tag, or all. */
  drop(tag: string): void {
    for (const dropped of this.#droppedMeanwhile) dropped.add(tag);
    // A request that comes after the notice must not share work that began before it.
    this.#making.clear();
    if (tag === 'all') this.#answers.clear();
    else for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#answers.delete(key);
  }

  /** Notices arrive from now on; those before may have been missed. */
  listen(): void {
    this.#isListening = true;
    this.drop('all');
  }

  /** No notices arrive. */
  stopListening(): void {
    this.#isListening = false;
    this.#making.clear();
  }

  async #makeAndKeep(key: string, work: () => Promise<MadeAnswer>): Promise<CachedAnswer> {
    const dropped = new Set<string>();
    this.#droppedMeanwhile.add(dropped);
    try {
      const { tags, ...answer } = await work();
      const isStale = dropped.has('all') || tags?.some((tag) => dropped.has(tag));
      if (tags !== undefined && isStale !== true && this.#isListening) {
        // A compressed body is part of a chunk of 64 kB, which it would keep: 1,500 answers of 4 kB held 100 MB.
        const body = Buffer.from(new Uint8Array(answer.body).buffer);
        this.#keep(key, { ...answer, body, tags });
      }
      return answer;
    } finally {
      this.#droppedMeanwhile.delete(dropped);
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#answers.set(key, kept);
    for (const tag of kept.tags) this.#keysOf(tag).add(key);
    const name = subjectOf(kept);
    const subject = this.#subjects.getOrInsertComputed(name, () => ({ keys: new Set(), bytes: 0 }));
    subject.keys.add(key);
    subject.bytes += bytesOf(kept, key);
    const mostBytes = name === REFUSALS ? MOST_BYTES_OF_REFUSALS : MOST_BYTES_OF_ONE;
    for (const oldest of subject.keys) {
      if (subject.bytes <= mostBytes || oldest === key) break;
      this.#answers.delete(oldest);
    }
  }

  #keysOf(tag: string): Set<string> {
    return this.#keysByTag.getOrInsertComputed(tag, () => new Set());
  }

  #forget(kept: Kept, key: string): void {
    for (const tag of kept.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
    const name = subjectOf(kept);
    const subject = this.#subjects.get(name);
    if (subject === undefined) return;
    subject.keys.delete(key);
    subject.bytes -= bytesOf(kept, key);
    if (subject.keys.size === 0) this.#subjects.delete(name);
  }
}

function bytesOf({ body }: Kept, key: string): number {
  return body.length + key.length + OVERHEAD_BYTES;
}

/** A passport that was revoked (410) is answered as one that is published: many may ask for it. */
function subjectOf({ status, tags: [first = ''] }: Kept): string {
  return status >= 400 && status !== 410 ? REFUSALS : first;
}
