import { ApiError } from '../rules/errors/api-error.ts';

const MEDIA_TYPES = ['application/json', 'application/graphql-response+json'] as const;
/** A header of 15 kB has thousands. */
const MOST_RANGES = 64;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** The media type of the answer, by the header Accept; the refusal of it is answered in JSON all the same. */
export function acceptedMediaType(accept: string | undefined): MediaType {
  if (accept === undefined || accept === '*/*' || accept === 'application/json')
    return 'application/json';
  let best: { readonly type: MediaType; readonly quality: number } | undefined;
  for (const range of accept.split(',', MOST_RANGES)) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const type = MEDIA_TYPES.find(
      (candidate) => name === candidate || name === '*/*' || name === 'application/*',
    );
    const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    if (type !== undefined && quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (best === undefined) {
    throw new ApiError(
      'NOT_ACCEPTABLE',
      `The answer comes as ${MEDIA_TYPES.join(' or ')}; the header Accept allows neither.`,
    );
  }
  return best.type;
}

const JSON_TYPE = /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?\s*(?:;\s*)?)?)?$/i;

/** Only JSON in UTF-8, not compressed: other ways in are ways around a check. */
export function assertJsonContent(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): void {
  if (contentType !== 'application/json' && !JSON_TYPE.test(contentType ?? '')) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the request with Content-Type: application/json, in UTF-8.',
    );
  }
  if (contentEncoding !== undefined && contentEncoding !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the request body uncompressed.');
  }
}
