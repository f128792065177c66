import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { idField } from '../../graphql/id-field.ts';
import { idempotencyField, idInput, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadOf, payloadWith } from '../../graphql/payload.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { RoleEnum } from './enums.ts';
import { countInvitations, listInvitations } from './invitation-store.ts';
import { emailProblems, inviteMember, revokeInvitation } from './members.ts';
import type { Invitation } from './model.ts';

declare module '../../rules/context.ts' {
  interface Services {
    /** Address under which people open the pages. */
    readonly pagesUrl: () => string;
  }
}

const MANAGE = access({ permission: 'MEMBERS_MANAGE' });

const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An invitation to join this organization that nobody has accepted yet.',
  extensions: MANAGE,
  fields: (t) => ({
    id: idField(t, 'invitation'),
    ...exposed(t, {
      email: nullable(
        'String',
        'Address that it is for; null if whoever has the link chooses one.',
      ),
      role: field(RoleEnum, 'Role that the person will have.'),
      invitedBy: nullable(
        'String',
        'Name of the one who invited; null for the operator at the command line.',
      ),
      createdAt: field('DateTime', 'Time of the invitation.'),
      expiresAt: field('DateTime', 'Time until which the link works.'),
    }),
  }),
});

type Invited = { readonly invitation: Invitation; readonly url: string | null };

const InviteMemberPayload = payloadWith<Invited>('inviteMember', (t) =>
  exposed(t, {
    invitation: nullable(InvitationRef, 'The new invitation, without its link.'),
    url: nullable(
      'String',
      'Link to hand to the person. Shown this once; null when the answer is repeated for an idempotency key.',
    ),
  }),
);

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  description: 'A person to invite.',
  fields: (t) => ({
    email: t.string({
      description: 'Address of the person; without it whoever has the link chooses one.',
      extensions: checkedBy(emailProblems),
    }),
    role: t.field({
      type: RoleEnum,
      required: true,
      description: 'Role that the person will have. Only an owner invites owners.',
    }),
    ...idempotencyField(t),
  }),
});

const RevokeInvitationInput = idInput(
  'RevokeInvitationInput',
  'The invitation to take back.',
  'Id of the invitation.',
);
const InvitationConnection = connectionType(
  InvitationRef,
  'Invitation',
  'invitations',
  'MEMBERS_MANAGE',
);

builder.queryField('invitations', (t) =>
  t.field({
    type: InvitationConnection,
    description: 'Invitations that nobody has accepted yet, oldest first.',
    args: pageArgs(),
    resolve: (_root, args, context) => {
      const { db, scope } = context;
      return connectionOf(context, args, {
        list: 'invitations',
        load: (page) => listInvitations(db, scope.organizationId, page),
        key: ({ id }) => [id],
        count: async () => ({
          total: await countInvitations(db, scope.organizationId),
          isExact: true,
        }),
      });
    },
  }),
);

builder.mutationFields((t) => ({
  inviteMember: t.field({
    type: InviteMemberPayload,
    description: 'Invites a person to this organization by a link that works for 7 days.',
    extensions: MANAGE,
    args: inputArg(InviteMemberInput, 'Address and role.'),
    resolve: mutation(
      async ({ db, scope, by }, { email = null, role }, context): Promise<Invited> => {
        const issued = await inviteMember(db, scope.organizationId, by, { email, role });
        const url = `${context.services.pagesUrl()}/invite/${issued.token}`;
        return { invitation: issued.invitation, url };
      },
      ({ invitation }) => ({ invitation, url: null }),
    ),
  }),
  revokeInvitation: t.field({
    type: payloadOf(
      'revokeInvitation',
      'invitation',
      InvitationRef,
      'The invitation that no longer works.',
    ),
    description: 'Takes an invitation back: its link no longer works.',
    extensions: access({ permission: 'MEMBERS_MANAGE', freesRoom: true }),
    args: inputArg(RevokeInvitationInput, 'The invitation to take back.'),
    resolve: mutation(async ({ db, scope, by }, input) => {
      const id = requiredUuid('invitation', 'The invitation', input.id);
      return { invitation: await revokeInvitation(db, scope.organizationId, by, id) };
    }),
  }),
}));
