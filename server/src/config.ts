import { resolve } from 'node:path';
import { readSingleSignOn } from './config/oidc.ts';
import { ConfigReader, type Variable } from './config/reader.ts';
import { readS3 } from './config/s3.ts';
import { readSigningKeys } from './config/signing-keys.ts';
import { FONT_SCRIPTS, fontFolder } from './platform/fonts.ts';
import { LOG_LEVELS } from './platform/log.ts';
import { REDIS_URL_FORMS } from './platform/redis/redis-address.ts';

export type Config = ReturnType<typeof readConfig>;

/**
 * The environment, parsed once: the only place that reads it. All mistakes are reported together,
 * and a name `TRACKWAY_…` that means nothing is refused, because it is a typing error.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const reader = new ConfigReader(env);
  const config = declare(reader);
  reader.refuseAlone('TRACKWAY_OIDC_CLIENT_SECRET', 'TRACKWAY_OIDC_ISSUER');
  reader.refuseAlone('TRACKWAY_OIDC_NAME', 'TRACKWAY_OIDC_ISSUER');
  reader.refuseAlone('TRACKWAY_PASSPORT_REGISTRY', 'TRACKWAY_PASSPORT_BACKUP_URL');
  reader.refuseAlone('DATABASE_REPLICA_URL', 'DATABASE_URL');
  reader.refuseAlone('TRACKWAY_PASSPORT_BACKUP_TOKEN', 'TRACKWAY_PASSPORT_BACKUP_FOLDER');
  if (config.role === 'backup')
    reader.refuseAlone('TRACKWAY_ROLE', 'TRACKWAY_PASSPORT_BACKUP_FOLDER');
  refusePackagesByHttp(reader, config);
  if (config.backupFolder?.startsWith('s3:'))
    reader.refuseAlone('TRACKWAY_BACKUP_FOLDER', 'S3_ACCESS_KEY_ID');
  if (config.passportBackupFolder?.startsWith('s3:'))
    reader.refuseAlone('TRACKWAY_PASSPORT_BACKUP_FOLDER', 'S3_ACCESS_KEY_ID');
  if (config.port === config.metricsPort && config.port !== 0)
    reader.refuse('METRICS_PORT', 'is PORT: set another one, or remove it');
  reader.refuseUnknown('TRACKWAY_');
  reader.throwProblems();
  const { printedScripts: scripts, ...others } = config;
  return { ...others, fonts: { folder: fontFolder(config.dataFolder), scripts } };
}

/** True for a process that answers the API, and with it the pages for people. */
export function answersApi(role: Config['role']): role is 'all' | 'api' {
  return role === 'all' || role === 'api';
}

function refusePackagesByHttp(
  reader: ConfigReader,
  {
    role,
    passportBackupFolder: address = '',
    passportBackupToken: token,
  }: ReturnType<typeof declare>,
): void {
  const name = 'TRACKWAY_PASSPORT_BACKUP_FOLDER';
  if (!/^https?:/.test(address)) return;
  if (role === 'backup') reader.refuse(name, 'is a folder or bucket in the role `backup`');
  if (token === undefined) reader.refuse(name, 'needs TRACKWAY_PASSPORT_BACKUP_TOKEN too');
}

export function configVariables(): readonly Variable[] {
  const reader = new ConfigReader({});
  declare(reader);
  return reader.variables;
}

function declare(read: ConfigReader) {
  return {
    port: read.port('PORT', '4000', 'Port that the service listens on.'),
    host: read.text('HOST', '127.0.0.1', 'Address that the service listens on.'),
    baseUrl: read.rootUrl(
      'TRACKWAY_BASE_URL',
      'Address under which clients reach the service, when it is not http://localhost:PORT.',
    ),
    sandboxHost: read.host('TRACKWAY_SANDBOX_HOST', 'Host name on which /graphql is the sandbox.'),
    role: read.oneOf(
      'TRACKWAY_ROLE',
      ['all', 'api', 'worker', 'backup'],
      'all',
      'Work of this process: answer requests (`api`), run jobs (`worker`) or both; or, as the second operator of another service, serve the public paths of its passports from TRACKWAY_PASSPORT_BACKUP_FOLDER (`backup`). All answer /healthz, /readyz and /metrics.',
    ),
    processes: read.wholeNumber(
      'TRACKWAY_PROCESSES',
      { fallback: 1, least: 1, most: 64 },
      'Processes of the service on this machine, which share the port and the rate limits: one per core that it may use. One that ends by itself is started again.',
    ),
    dataFolder: resolve(
      read.text(
        'TRACKWAY_DATA',
        './.trackway',
        'Folder of the embedded database, of generated secrets and of the files of imports and exports.',
      ),
    ),
    printedScripts: read.someOf(
      'TRACKWAY_FONTS',
      FONT_SCRIPTS,
      'Scripts, comma-separated, that assets print besides Latin, Greek, Cyrillic and Vietnamese: arabic, hebrew, japanese, chinese-simplified, chinese-traditional, korean; the same for all processes. `trackway fonts install` puts their fonts below TRACKWAY_DATA. The first one that has a character gives its form.',
    ),
    databaseUrl: read.databaseUrl(
      'DATABASE_URL',
      'PostgreSQL of version 15 or newer, a database with the encoding UTF8, to use instead of the embedded one. Several hosts (postgresql://user:password@one:5432,two:5432/name) are tried in turn until one takes writes.',
    ),
    replicaUrls: read.replicaUrls(
      'DATABASE_REPLICA_URL',
      'Streaming replicas of DATABASE_URL that queries may read from: several hosts (postgresql://user:password@one:5432,two:5432/name), or several URLs with commas between them. The same for all processes, also those that only run jobs.',
    ),
    poolSize: read.wholeNumber(
      'TRACKWAY_DATABASE_POOL_SIZE',
      { fallback: 16, least: 1, most: 1_000 },
      'Transactions that a process has open at a time, each on a connection of its own; others wait, and each organization has a share. Each process and each of its compute threads has a few connections more.',
    ),
    pipelines: read.wholeNumber(
      'TRACKWAY_DATABASE_PIPELINES',
      { fallback: 4, least: 1, most: 100 },
      'Connections of a process that its single statements share.',
    ),
    redis: read.redis(
      'REDIS_URL',
      `Redis or Valkey that shares rate limits between processes: ${REDIS_URL_FORMS}.`,
    ),
    secret: read.secret(
      'TRACKWAY_SECRET',
      'Secret of at least 32 characters behind keys and cursors; the same for all processes. By default one is made and kept in TRACKWAY_DATA.',
    ),
    backupFolder: read.place(
      'TRACKWAY_BACKUP_FOLDER',
      ['s3'],
      'Folder, or s3://bucket/prefix, for back-ups that a process with jobs makes by itself, best on another machine; one for all processes. Without it no back-ups are made.',
    ),
    backupEveryHours: read.wholeNumber(
      'TRACKWAY_BACKUP_EVERY_HOURS',
      { fallback: 24, least: 1, most: 720 },
      'Age of the newest back-up in TRACKWAY_BACKUP_FOLDER at which the next one is made.',
    ),
    backupsKept: read.wholeNumber(
      'TRACKWAY_BACKUP_KEEP',
      { fallback: 7, least: 1, most: 1_000 },
      'Number of the newest back-ups in TRACKWAY_BACKUP_FOLDER that are kept.',
    ),
    backupSecret: read.secret(
      'TRACKWAY_BACKUP_SECRET',
      'Secret of at least 32 characters that back-ups are encrypted with; without it, TRACKWAY_SECRET or the secret in TRACKWAY_DATA. A back-up is lost with it: keep it at another place.',
    ),
    s3: readS3(read),
    earlierSecrets: read.secrets(
      'TRACKWAY_EARLIER_SECRETS',
      'Earlier values of TRACKWAY_SECRET, comma-separated, and the next one while processes are restarted one after the other: what was made under them still works, and is taken over to the current one.',
    ),
    apiKey: read.optional(
      'TRACKWAY_API_KEY',
      'API key of the commands that call the API, such as `trackway query`; the service does not read it.',
    ),
    smtpUrl: read.url(
      'SMTP_URL',
      ['smtp', 'smtps'],
      'Mail server for links to new passwords, such as smtps://user:password@mail.example.com?from=trackway@example.com. With a password, smtp:// needs a server with STARTTLS, unless it is on this machine. Without SMTP_URL, owners hand links on themselves.',
    ),
    signUp: read.oneOf(
      'TRACKWAY_SIGN_UP',
      ['invitation', 'open'],
      'invitation',
      'Registration: by invitation only, or (`open`) for everybody, each with a new organization of the tier FREE.',
    ),
    singleSignOn: readSingleSignOn(read),
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
    trustedProxies: read.networks(
      'TRACKWAY_TRUSTED_PROXIES',
      'Addresses or networks, comma-separated (such as 10.0.0.0/8), of load balancers whose `X-Forwarded-For` is believed. Without it, limits by address count all clients behind a balancer as one.',
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
    webhookAllowedHosts: read.hostNames(
      'WEBHOOK_ALLOWED_HOSTS',
      'Hosts, comma-separated, that webhooks may reach at a private address; the sandbox by http too. The hosts file is read for these only.',
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
    signingKeys: readSigningKeys(read),
    passportRegistry: read.place(
      'TRACKWAY_PASSPORT_REGISTRY',
      ['https', 'http'],
      'Registry of Implementing Regulation (EU) 2026/1778 that live passports are submitted to: the address of a service in front of it (https://registry-gateway.example), or a folder. Without it published versions wait as PENDING.',
    ),
    passportBackupFolder: read.place(
      'TRACKWAY_PASSPORT_BACKUP_FOLDER',
      ['s3', 'https', 'http'],
      'Place of the second operator that each change of a live passport is delivered to as a package: a folder, s3://bucket/prefix, or the address of a Trackway in the role `backup` (https://backup.example); in that role, the folder or bucket that packages are taken from.',
    ),
    passportBackupToken: read.secret(
      'TRACKWAY_PASSPORT_BACKUP_TOKEN',
      'Secret of both operators, at least 32 characters: packages are sent to the address of TRACKWAY_PASSPORT_BACKUP_FOLDER with it, and a process in the role `backup` takes them with it.',
    ),
    passportBackupUrl: read.baseUrl(
      'TRACKWAY_PASSPORT_BACKUP_URL',
      'Address at which a second operator serves the back-up of passports, which each record of the registry names.',
    ),
    telemetry: {
      endpoint: read.url(
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        ['http', 'https'],
        'Address of an OpenTelemetry collector (OTLP over HTTP, JSON), such as http://collector:4318, that gets traces and metrics. Without it there are none.',
      ),
      headers: read.headers(
        'OTEL_EXPORTER_OTLP_HEADERS',
        'Headers for the collector, such as authorization=Bearer%20token; comma-separated, values percent-encoded.',
      ),
      serviceName: read.text(
        'OTEL_SERVICE_NAME',
        'trackway',
        'Name of the service in traces and metrics.',
      ),
      share: read.share(
        'OTEL_TRACES_SAMPLER_ARG',
        '1',
        'Share of requests that are traced, from 0 to 1. A client that asks for no trace by `traceparent` gets none.',
      ),
    },
    recordStatements: read.optional(
      'TRACKWAY_RECORD_STATEMENTS',
      'File to which every distinct SQL statement is appended; the tests check tenancy with it.',
    ),
  };
}
