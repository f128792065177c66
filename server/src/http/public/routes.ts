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

/** Paths with their route, and the query parameters that its answers depend on. A Digital Link passes on those of others. */
const ROUTES: readonly (readonly [RegExp, Route, readonly string[] | 'ALL'])[] = [
  [/^\/(01|414|417)\//, answerDigitalLink, 'ALL'],
  [/^\/(facilities|operators)\//, answerGlnPage, ['lang']],
  [/^\/dpp\/fonts\//, answerFont, []],
  [/^\/dpp\/icon\.svg$/, answerIcon, []],
  [/^\/dpp\//, answerPassport, ['after', 'at', 'lang']],
  [/^\/v1\//, answerRest, ['cursor', 'date', 'limit', 'representation']],
  [/^\/status\//, answerStatusList, []],
  [/^\/dids\/|^\/\.well-known\/did\.json/, answerDid, []],
  [/^\/\.well-known\/gs1resolver/, resolverDescription, []],
  [/^\/verify/, answerVerify, ['lang', 'url']],
];

/** Paths that take a posted body: a credential, and the form with an access code on the page of a passport. */
const POSTED = /^\/verify(\/|$)|^\/dpp\/dpp_\w+(\/versions\/\d+)?$/;
/** Its methods are those of EN 18222. */
const REST = /^\/v1\//;

/** The query parameters of a request that its answer depends on: its route sees no others, and they are no part of a key of the cache. */
export function queryAt(path: string, search: string): URLSearchParams {
  const given = new URLSearchParams(search);
  const [, , names = []] = ROUTES.find(([pattern]) => pattern.test(path)) ?? [];
  if (names === 'ALL') return given;
  return new URLSearchParams(
    names.flatMap((name): string[][] => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** The answer to a public request. */
export async function routeOf(
  dependencies: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const { method, path } = request;
  const isPosted = POSTED.test(path);
  if (method !== 'GET' && !(method === 'POST' && isPosted) && !REST.test(path)) {
    const message = isPosted
      ? 'This path is read by GET or HEAD, and takes a form by POST.'
      : 'This path is only read: use GET or HEAD.';
    const allow = isPosted ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
    return refusal(405, message, { headers: { Allow: allow } });
  }
  const [, route] = ROUTES.find(([pattern]) => pattern.test(path)) ?? [];
  if (route === undefined) return refusal(404, 'This address does not exist.');
  return route(dependencies, request);
}
