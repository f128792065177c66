import { destination, type Logger, pino } from 'pino';

export type { Logger };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Values that are never logged, at any depth of a logged object. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'secret',
  'token',
];
/** Error fields in which PostgreSQL quotes the affected row. */
const QUOTED_ROWS = ['detail', 'where'];

/** The log: one JSON object a line on stderr. What a person reads at start goes to stdout instead. */
export function createLog(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...SECRETS, ...QUOTED_ROWS].flatMap((name) => [
          `["${name}"]`,
          `*["${name}"]`,
          `*.*["${name}"]`,
        ]),
        censor: '[redacted]',
      },
    },
    // Synchronous: log lines written before a crash survive it.
    destination({ fd: 2, sync: true }),
  );
}
