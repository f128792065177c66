import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Facts of an error of Node or PostgreSQL that quote no data. PostgreSQL's `detail` and `where` quote the affected row. */
const ERROR_FACTS = [
  ...['code', 'errno', 'syscall'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];
const LEFT_OUT = '[left out]';

/**
 * The log: one JSON object a line on stderr. What a person reads at start goes to stdout instead. A line has scalars, lists
 * of them, and errors by their known facts; any other object may have the data of a person or a secret in it, at any depth.
 */
export function createLog(
  level: LogLevel,
  // Synchronous: log lines written before a crash survive it.
  stream: DestinationStream = destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) =>
          Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(value)])),
      },
      serializers: { err: (facts) => facts },
    },
    stream,
  );
}

function shown(value: unknown): unknown {
  if (value instanceof Error) return factsOf(value);
  if (Array.isArray(value)) return value.map(shown);
  return typeof value === 'object' && value !== null ? LEFT_OUT : value;
}

/** Message and stack have those of the causes too. */
function factsOf(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  const known = ERROR_FACTS.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return value === undefined ? [] : [[name, shown(value)]];
  });
  const several = error instanceof AggregateError ? { aggregateErrors: shown(error.errors) } : {};
  return { type, message, stack, ...Object.fromEntries(known), ...several };
}
