import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, pageArgs } from '../../graphql/connection.ts';
import { idempotencyField } from '../../graphql/input-fields.ts';
import { mutate } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import { RoleEnum } from './enums.ts';
import { countInvitations, listInvitations } from './invitation-store.ts';
import {
  changeRole,
  inviteMember,
  issuePasswordReset,
  removeMember,
  revokeInvitation,
} from './members.ts';
import type { Invitation, Member } from './model.ts';
import { countMembers, listMembers } from './people-store.ts';

declare module '../../rules/context.ts' {
  interface Services {
    /** Address under which people open the pages. */
    readonly pagesUrl: () => string;
  }
}

const MANAGE = access({ permission: 'MEMBERS_MANAGE' });

const MemberRef = builder.objectRef<Member>('Member').implement({
  description: 'A person who may sign in to this organization.',
  extensions: MANAGE,
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id of the membership (`mem_…`).',
      resolve: ({ id }) => encodeId('member', id),
    }),
    name: t.string({
      description: 'Name that the person gave.',
      resolve: ({ person }) => person.name,
    }),
    email: t.string({
      description: 'E-mail address that the person signs in with.',
      resolve: ({ person }) => person.email,
    }),
    role: t.expose('role', { type: RoleEnum, description: 'Role in this organization.' }),
    hasTwoFactor: t.exposeBoolean('hasTwoFactor', {
      description: 'True if the person signs in with a second factor.',
    }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'Time of joining.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Day of the last use of the dashboard; null while nobody is signed in.',
    }),
  }),
});

const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An invitation to join this organization that nobody has accepted yet.',
  extensions: MANAGE,
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id (`inv_…`).',
      resolve: ({ id }) => encodeId('invitation', id),
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Address that it is for; null if whoever has the link chooses one.',
    }),
    role: t.expose('role', { type: RoleEnum, description: 'Role that the person will have.' }),
    invitedBy: t.exposeString('invitedBy', { description: 'Name of the one who invited.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the invitation.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time until which the link works.',
    }),
  }),
});

const InviteMemberPayload = builder
  .objectRef<{ readonly invitation: Invitation; readonly url: string | null }>(
    'InviteMemberPayload',
  )
  .implement({
    description: 'Result of `inviteMember`.',
    fields: (t) => ({
      invitation: t.field({
        type: InvitationRef,
        nullable: true,
        description: 'The new invitation, without its link.',
        resolve: ({ invitation }) => invitation,
      }),
      url: t.exposeString('url', {
        nullable: true,
        description:
          'Link to hand to the person. Shown this once; null when the answer is repeated for an idempotency key.',
      }),
    }),
  });

type Reset = {
  readonly member: Member;
  readonly url: string | null;
  readonly expiresAt: Date;
};

const CreatePasswordResetPayload = builder
  .objectRef<Reset>('CreatePasswordResetPayload')
  .implement({
    description: 'Result of `createPasswordReset`.',
    fields: (t) => ({
      member: t.field({
        type: MemberRef,
        nullable: true,
        description: 'The member who may choose a new password.',
        resolve: ({ member }) => member,
      }),
      url: t.exposeString('url', {
        nullable: true,
        description:
          'Link to hand to the person. Shown this once; null when the answer is repeated for an idempotency key.',
      }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Time until which the link works.',
      }),
    }),
  });

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  description: 'A person to invite.',
  fields: (t) => ({
    email: t.string({
      description: 'Address of the person; without it whoever has the link chooses one.',
    }),
    role: t.field({
      type: RoleEnum,
      required: true,
      description: 'Role that the person will have. Only an owner invites owners.',
    }),
    ...idempotencyField(t),
  }),
});

const ChangeMemberRoleInput = builder.inputType('ChangeMemberRoleInput', {
  description: 'A member and the role to give.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the member (`mem_…`).' }),
    role: t.field({ type: RoleEnum, required: true, description: 'The role from now on.' }),
    ...idempotencyField(t),
  }),
});

const idInput = (name: string, description: string, what: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      id: t.id({ required: true, description: `Id of the ${what}.` }),
      ...idempotencyField(t),
    }),
  });

const RemoveMemberInput = idInput('RemoveMemberInput', 'The member to remove.', 'member');
const RevokeInvitationInput = idInput(
  'RevokeInvitationInput',
  'The invitation to take back.',
  'invitation',
);
const CreatePasswordResetInput = idInput(
  'CreatePasswordResetInput',
  'The member who may choose a new password.',
  'member',
);

const MemberConnection = connectionType(MemberRef, 'Member', 'members', 'MEMBERS_MANAGE');
const InvitationConnection = connectionType(
  InvitationRef,
  'Invitation',
  'invitations',
  'MEMBERS_MANAGE',
);

builder.queryFields((t) => ({
  members: t.field({
    type: MemberConnection,
    nullable: true,
    description:
      'People who may sign in to this organization, oldest first. The same in both environments.',
    args: pageArgs(),
    resolve: (_root, args, context) => {
      const { db, scope } = context;
      return connectionOf(context, args, {
        list: 'members',
        load: (page) => listMembers(db, scope.organizationId, page),
        key: ({ id }) => [id],
        count: async () => ({
          total: await countMembers(db, scope.organizationId),
          isExact: true,
        }),
      });
    },
  }),
  invitations: t.field({
    type: InvitationConnection,
    nullable: true,
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
}));

builder.mutationFields((t) => ({
  inviteMember: t.field({
    type: InviteMemberPayload,
    nullable: true,
    description: 'Invites a person to this organization by a link that works for 7 days.',
    extensions: MANAGE,
    args: {
      input: t.arg({ type: InviteMemberInput, required: true, description: 'Address and role.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate<{ invitation: Invitation; url: string | null }>(
        context,
        info,
        input,
        async ({ tx, scope, by }) => {
          const { email = null, role } = input;
          const issued = await inviteMember(tx, scope.organizationId, by, {
            email,
            role,
          });
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
    nullable: true,
    description: 'Takes an invitation back: its link no longer works.',
    extensions: MANAGE,
    args: {
      input: t.arg({
        type: RevokeInvitationInput,
        required: true,
        description: 'The invitation to take back.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async ({ tx, scope, by }) => {
        const id = orNotFound('The invitation', decodeId('invitation', input.id));
        return { invitation: await revokeInvitation(tx, scope.organizationId, by, id) };
      }),
  }),
  changeMemberRole: t.field({
    type: payloadOf('changeMemberRole', 'member', MemberRef, 'The member with the new role.'),
    nullable: true,
    description: 'Gives a member another role. The next request of the person has its permissions.',
    extensions: MANAGE,
    args: {
      input: t.arg({
        type: ChangeMemberRoleInput,
        required: true,
        description: 'The member and the role.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async ({ tx, scope, by }) => {
        const change = { id: memberIdOf(input.id), role: input.role };
        return { member: await changeRole(tx, scope.organizationId, by, change) };
      }),
  }),
  removeMember: t.field({
    type: payloadOf('removeMember', 'member', MemberRef, 'The person who is no longer a member.'),
    nullable: true,
    description:
      'Removes a member: the next request of the person to this organization is refused.',
    extensions: MANAGE,
    args: {
      input: t.arg({
        type: RemoveMemberInput,
        required: true,
        description: 'The member to remove.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async ({ tx, scope, by }) => {
        const id = memberIdOf(input.id);
        return { member: await removeMember(tx, scope.organizationId, by, id) };
      }),
  }),
  createPasswordReset: t.field({
    type: CreatePasswordResetPayload,
    nullable: true,
    description:
      'Makes a link by which a member chooses a new password, for services that send no mail. Choosing it ends the sessions of the member.',
    extensions: MANAGE,
    args: {
      input: t.arg({
        type: CreatePasswordResetInput,
        required: true,
        description: 'The member who may choose a new password.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate<Reset>(
        context,
        info,
        input,
        async ({ tx, scope, by }) => {
          const id = memberIdOf(input.id);
          const { token, ...reset } = await issuePasswordReset(tx, scope.organizationId, by, id);
          return { ...reset, url: `${context.services.pagesUrl()}/reset/${token}` };
        },
        (reset) => ({ ...reset, url: null }),
      ),
  }),
}));

function memberIdOf(id: string): string {
  return orNotFound('The member', decodeId('member', id));
}
