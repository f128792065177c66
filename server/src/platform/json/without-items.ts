import { isTurnOver, nextTurn } from '../concurrency/event-loop.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** A millisecond of the scan at most. */
const PIECE_BYTES = 256 * 1024;

/**
 * The JSON of an object in which some lists of it are empty, as text, with turns of other requests in between. No text is made of
 * their items: V8 keeps a text of megabytes until a full collection.
 */
export async function textWithoutItems(json: Buffer, names: ReadonlySet<string>): Promise<string> {
  const kept: string[] = [];
  let [keptFrom, keyFrom, keyTo, depth, nextLookAt] = [0, 0, 0, 0, PIECE_BYTES];
  let [isInString, isLeftOut] = [false, false];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        isInString = false;
        keyTo = at;
      }
    } else if (byte === QUOTE) {
      isInString = true;
      keyFrom = at + 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      // The string before a list of the object itself is its key.
      if (depth === 2 && byte === OPEN_LIST && names.has(json.toString('utf8', keyFrom, keyTo))) {
        kept.push(json.toString('utf8', keptFrom, at + 1));
        isLeftOut = true;
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === 1 && isLeftOut) {
        keptFrom = at;
        isLeftOut = false;
      }
    }
    if (at >= nextLookAt) {
      nextLookAt = at + PIECE_BYTES;
      if (isTurnOver()) await nextTurn();
    }
  }
  return kept.join('') + json.toString('utf8', keptFrom);
}
