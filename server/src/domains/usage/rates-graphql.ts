import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { WRITE_EVERY_MS } from './counter.ts';
import { type RateSum, sumMinutes } from './minute-store.ts';
import { boundOfShare, MINUTE_MS, MINUTES_OF_RATES } from './model.ts';

/** A minute that ended so long ago is complete: every process has written its counts. */
const SETTLED_AFTER_MS = 2 * WRITE_EVERY_MS;
const MOST_OUTCOMES = 5;

type Failures = { readonly outcome: string; readonly requests: number };

const FailuresRef = builder.objectRef<Failures>('FailuresOfOutcome').implement({
  description: 'Requests of a period that failed with the same error.',
  fields: (t) =>
    exposed(t, {
      outcome: field(
        'String',
        'Code of the first error of the response, such as `BAD_USER_INPUT`, as in `ApiRequest.outcome`.',
      ),
      requests: field('Float', 'Number of requests.'),
    }),
});

type Rates = { readonly from: Date; readonly sums: readonly RateSum[] };

const RequestRatesRef = builder.objectRef<Rates>('RequestRates').implement({
  description:
    'Requests of the keys of an environment by minute, over the last 24 hours up to the last complete minute: one that ended 10 seconds ago. Only requests to GraphQL count, those that the rate limit refused included; requests that the dashboard makes for people do not.',
  fields: (t) => ({
    ...exposed(t, { from: field('DateTime', 'Beginning of the first minute.') }),
    requests: t.intList({
      description: `Number of requests that were answered in each minute, in order of time: ${MINUTES_OF_RATES.toLocaleString('en')} numbers, 0 for minutes without requests.`,
      resolve: ({ sums }) => byMinute(sums, 'requests'),
    }),
    failed: t.intList({
      description: 'The same for requests whose response has an error.',
      resolve: ({ sums }) => byMinute(sums, 'failed'),
    }),
    failures: t.field({
      type: [FailuresRef],
      extensions: access({ size: MOST_OUTCOMES }),
      description: `Requests whose response has an error, by their outcome, the most frequent first, at most ${MOST_OUTCOMES}.`,
      resolve: ({ sums }) =>
        sums
          .flatMap(({ outcome, requests }) =>
            outcome === null || outcome === 'OK' ? [] : [{ outcome, requests }],
          )
          .slice(0, MOST_OUTCOMES),
    }),
    p99UnderMs: t.int({
      nullable: true,
      description:
        'Of the requests without an error, 99 % were answered in less than this time, in milliseconds from their arrival: one of 5, 10, 20, 50 and so on up to 20,000, as only these are counted. Null without such requests.',
      resolve: ({ sums }) =>
        boundOfShare(
          sums.flatMap(({ outcome, underMs, requests }) =>
            outcome === 'OK' && underMs !== null ? [{ underMs, requests }] : [],
          ),
          0.99,
        ),
    }),
  }),
});

function byMinute(sums: readonly RateSum[], count: 'requests' | 'failed'): number[] {
  const minutes = Array.from({ length: MINUTES_OF_RATES }, () => 0);
  for (const sum of sums) if (sum.at !== null) minutes[sum.at] = sum[count];
  return minutes;
}

builder.queryField('requestRates', (t) =>
  t.field({
    type: RequestRatesRef,
    extensions: access({ cost: 10 }),
    description:
      'Requests of the keys of this organization and environment in each minute of the last 24 hours, the time of their answers and the reasons of failures. For longer periods see `usageTotals`, for single requests `requests`.',
    resolve: async (_root, _args, context) => {
      const settledMs = Date.now() - SETTLED_AFTER_MS;
      const until = new Date(settledMs - (settledMs % MINUTE_MS));
      const from = new Date(until.getTime() - MINUTES_OF_RATES * MINUTE_MS);
      return { from, sums: await sumMinutes(context, { from, until }) };
    },
  }),
);
