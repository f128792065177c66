import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idInput, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { MemberRef, memberIdOf } from './graphql.ts';
import { issuePasswordReset } from './members.ts';
import type { Member } from './model.ts';

const MANAGE = access({ permission: 'MEMBERS_MANAGE' });

type Reset = {
  readonly member: Member;
  readonly url: string | null;
  readonly expiresAt: Date;
};

const CreatePasswordResetPayload = payloadWith<Reset>('createPasswordReset', (t) =>
  exposed(t, {
    member: nullable(MemberRef, 'The member who may choose a new password.'),
    url: nullable(
      'String',
      'Link to hand to the person. Shown this once; null when the answer is repeated for an idempotency key.',
    ),
    expiresAt: field('DateTime', 'Time until which the link works.'),
  }),
);

const CreatePasswordResetInput = idInput(
  'CreatePasswordResetInput',
  'The member who may choose a new password.',
  'Id of the member.',
);

builder.mutationField('createPasswordReset', (t) =>
  t.field({
    type: CreatePasswordResetPayload,
    description:
      'Creates a link by which a member chooses a new password, for services that send no mail. Choosing it ends the sessions of the member. The link ends when the member joins another organization or gets another role.',
    extensions: MANAGE,
    args: inputArg(CreatePasswordResetInput, 'The member who may choose a new password.'),
    resolve: mutation(
      async ({ db, scope, by }, input, context): Promise<Reset> => {
        const id = memberIdOf(input.id);
        const { token, ...reset } = await issuePasswordReset(db, scope.organizationId, by, id);
        return { ...reset, url: `${context.services.pagesUrl()}/reset/${token}` };
      },
      (reset) => ({ ...reset, url: null }),
    ),
  }),
);
