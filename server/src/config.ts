import { resolve } from 'node:path';
import { decodeId } from './platform/ids.ts';
import { LOG_LEVELS } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';

export type Config = ReturnType<typeof readConfig>;

/** Declarations of the environment variables; `docs/configuration.md` is generated from them. */
export type Variable = {
  readonly name: string;
  readonly default: string | undefined;
  readonly meaning: string;
};

/**
 * The environment, parsed once: the only place that reads it. All mistakes are reported together,
 * and a name `TRACKWAY_…` that means nothing is refused, because it is a typing error.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const reader = new Reader(env);
  const config = declare(reader);
  reader.refuseUnknown('TRACKWAY_');
  reader.throwProblems();
  return config;
}

export function configVariables(): readonly Variable[] {
  const reader = new Reader({});
  declare(reader);
  return reader.variables;
}

function declare(read: Reader) {
  return {
    port: read.port('PORT', '4000', 'Port that the service listens on.'),
    host: read.text('HOST', '127.0.0.1', 'Address that the service listens on.'),
    baseUrl: read.url(
      'TRACKWAY_BASE_URL',
      ['http', 'https'],
      'Address under which clients reach the service, when it is not http://localhost:PORT.',
    ),
    sandboxHost: read.optional(
      'TRACKWAY_SANDBOX_HOST',
      'Host name on which /graphql is the sandbox.',
    ),
    role: read.oneOf(
      'TRACKWAY_ROLE',
      ['all', 'api', 'worker'],
      'all',
      'Work of this process: answer requests (`api`), run jobs (`worker`) or both. All answer /healthz, /readyz and /metrics.',
    ),
    dataFolder: resolve(
      read.text(
        'TRACKWAY_DATA',
        './.trackway',
        'Folder of the embedded database, of generated secrets and of the files of imports and exports.',
      ),
    ),
    databaseUrl: read.url(
      'DATABASE_URL',
      ['postgres', 'postgresql'],
      'PostgreSQL of version 15 or newer to use instead of the embedded one.',
    ),
    redisUrl: read.url(
      'REDIS_URL',
      ['redis', 'rediss', 'valkey', 'valkeys'],
      'Redis or Valkey that shares rate limits between processes.',
    ),
    secret: read.secret(
      'TRACKWAY_SECRET',
      'Secret of at least 32 characters behind keys and cursors; the same for all processes. By default one is made and kept in TRACKWAY_DATA.',
    ),
    earlierSecrets: read.secrets(
      'TRACKWAY_EARLIER_SECRETS',
      'Earlier values of TRACKWAY_SECRET, comma-separated: API keys and webhook secrets made under them still work, and are taken over to the current one.',
    ),
    apiKey: read.optional(
      'TRACKWAY_API_KEY',
      'API key of the commands that call the API, such as `trackway query`; the service does not read it.',
    ),
    smtpUrl: read.url(
      'SMTP_URL',
      ['smtp', 'smtps'],
      'Mail server for links to new passwords, such as smtps://user:password@mail.example.com?from=trackway@example.com. Without it, owners hand links on themselves.',
    ),
    signUp: read.oneOf(
      'TRACKWAY_SIGN_UP',
      ['invitation', 'open'],
      'invitation',
      'Registration: by invitation only, or (`open`) for everybody, each with a new organization of the tier FREE.',
    ),
    metricsPort: read.optionalPort(
      'METRICS_PORT',
      'Port for /metrics, when it should not be on PORT.',
    ),
    logLevel: read.oneOf(
      'LOG_LEVEL',
      LOG_LEVELS,
      'warn',
      'Least severe level that is logged (JSON lines on stderr).',
    ),
    corsOrigins: read.origins(
      'TRACKWAY_CORS_ORIGINS',
      'Origins, comma-separated (such as https://tools.example), whose pages may call the API from a browser; none by default.',
    ),
    requestLogDays: read.wholeNumber(
      'TRACKWAY_REQUEST_LOG_DAYS',
      { fallback: 7, most: 90 },
      'Days for which requests are kept for `requests`, besides today; 0 keeps no log. At most 90.',
    ),
    lameDuckSeconds: read.wholeNumber(
      'TRACKWAY_LAME_DUCK_SECONDS',
      { fallback: 5, most: 300 },
      'Seconds from SIGTERM to the end of new requests: /readyz answers 503 and all others go on, so that a load balancer takes the process out first. SIGINT ends them at once. At most 300.',
    ),
    directAnswers: read.oneOf(
      'TRACKWAY_DIRECT_ANSWERS',
      ['on', 'off'],
      'on',
      'Writes the answers of plain queries and lists from the bytes of the database; `off` sends every document through the GraphQL executor. The answers are the same.',
    ),
    webhookAllowedHosts: read.list(
      'WEBHOOK_ALLOWED_HOSTS',
      'Hosts, comma-separated, that webhooks may reach at a private address; the sandbox by http too.',
    ),
    webhookProxyUrl: read.url(
      'WEBHOOK_PROXY_URL',
      ['http', 'https'],
      'HTTP proxy that all webhooks go through, by CONNECT. The proxy variables of the environment have no effect.',
    ),
    passportHosts: read.hosts(
      'TRACKWAY_PASSPORT_HOSTS',
      'Hosts of organizations, comma-separated (such as id.acme.example=org_01k…): each serves the public passports of one organization, over https. Other organizations share the address of the service.',
    ),
    recordStatements: read.optional(
      'TRACKWAY_RECORD_STATEMENTS',
      'File to which every distinct SQL statement is appended; the tests check tenancy with it.',
    ),
  };
}

/** Reads variables one by one and collects their names and errors. */
class Reader {
  readonly variables: Variable[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #problems: string[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  optional(name: string, meaning: string): string | undefined {
    return this.#read(name, undefined, meaning);
  }

  text(name: string, fallback: string, meaning: string): string {
    return this.#read(name, fallback, meaning) ?? fallback;
  }

  list(name: string, meaning: string): readonly string[] {
    const text = this.#read(name, undefined, meaning) ?? '';
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  origins(name: string, meaning: string): readonly string[] {
    const origins = this.list(name, meaning);
    for (const origin of origins) {
      if (!isOrigin(origin))
        this.#problem(
          name,
          `must list origins such as https://tools.example, without a path, not "${origin}"`,
        );
    }
    return origins;
  }

  /** The organizations (uuids) by their hosts. */
  hosts(name: string, meaning: string): ReadonlyMap<string, string> {
    const hosts = new Map<string, string>();
    for (const entry of this.list(name, meaning)) {
      const [host = '', id = ''] = entry.split('=');
      const organizationId = decodeId('organization', id);
      if (!isHost(host) || organizationId === undefined)
        this.#problem(name, `must list hosts such as id.acme.example=org_01k…, not "${entry}"`);
      else hosts.set(host, organizationId);
    }
    return hosts;
  }

  oneOf<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
    meaning: string,
  ): Choice {
    const text = this.#read(name, fallback, meaning);
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined)
      this.#problem(name, `must be one of ${choices.join(', ')}, not "${text}"`);
    return choice ?? fallback;
  }

  wholeNumber(
    name: string,
    { fallback, most }: { readonly fallback: number; readonly most: number },
    meaning: string,
  ): number {
    const text = this.#read(name, String(fallback), meaning);
    const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
    if (!(value <= most))
      this.#problem(name, `must be a whole number from 0 to ${most}, not "${text}"`);
    return value;
  }

  port(name: string, fallback: string, meaning: string): number {
    return this.#portOf(name, this.#read(name, fallback, meaning) ?? fallback);
  }

  optionalPort(name: string, meaning: string): number | undefined {
    const text = this.#read(name, undefined, meaning);
    return text === undefined ? undefined : this.#portOf(name, text);
  }

  url(name: string, protocols: readonly string[], meaning: string): string | undefined {
    const text = this.#read(name, undefined, meaning);
    if (text === undefined) return undefined;
    // The value is not repeated in the message: it may hold a password.
    if (!protocols.some((protocol) => text.startsWith(`${protocol}://`))) {
      this.#problem(
        name,
        `must begin with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
      );
    }
    return text.replace(/\/+$/, '');
  }

  secret(name: string, meaning: string): string | undefined {
    const text = this.#read(name, undefined, meaning);
    if (text !== undefined && text.length < 32)
      this.#problem(name, 'must have at least 32 characters');
    return text;
  }

  secrets(name: string, meaning: string): readonly string[] {
    const secrets = this.list(name, meaning);
    if (secrets.some((each) => each.length < 32))
      this.#problem(name, 'must have at least 32 characters in each of its secrets');
    return secrets;
  }

  refuseUnknown(prefix: string): void {
    const known = new Set(this.variables.map(({ name }) => name));
    for (const name of Object.keys(this.#env)) {
      if (name.startsWith(prefix) && !known.has(name))
        this.#problem(name, 'is not a setting of Trackway');
    }
  }

  throwProblems(): void {
    if (this.#problems.length === 0) return;
    throw new OperatorError(
      `The environment is not right:\n${this.#problems.map((problem) => `  ${problem}\n`).join('')}`,
    );
  }

  /** An empty value counts as none, as a compose file writes it. */
  #read(name: string, fallback: string | undefined, meaning: string): string | undefined {
    this.variables.push({ name, default: fallback, meaning });
    return this.#env[name] || fallback;
  }

  #portOf(name: string, text: string): number {
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(port <= 65_535)) this.#problem(name, `must be a port from 0 to 65535, not "${text}"`);
    return port;
  }

  #problem(name: string, what: string): void {
    this.#problems.push(`${name} ${what}.`);
  }
}

/** True for a host as browsers send it, with a port that is not the default. */
function isHost(text: string): boolean {
  return isOrigin(`https://${text}`);
}

/** True for an origin as browsers send it: scheme, host in lower case, and a port that is not the default. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
