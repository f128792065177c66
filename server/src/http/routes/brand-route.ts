import type { FastifyInstance } from 'fastify';
import { findLogo, LOGO_TYPES, logoFileOf } from '../../domains/brands/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { ENVIRONMENTS } from '../../platform/scope.ts';
import { FILE_HEADERS, FOR_EVER } from './file-headers.ts';

type ToLogo = { Params: { organization: string; environment: string; file: string } };

/** `GET /brands/{organization}/{environment}/{sha256}.{svg|png}`: logos of brands, for everybody. */
export function registerBrandRoute(app: FastifyInstance, { db }: { readonly db: Db }): void {
  app.get<ToLogo>('/brands/:organization/:environment/:file', async (request, reply) => {
    const { organization, environment: plane, file } = request.params;
    const organizationId = decodeId('organization', organization);
    const environment = ENVIRONMENTS.find((each) => each.toLowerCase() === plane);
    const [, sha256, ending] = /^([0-9a-f]{64})\.(svg|png)$/.exec(file) ?? [];
    if (organizationId === undefined || environment === undefined || sha256 === undefined) {
      return reply.callNotFound();
    }
    const logo = await findLogo({ db, scope: { organizationId, environment } }, sha256);
    if (logo === undefined) return reply.callNotFound();
    const { format, bytes } = logoFileOf(logo);
    const { mediaType, ending: expected } = LOGO_TYPES[format];
    if (ending !== expected) return reply.callNotFound();
    const tag = `"${sha256}"`;
    reply.headers(FILE_HEADERS).header('ETag', tag).header('Cache-Control', FOR_EVER);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(mediaType).send(bytes);
  });
}
