import type { JsonObject } from '../../../platform/json/index.ts';
import { GS1_VOCABULARY } from '../../../rules/gs1/linkset.ts';
import { isObject } from '../content/mask.ts';
import type { DppContent, DppView } from '../model.ts';
import { passportUrlNextTo } from './addresses.ts';
import { localizedIn, objectIn, objectsIn, textIn, textsIn } from './content.ts';
import { DOCUMENT_TYPES } from './links.ts';

const NAMES = 'urn:trackway:passport:';
/** Both values are JSON as it is: a reader of JSON-LD needs no word for what is in them. */
const CONTEXT = {
  passportVersion: { '@id': `${NAMES}version`, '@type': '@json' },
  passportContent: { '@id': `${NAMES}content`, '@type': '@json' },
};

/**
 * The whole content that the public sees, also the fields that UNTP has no word for, and the hash of the version: so the
 * signature covers the passport, and by the digests in the hash the fields that are withheld.
 */
export function characteristicsOf({ content, number, integrity }: DppView): JsonObject {
  const { hash, previousHash } = integrity;
  return {
    '@context': CONTEXT,
    passportVersion: { number, hash, previousHash },
    passportContent: content,
  };
}

/** The hash of the version that a credential was signed for; undefined if it names none. */
export function versionHashIn(credential: JsonObject | undefined): string | undefined {
  let value: unknown = credential;
  for (const name of ['credentialSubject', 'characteristics', 'passportVersion', 'hash'])
    value = isObject(value) ? value[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The picture of the version, or else the first image that the passport names. */
export function imageOf({ content, number }: DppView, url: string): JsonObject | undefined {
  const linkName = localizedIn(content, 'name')?.text ?? 'Picture';
  const sha256 = textIn(objectIn(content, 'picture'), 'sha256');
  const [image] = textsIn(content, 'images');
  if (sha256 !== undefined)
    return linkOf(`${url}/versions/${number}/picture`, linkName, { sha256 });
  return image === undefined ? undefined : linkOf(image, linkName);
}

/** Documents, and the passports of the parts and of the product before. */
export function relatedDocumentsOf(
  { content, predecessorId }: DppView,
  url: string,
): readonly JsonObject[] {
  const documents = objectsIn(content, 'documents').flatMap((document) => {
    const address = textIn(document, 'url');
    if (address === undefined) return [];
    return [
      linkOf(address, textIn(document, 'title') ?? address, {
        sha256: textIn(document, 'sha256'),
        mediaType: textIn(document, 'mediaType'),
        linkType: DOCUMENT_TYPES[textIn(document, 'type') ?? ''],
      }),
    ];
  });
  const parts = objectsIn(content, 'components').flatMap((part) => {
    const [name, uri] = [textIn(part, 'name'), textIn(part, 'uri')];
    if (name === undefined || uri === undefined) return [];
    return [linkOf(uri, name, { sha256: textIn(part, 'sha256'), linkType: 'dpp' })];
  });
  const before =
    predecessorId === null
      ? []
      : [linkOf(passportUrlNextTo(url, predecessorId), 'Passport before', { linkType: 'dpp' })];
  return [...documents, ...parts, ...before];
}

/** Documents that support a claim. */
export function evidenceOf(claim: DppContent, linkName: string): readonly JsonObject[] {
  return objectsIn(claim, 'evidence').flatMap((document) => {
    const url = textIn(document, 'url');
    return url === undefined ? [] : [linkOf(url, linkName, { sha256: textIn(document, 'sha256') })];
  });
}

type Facts = {
  readonly sha256?: string | undefined;
  readonly mediaType?: string | undefined;
  /** Name in the GS1 Web Vocabulary. */
  readonly linkType?: string | undefined;
};

function linkOf(
  linkURL: string,
  linkName: string,
  { sha256, mediaType, linkType }: Facts = {},
): JsonObject {
  return {
    linkURL,
    linkName,
    ...(sha256 === undefined ? {} : { digestMultibase: multibaseOf(sha256) }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(linkType === undefined ? {} : { linkType: `${GS1_VOCABULARY}${linkType}` }),
  };
}

/** A SHA-256 as multihash (0x12, 32 bytes) in multibase base64url. */
function multibaseOf(sha256: string): string {
  return `u${Buffer.from(`1220${sha256}`, 'hex').toString('base64url')}`;
}
