import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idempotencyField, idInput, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { encodeId } from '../../platform/ids.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { RoleEnum } from './enums.ts';
import { changeRole, removeMember } from './members.ts';
import type { Member } from './model.ts';
import { countMembers, listMembers } from './people-store.ts';

const MANAGE = access({ permission: 'MEMBERS_MANAGE' });

export const MemberRef = builder.objectRef<Member>('Member').implement({
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
    ...exposed(t, {
      role: field(RoleEnum, 'Role in this organization.'),
      hasTwoFactor: field('Boolean', 'True if the person signs in with a second factor.'),
      joinedAt: field('DateTime', 'Time of joining.'),
      lastSeenAt: nullable(
        'DateTime',
        'Day of the last use of the dashboard; null while nobody is signed in.',
      ),
    }),
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

const RemoveMemberInput = idInput(
  'RemoveMemberInput',
  'The member to remove.',
  'Id of the member.',
);
const MemberConnection = connectionType(MemberRef, 'Member', 'members', 'MEMBERS_MANAGE');
builder.queryField('members', (t) =>
  t.field({
    type: MemberConnection,
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
);

builder.mutationFields((t) => ({
  changeMemberRole: t.field({
    type: payloadOf('changeMemberRole', 'member', MemberRef, 'The member with the new role.'),
    description: 'Gives a member another role. The next request of the person has its permissions.',
    extensions: access({ permission: 'MEMBERS_MANAGE', secures: true }),
    args: inputArg(ChangeMemberRoleInput, 'The member and the role.'),
    resolve: mutation(async ({ db, scope, by }, input) => {
      const change = { id: memberIdOf(input.id), role: input.role };
      return { member: await changeRole(db, scope.organizationId, by, change) };
    }),
  }),
  removeMember: t.field({
    type: payloadOf('removeMember', 'member', MemberRef, 'The person who is no longer a member.'),
    description:
      'Removes a member: the next request of the person to this organization is refused.',
    extensions: access({ permission: 'MEMBERS_MANAGE', freesRoom: true }),
    args: inputArg(RemoveMemberInput, 'The member to remove.'),
    resolve: mutation(async ({ db, scope, by }, input) => {
      const id = memberIdOf(input.id);
      return { member: await removeMember(db, scope.organizationId, by, id) };
    }),
  }),
}));

export function memberIdOf(id: string): string {
  return requiredUuid('member', 'The member', id);
}
