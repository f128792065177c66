import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { ApiKeyRef, apiKeyById } from '../keys/index.ts';
import { MOST_DAILY_ROWS, OTHER_OPERATIONS, USAGE_KEPT, type Usage } from './model.ts';
import { countUsage, listUsage } from './store.ts';

const UsageRef = builder.objectRef<Usage>('Usage').implement({
  description: 'Requests and their cost: of one key, on one day, for one operation.',
  fields: (t) => ({
    ...exposed(t, {
      day: field('Date', 'The day, in UTC.'),
      operation: field(
        'String',
        `Root fields of the request, such as \`products\`; \`refused\` for a refused request; \`${OTHER_OPERATIONS}\` for all others, once a day has ${MOST_DAILY_ROWS} entries.`,
      ),
      requests: field('Int', 'Number of requests.'),
      cost: field('Float', 'Their cost together.'),
    }),
    apiKey: t.field({
      type: ApiKeyRef,
      nullable: true,
      description: 'The key. Null, with FORBIDDEN, for callers without API_KEYS_MANAGE.',
      resolve: (usage, _args, context) => apiKeyById(context, usage.apiKeyId),
    }),
  }),
});

const UsageConnection = connectionType(UsageRef, 'Usage', 'usage entries');

builder.queryField('usage', (t) =>
  t.field({
    type: UsageConnection,
    description: `Usage of the keys of this organization and environment, a few seconds late. ${USAGE_KEPT}`,
    args: {
      ...pageArgs(),
      from: t.arg({ type: 'Date', required: true, description: 'First day of the period (UTC).' }),
      to: t.arg({ type: 'Date', required: true, description: 'Last day of the period (UTC).' }),
    },
    resolve: (_root, { from, to, ...args }, context) => {
      if (to < from) {
        throw badInput([
          { path: ['to'], code: 'OUT_OF_RANGE', message: 'Must not be before `from`.' },
        ]);
      }
      return connectionOf(context, args, {
        list: `usage ${from} ${to}`,
        load: (page) => listUsage(context, from, to, page),
        key: (usage) => [usage.day, usage.apiKeyId, usage.operation],
        count: async () => ({ total: await countUsage(context, from, to), isExact: true }),
      });
    },
  }),
);
