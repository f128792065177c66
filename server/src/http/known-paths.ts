import type { FastifyInstance } from 'fastify';

/** The methods of each registered path, for the refusal of a request with another one. */
export class KnownPaths {
  readonly #routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const route = { pattern: patternOf(url), methods: new Set<string>() };
      const { methods } = this.#routes.getOrInsert(url, route);
      for (const each of [method].flat()) methods.add(each);
    });
  }

  /** Methods of the routes at the path of a URL, as the header `Allow` has them; undefined if there are none. */
  allowedAt(url: string): string | undefined {
    const [path = ''] = url.split('?');
    const routes = this.#routes.values().filter(({ pattern }) => pattern.test(path));
    const methods = new Set(routes.flatMap((route) => route.methods));
    return methods.size === 0 ? undefined : [...methods].join(', ');
  }
}

/** `:name` is one part of a path and `*` the rest; a slash at the end is ignored, as by the router. */
function patternOf(route: string): RegExp {
  const parts = route.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.');
  });
  return new RegExp(`^${parts.join('/')}/?$`);
}
