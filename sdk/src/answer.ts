import { type Problem, TrackwayError } from './error.ts';

/** `extensions` of every answer of the API. */
export type Extensions = {
  readonly requestId: string;
  readonly cost: number;
  readonly rateLimit: { readonly remaining: number; readonly resetAt: string };
};

/** An answer of the API: its data, or an error with the headers that say when to try again. */
export type Answer<Result> = { readonly extensions: Extensions | undefined } & (
  | { readonly data: Result; readonly error?: undefined }
  | { readonly error: TrackwayError; readonly headers: Headers | undefined }
);

type Body<Result> = {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Extensions;
};

/** Reads the body of an answer. The first error is the one that is thrown. */
export function readAnswer<Result>(status: number, headers: Headers, text: string): Answer<Result> {
  const body = parse<Result>(text);
  const extensions = body?.extensions;
  const requestId = extensions?.requestId ?? headers.get('x-request-id') ?? undefined;
  const [first, ...others] = body?.errors ?? [];
  if (body?.data !== undefined && body.data !== null && first === undefined)
    return { data: body.data, extensions };
  if (first === undefined) {
    const message = `The answer is not a GraphQL response (HTTP ${status}).`;
    return {
      error: new TrackwayError(message, { code: 'INVALID_RESPONSE', status, requestId }),
      headers,
      extensions,
    };
  }
  const { extensions: details = {} } = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const error = new TrackwayError(`${first.message}${more}`, {
    code: typeof details['code'] === 'string' ? details['code'] : 'INVALID_RESPONSE',
    status,
    requestId,
    problems: (body?.errors ?? []).flatMap((entry) => problemsOf(entry.extensions?.['problems'])),
    extensions: details,
    data: body?.data,
  });
  return { error, headers, extensions };
}

function parse<Result>(text: string): Body<Result> | undefined {
  try {
    const value: Body<Result> | null = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function problemsOf(value: unknown): Problem[] {
  return Array.isArray(value) ? value.filter(isProblem) : [];
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    Array.isArray(value.path) &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
