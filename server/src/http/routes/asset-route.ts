import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type AssetTools,
  batchOf,
  FILE_TYPES,
  fileOfAsset,
  findServedAsset,
  isSigned,
  signedBatch,
  zipOfBatch,
} from '../../domains/assets/index.ts';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import type { Db } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { findJobs } from '../../platform/jobs/index.ts';
import { ENVIRONMENTS } from '../../platform/scope.ts';
import type { Bounds } from '../limits/bounds.ts';
import { FILE_HEADERS, FOR_EVER } from './file-headers.ts';

type AssetDependencies = {
  readonly db: Db;
  readonly services: { readonly assets: AssetTools; readonly pool: WorkPool };
  readonly bounds: Bounds;
};

type ToFile = {
  Params: { file: string };
  Querystring: { expires?: unknown; signature?: unknown };
};

/** `GET /assets/{id}.{ext}`: rendered files, for everybody or by a signed address. */
export function registerAssetRoute(
  app: FastifyInstance,
  { db, services, bounds }: AssetDependencies,
): void {
  registerBatchRoute(app, { db, services, bounds });
  app.get<ToFile>('/assets/:file', async (request, reply) => {
    const [name = '', ending] = request.params.file.split('.');
    const id = decodeId('asset', name);
    const asset = id === undefined ? undefined : await findServedAsset(db, id);
    if (id === undefined || asset === undefined) return notServed(reply);
    const { mediaType, ending: expected } = FILE_TYPES[asset.format];
    const mayRead =
      asset.isPublic || isSigned(services.assets.urlKey, id, request.query, new Date());
    if (!mayRead || ending !== expected) return notServed(reply);
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

type ToBatch = {
  Params: { organization: string; environment: string; file: string };
  Querystring: { expires?: unknown; signature?: unknown };
};

/** `GET /assets/{organization}/{environment}/{job}.zip`: all files of a batch, by a signed address. */
function registerBatchRoute(
  app: FastifyInstance,
  { db, services, bounds }: AssetDependencies,
): void {
  app.get<ToBatch>('/assets/:organization/:environment/:file', async (request, reply) => {
    const { organization, environment: plane, file } = request.params;
    const organizationId = decodeId('organization', organization);
    const id = file.endsWith('.zip') ? decodeId('job', file.slice(0, -4)) : undefined;
    const environment = ENVIRONMENTS.find((each) => each.toLowerCase() === plane);
    if (organizationId === undefined || id === undefined || environment === undefined) {
      return notServed(reply);
    }
    const scope = { organizationId, environment };
    const signed = signedBatch(scope, id);
    if (!isSigned(services.assets.urlKey, signed, request.query, new Date())) {
      return notServed(reply);
    }
    bounds.transfers.begin(organizationId, reply.raw);
    const [job] = await findJobs({ db, scope }, [id]);
    const batch = batchOf(job);
    if (batch === undefined) return notServed(reply);
    return reply
      .type('application/zip')
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `attachment; filename="${file}"`)
      .send(zipOfBatch(db, { ...services, ...services.assets }, batch));
  });
}

/** The same for a file that is not there and for one that the request may not read. */
function notServed(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({
    error:
      'No public file has this address. A signed link ends after an hour: read `url` of the asset, or `zipUrl` of the batch, again.',
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
