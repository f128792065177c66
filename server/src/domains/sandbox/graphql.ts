import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { mutate } from '../../graphql/mutation.ts';
import { assertAllowed } from '../../rules/access.ts';
import { ApiError } from '../../rules/api-error.ts';
import { PERMISSIONS } from '../../rules/permissions.ts';
import { resetSandbox } from './service.ts';

const ResetSandboxPayload = builder
  .objectRef<{ readonly isReset: true }>('ResetSandboxPayload')
  .implement({
    description: 'Result of `resetSandbox`.',
    fields: (t) => ({
      isReset: t.exposeBoolean('isReset', { description: 'Always true: a failure is an error.' }),
    }),
  });

builder.mutationField('resetSandbox', (t) =>
  t.field({
    type: ResetSandboxPayload,
    nullable: true,
    description:
      'Throws away everything in the sandbox, its keys excepted, and fills it with the mock data again. Needs a sandbox key with all WRITE permissions.',
    extensions: access({ cost: 100 }),
    resolve: (_root, _args, context, info) => {
      const { caller, scope, services } = context;
      if (scope.environment !== 'SANDBOX') {
        throw new ApiError(
          'FORBIDDEN',
          'Only a sandbox can be reset; this key is for the live environment.',
        );
      }
      for (const permission of PERMISSIONS.filter((each) => each.endsWith('_WRITE'))) {
        assertAllowed(caller, { permission }, '"resetSandbox"');
      }
      return mutate(context, info, {}, async (work) => {
        await resetSandbox(work, services);
        return { isReset: true as const };
      });
    },
  }),
);
