import { type PublicAnswer, type PublicRequest, refusal } from './answers.ts';
import { answerFont, answerIcon } from './font-routes.ts';
import { answerDid, answerStatusList } from './issuer-routes.ts';
import { answerPassport } from './passport-routes.ts';
import type { PublicDependencies } from './public-endpoint.ts';
import { answerDigitalLink, answerGlnPage, resolverDescription } from './resolver-routes.ts';
import { answerRest } from './rest-routes.ts';
import { answerVerify } from './verify-routes.ts';

type Route = (
  dependencies: PublicDependencies,
  request: PublicRequest,
) => Promise<PublicAnswer> | PublicAnswer;

const ROUTES: readonly (readonly [RegExp, Route])[] = [
  [/^\/(01|414|417)\//, answerDigitalLink],
  [/^\/(facilities|operators)\//, answerGlnPage],
  [/^\/dpp\/fonts\//, answerFont],
  [/^\/dpp\/icon\.svg$/, answerIcon],
  [/^\/dpp\//, answerPassport],
  [/^\/v1\//, answerRest],
  [/^\/status\//, answerStatusList],
  [/^\/dids\/|^\/\.well-known\/did\.json/, answerDid],
  [/^\/\.well-known\/gs1resolver/, resolverDescription],
  [/^\/verify/, answerVerify],
];

/** Paths that take a body, the page of a passport for the form with an access code; all others are only read. */
const WRITABLE = /^\/(v1|verify)(\/|$)|^\/dpp\/dpp_\w+(\/versions\/\d+)?$/;

/** The answer to a public request. */
export async function routeOf(
  dependencies: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const { method, path } = request;
  if (method !== 'GET' && !WRITABLE.test(path))
    return refusal(405, 'This path is only read: use GET or HEAD.', {
      headers: { Allow: 'GET, HEAD, OPTIONS' },
    });
  const route = ROUTES.find(([pattern]) => pattern.test(path))?.[1];
  if (route === undefined) return refusal(404, 'This address does not exist.');
  return route(dependencies, request);
}
