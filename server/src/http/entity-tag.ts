import { createHash } from 'node:crypto';

/** A cache names those that it keeps, a few. */
const MOST_TAGS = 64;

/** A strong entity tag: other bytes, such as another encoding of the same page, have another one. */
export function entityTagOf(...bytes: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const each of bytes) hash.update(each);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** True if the header If-None-Match names the entity, or any; a proxy may have made its tag a weak one. */
export function isNamed(tag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',', MOST_TAGS).some((each) => each.trim().replace(/^W\//, '') === tag);
}
