import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { mutate } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import { DEFAULT_PERMISSIONS } from '../../rules/access/permissions.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { requestReset, untilNoneRuns, untilReset } from './reset-job.ts';

const ResetSandboxPayload = payloadWith<{ readonly isReset: boolean }>('resetSandbox', (t) =>
  exposed(t, {
    isReset: field(
      'Boolean',
      'True if the sandbox has the mock data again. False if it holds so much that the reset goes on after this answer: call again until it is true. A failure is an error.',
    ),
  }),
);

builder.mutationField('resetSandbox', (t) =>
  t.field({
    type: ResetSandboxPayload,
    description:
      'Deletes everything in the sandbox except its keys and settings, and fills it with the mock data again. Until that is done, the sandbox shows its earlier data. A repeated call with the same idempotency key waits for the same reset. Needs a sandbox key with all WRITE permissions that keys have by default.',
    extensions: access({ cost: 100, freesRoom: true }),
    resolve: async (_root, _args, context, info) => {
      const { caller, scope } = context;
      if (scope.environment !== 'SANDBOX') {
        throw new ApiError(
          'FORBIDDEN',
          'Only a sandbox can be reset; this key is for the live environment.',
        );
      }
      // A reset leaves everything alone that needs a permission by name, such as partners.
      for (const permission of DEFAULT_PERMISSIONS.filter((each) => each.endsWith('_WRITE'))) {
        assertAllowed(caller, { permission }, '"resetSandbox"');
      }
      if (!(await untilNoneRuns(context))) return { isReset: false };
      const jobId = await mutate(context, info, {}, requestReset);
      return { isReset: await untilReset(context, jobId) };
    },
  }),
);
