import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AUDIENCES,
  carWayOf,
  type DppView,
  findDraft,
  passportPage,
  pictureOfView,
} from '../../domains/passports/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import { notFound } from '../../rules/errors/api-error.ts';
import { errorHeaders, identify } from '../identify.ts';
import { pageAnswer } from '../public/page-answer.ts';
import { pageBrandOf } from '../public/page-brand.ts';
import { apiErrorOf, statusOf } from '../respond.ts';
import {
  admitCaller,
  type KeyedDependencies,
  registerKeyedRoutes,
  requestIdOf,
} from './keyed-routes.ts';

type ToDraft = {
  Params: { id: string };
  Querystring: { audience?: string; lang?: string };
};

const PATH = '/app/passports/:organization/:world/:id';

/** `GET /app/passports/{organization}/{live|sandbox}/{id}`: a draft as its public page, for the members of its organization. */
export function registerDraftPageRoute(
  app: FastifyInstance,
  dependencies: KeyedDependencies,
): void {
  const { db, services, log } = dependencies;
  const refuse = (error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const refusal = apiErrorOf(error, requestIdOf(reply), log);
    const status = statusOf(refusal.code);
    // A person reads it in the place of the page.
    return reply
      .code(status)
      .headers(errorHeaders(status, refusal))
      .type('text/plain; charset=utf-8')
      .send(refusal.message);
  };
  registerKeyedRoutes(app, refuse, (routes, deadlines) => {
    const viewFor = async (
      request: FastifyRequest<ToDraft>,
      reply: FastifyReply,
    ): Promise<DppView> => {
      const caller = await identify(dependencies, request.raw);
      await admitCaller(dependencies, caller, { request, reply, operation: 'draft page' });
      assertAllowed(caller, { permission: 'DPPS_READ' }, 'The page of a draft');
      const id = decodeId('dpp', request.params.id);
      const audience = AUDIENCES.find((each) => each === request.query.audience) ?? 'PUBLIC';
      const view = id && (await findDraft({ db, scope: caller.scope }, id, audience));
      if (view) return view;
      throw notFound('The draft');
    };

    routes.get<ToDraft>(PATH, async (request, reply) => {
      const view = await deadlines.keep(viewFor(request, reply));
      const brand = await pageBrandOf(db, view);
      const [path = ''] = request.url.split('?');
      const pictureUrl = `${path}/picture?audience=${view.audience}`;
      const carWay = carWayOf(view.content, services.equivalencies);
      const appearance = { brand, carWay, pictureUrl, path: `${path}?audience=${view.audience}` };
      const asked = {
        query: new URLSearchParams(request.query),
        acceptLanguage: request.headers['accept-language'],
        // The limit of the caller has counted it.
        spend: () => {},
      };
      const { status, type, headers, body } = pageAnswer(200, asked, (language, readers) =>
        passportPage(view, [], services.publicUrls, language, { ...appearance, readers }),
      );
      return reply
        .code(status)
        .type(`${type}; charset=utf-8`)
        .headers(headers ?? {})
        .send(body);
    });

    routes.get<ToDraft>(`${PATH}/picture`, async (request, reply) => {
      const view = await deadlines.keep(viewFor(request, reply));
      const picture = await pictureOfView(db, view);
      if (picture === undefined) throw notFound('The picture');
      return reply.type(picture.mediaType).send(picture.bytes);
    });
  });
}
