import { access } from '../../graphql/access.ts';
import { type ApiTypes, builder } from '../../graphql/builder.ts';
import { defineLoader } from '../../graphql/loader.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { ApiKeyRef, apiKeyById } from '../keys/index.ts';
import { DeprecatedUsageRef } from './deprecated-graphql.ts';
import { USAGE_KEPT, type UsageSum } from './model.ts';
import { listKeyDays, sumDeprecatedUsage, sumUsage } from './store.ts';

/** Sums for charts: a list of single counts has thousands of rows. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 92;
/** No fewer than days. */
const MOST_NAMED = 100;
const RECENT_DAYS = 14;

type Count = Pick<UsageSum, 'requests' | 'cost'>;

/** Fields that each way to sum has. */
function countFields<Row extends Count>(t: PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>) {
  return {
    requests: t.float({
      description: 'Number of requests.',
      resolve: ({ requests }) => requests,
    }),
    cost: t.float({ description: 'Their cost together.', resolve: ({ cost }) => cost }),
  };
}

const UsageOfDayRef = builder.objectRef<Count & { readonly day: string }>('UsageOfDay').implement({
  description: 'Requests and their cost on one day.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day, in UTC.' }),
    ...countFields(t),
  }),
});

const UsageOfKeyRef = builder
  .objectRef<Count & { readonly apiKeyId: string }>('UsageOfKey')
  .implement({
    description: 'Requests and their cost with one key.',
    fields: (t) => ({
      apiKey: t.field({
        type: ApiKeyRef,
        nullable: true,
        description: 'The key. Null, with FORBIDDEN, for callers without API_KEYS_MANAGE.',
        resolve: ({ apiKeyId }, _args, context) => apiKeyById(context, apiKeyId),
      }),
      ...countFields(t),
    }),
  });

const UsageOfOperationRef = builder
  .objectRef<Count & { readonly operation: string }>('UsageOfOperation')
  .implement({
    description: 'Requests and their cost of one operation.',
    fields: (t) => ({
      operation: t.exposeString('operation', {
        description: 'Root fields of the requests, as in `Usage.operation`.',
      }),
      ...countFields(t),
    }),
  });

type Totals = { readonly from: string; readonly to: string; readonly sums: readonly UsageSum[] };

const UsageTotalsRef = builder.objectRef<Totals>('UsageTotals').implement({
  description: `Requests of a period and their cost, summed in three ways. ${USAGE_KEPT}`,
  fields: (t) => ({
    days: t.field({
      type: [UsageOfDayRef],
      extensions: access({ size: 14 }),
      description: 'By day, in their order; days without requests are left out.',
      resolve: ({ sums }) =>
        sums
          .flatMap(({ day, requests, cost }) => (day === null ? [] : [{ day, requests, cost }]))
          .sort((a, b) => (a.day < b.day ? -1 : 1)),
    }),
    keys: t.field({
      type: [UsageOfKeyRef],
      description: `By key, the most requests first, at most ${MOST_NAMED}.`,
      resolve: ({ sums }) =>
        sums.flatMap(({ apiKeyId, requests, cost }) =>
          apiKeyId === null ? [] : [{ apiKeyId, requests, cost }],
        ),
    }),
    operations: t.field({
      type: [UsageOfOperationRef],
      description: `By operation, the most requests first, at most ${MOST_NAMED}.`,
      resolve: ({ sums }) =>
        sums.flatMap(({ operation, requests, cost }) =>
          operation === null ? [] : [{ operation, requests, cost }],
        ),
    }),
    deprecated: t.field({
      type: [DeprecatedUsageRef],
      description: `Deprecated parts of the schema in use, by part and key, the most requests first, at most ${MOST_NAMED}. Requests that the dashboard makes for people are not counted.`,
      resolve: (period, _args, context) => sumDeprecatedUsage(context, period, MOST_NAMED),
    }),
  }),
});

builder.queryField('usageTotals', (t) =>
  t.field({
    type: UsageTotalsRef,
    extensions: access({ cost: 10 }),
    description:
      'Usage of the keys of this organization and environment, summed by day, by key and by operation, a few seconds late.',
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'First day of the period (UTC).' }),
      to: t.arg({
        type: 'Date',
        required: true,
        description: `Last day of the period (UTC); a period has at most ${MOST_DAYS} days.`,
      }),
    },
    resolve: async (_root, { from, to }, context) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1 || days > MOST_DAYS) {
        const message = `A period has 1 to ${MOST_DAYS} days. This one has ${days}.`;
        throw badInput([{ path: ['to'], code: 'OUT_OF_RANGE', message }]);
      }
      return { from, to, sums: await sumUsage(context, { from, to }, MOST_NAMED) };
    },
  }),
);

/** Requests of each of the last days, of all keys that a request asks for in one statement. */
const recentRequests = defineLoader(async (context, keys: readonly string[]) => {
  const today = Math.floor(Date.now() / DAY_MS);
  const days = Array.from({ length: RECENT_DAYS }, (_, at) => dateOf(today - RECENT_DAYS + 1 + at));
  const [since = ''] = days;
  const byKey = Map.groupBy(await listKeyDays(context, keys, since), ({ apiKeyId }) => apiKeyId);
  return keys.map((key) => {
    const byDay = new Map(byKey.get(key)?.map(({ day, requests }) => [day, requests]));
    return days.map((day) => byDay.get(day) ?? 0);
  });
});

builder.objectField(ApiKeyRef, 'recentRequests', (t) =>
  t.floatList({
    description: `Number of requests on each of the last ${RECENT_DAYS} days (UTC), today last, a few seconds late.`,
    resolve: ({ id }, _args, context) => recentRequests(context, id),
  }),
);

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
