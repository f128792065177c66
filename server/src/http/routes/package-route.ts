import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { PACKAGE_NAME } from '../../domains/backups/index.ts';
import type { Files } from '../../platform/files/index.ts';

/** Place of the packages that another Trackway sends, and the secret that it shows. */
type PackageInbox = { readonly files: Files; readonly token: string };

/** 100 passports with pictures and a hundred versions each are far below. */
const MOST_BYTES = 2 * 1024 ** 3;

class TooLarge extends Error {}

/** `PUT /packages/{day}/{id}.zip` of an instance in the role of back-up: takes a package of the first operator. */
export function registerPackageRoute(app: FastifyInstance, { files, token }: PackageInbox): void {
  const expected = digestOf(`Bearer ${token}`);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays the stream that it is: it may be larger than memory.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.put<{ Params: { day: string; file: string } }>(
      '/packages/:day/:file',
      async ({ params, headers, body }, reply) => {
        if (!timingSafeEqual(digestOf(headers.authorization ?? ''), expected))
          return reply
            .code(401)
            .header('WWW-Authenticate', 'Bearer')
            .send({ error: 'Wrong token.' });
        const name = `${params.day}/${params.file}`;
        if (!PACKAGE_NAME.test(name))
          return reply.code(404).send({ error: 'No name of a package.' });
        const content = body instanceof Readable ? body : Readable.from([]);
        try {
          const draft = await files.draft(name, bounded(content));
          await draft.commit().finally(draft.discard);
        } catch (error) {
          if (error instanceof TooLarge) return reply.code(413).send({ error: error.message });
          throw error;
        }
        return reply.code(204).send();
      },
    );
  });
}

async function* bounded(content: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new TooLarge(`A package has at most ${MOST_BYTES} bytes.`);
    yield part;
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
