import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  assertAwaitingUpload,
  assertMayRun,
  type BulkJob,
  bulkJobFor,
  type FilePart,
  fileOf,
  hasFile,
  receiveFile,
} from '../../domains/bulk/index.ts';
import { forTenant } from '../../platform/database/index.ts';
import { type Files, sizeOf } from '../../platform/files/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { ApiError, notFound } from '../../rules/errors/api-error.ts';
import { errorHeaders, identify } from '../identify.ts';
import { apiErrorOf, errorResponse, responseExtensions, statusOf } from '../respond.ts';
import { byteRangeOf } from './byte-range.ts';
import {
  admitCaller,
  type KeyedDependencies,
  rateLimitOf,
  registerKeyedRoutes,
  requestIdOf,
} from './keyed-routes.ts';

/** Two for API keys, and one for a person in the dashboard. */
const FOLDERS = ['/bulk', '/sandbox/bulk', '/app/bulk/:organization/:world'] as const;

type ToJob = { Params: { jobId: string } };

const UPLOAD_TYPES =
  /^(application\/(jsonl|x-ndjson|ndjson|x-jsonlines|json|octet-stream)|text\/(csv|plain))\s*(;|$)/i;
const DOWNLOAD_TYPES = { JSONL: 'application/jsonl', CSV: 'text/csv; charset=utf-8' } as const;

const BROKEN_OFF = new ApiError('BAD_REQUEST', 'The upload broke off before its end.');

/** The files of bulk jobs: `PUT …/bulk/{jobId}`, `GET …/result`, `GET …/download`, with the API key or a session. */
export function registerBulkRoutes(app: FastifyInstance, dependencies: KeyedDependencies): void {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { raw } = request;
    const cause = raw.destroyed && !raw.complete ? BROKEN_OFF : error;
    const refusal = apiErrorOf(cause, requestIdOf(reply), dependencies.log);
    const { errors } = errorResponse(refusal, 'application/json');
    const status = statusOf(refusal.code);
    reply.headers(errorHeaders(status, refusal));
    return reply.code(status).send({ errors, extensions: extensionsOf(request, reply) });
  };
  registerKeyedRoutes(app, refuse, (routes, deadlines) => {
    routes.removeAllContentTypeParsers();
    // The body stays the stream that it is: it may be larger than memory.
    routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    /** The caller and the job, under the deadline of all requests; only the file may take longer. */
    const jobOf = (request: FastifyRequest<ToJob>, reply: FastifyReply) => {
      const operation = request.method === 'PUT' ? 'bulk upload' : 'bulk download';
      const find = async () => {
        const caller = await identify(dependencies, request.raw);
        await admitCaller(dependencies, caller, { request, reply, operation });
        dependencies.bounds.transfers.begin(caller.scope.organizationId, reply.raw);
        const id = decodeId('job', request.params.jobId);
        return { caller, job: await bulkJobFor(dependencies.db, caller, id) };
      };
      return deadlines.keep(find());
    };

    for (const folder of FOLDERS) {
      routes.put<ToJob>(`${folder}/:jobId`, async (request, reply) => {
        const { db, services } = dependencies;
        const { disk, bulk } = services;
        const { caller, job } = await jobOf(request, reply);
        assertMayRun(caller, job.direction, job.type);
        assertAwaitingUpload(job);
        disk.assertRoomForFiles();
        const length = request.headers['content-length'];
        const declaredBytes = length === undefined ? undefined : Number(length);
        const upload = { db, files: bulk.files, tier: caller.tier, declaredBytes };
        const taken = await forTenant(caller.scope.organizationId, () =>
          receiveFile(upload, job, bodyOf(request)),
        );
        return reply.send({
          data: { job: shown(taken) },
          extensions: extensionsOf(request, reply),
        });
      });
      for (const part of ['result', 'download'] as const) {
        routes.get<ToJob>(`${folder}/:jobId/${part}`, async (request, reply) => {
          const { job } = await jobOf(request, reply);
          return sendFile(request, reply, dependencies.services.bulk.files, { job, part });
        });
      }
    }
  });
}

function extensionsOf(request: FastifyRequest, reply: FastifyReply) {
  return responseExtensions(requestIdOf(reply), 0, rateLimitOf(request));
}

/** Streams the body; a body that is not a plain file of a known type is refused unread. */
function bodyOf(request: FastifyRequest): Readable {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
  if (type !== undefined && !UPLOAD_TYPES.test(type)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the file as application/jsonl, text/csv or application/octet-stream.',
    );
  }
  if (encoding !== 'identity')
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the file uncompressed.');
  const { body } = request;
  return body instanceof Readable ? body : Readable.from([]);
}

/** Sends a file, or the part of it that an interrupted download still lacks. */
async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  { job, part }: { readonly job: BulkJob; readonly part: FilePart },
): Promise<FastifyReply> {
  const name = fileOf(job, part);
  const size = hasFile(job, part) ? await sizeOf(files, name) : undefined;
  if (size === undefined) {
    throw notFound(`The ${part} of the job (it is ${job.state}; files are kept for 7 days)`);
  }
  const format = part === 'result' ? 'JSONL' : job.format;
  const file = `${encodeId('job', job.id)}.${part === 'result' ? 'result.' : ''}${format.toLowerCase()}`;
  // Bytes of a file never change: the result of a running import only grows.
  const etag = `"${file}-${size}"`;
  const isOther = (headers['if-range'] ?? etag) !== etag;
  const range = isOther ? undefined : byteRangeOf(headers.range, size);
  reply.header('Accept-Ranges', 'bytes').header('ETag', etag);
  if (range === null) return reply.code(416).header('Content-Range', `bytes */${size}`).send();
  const { from, to } = range ?? { from: 0, to: size };
  if (range !== undefined)
    reply.code(206).header('Content-Range', `bytes ${from}-${to - 1}/${size}`);
  return reply
    .header('Content-Type', DOWNLOAD_TYPES[format])
    .header('Content-Length', to - from)
    .header('Content-Disposition', `attachment; filename="${file}"`)
    .header('X-Content-Type-Options', 'nosniff')
    .send(files.read(name, from, to));
}

function shown({ id, state, totalCount }: BulkJob) {
  return { id: encodeId('job', id), state, totalCount };
}
