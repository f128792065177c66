import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type AssetTools,
  FILE_TYPES,
  fileOfAsset,
  findServedAsset,
  isSigned,
} from '../domains/assets/index.ts';
import type { Db } from '../platform/database/index.ts';
import { decodeId } from '../platform/ids.ts';
import type { WorkPool } from '../platform/work-pool.ts';

export type AssetDependencies = {
  readonly db: Db;
  readonly services: { readonly assets: AssetTools; readonly pool: WorkPool };
};

type ToFile = {
  Params: { file: string };
  Querystring: { expires?: unknown; signature?: unknown };
};

/** A file runs nothing and loads nothing, even if somebody opens it as a page. */
const FILE_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** `GET /assets/{id}.{ext}`: rendered files, for everybody or by a signed address. */
export function registerAssetRoute(
  app: FastifyInstance,
  { db, services }: AssetDependencies,
): void {
  app.get<ToFile>('/assets/:file', async (request, reply) => {
    const [name = '', ending] = request.params.file.split('.');
    const id = decodeId('asset', name);
    const asset = id === undefined ? undefined : await findServedAsset(db, id);
    if (id === undefined || asset === undefined) return reply.callNotFound();
    const { mediaType, ending: expected } = FILE_TYPES[asset.format];
    const mayRead =
      asset.isPublic || isSigned(services.assets.urlKey, id, request.query, new Date());
    if (!mayRead || ending !== expected) return reply.callNotFound();
    const tag = `"${asset.sha256}"`;
    reply
      .headers(FILE_HEADERS)
      .header('ETag', tag)
      .header('Cache-Control', asset.isPublic ? FOR_EVER : 'private, no-store');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const bytes = await fileOfAsset({ ...services, ...services.assets }, asset);
    if (bytes === undefined) return gone(reply);
    return reply.type(mediaType).send(Buffer.from(bytes));
  });
}

/** The file is lost, and this version renders other bytes. */
function gone(reply: FastifyReply): FastifyReply {
  reply.header('Cache-Control', 'no-store').removeHeader('ETag');
  return reply.code(410).send({
    error:
      'The file is lost, and this version of the service renders it otherwise: render it again.',
  });
}
