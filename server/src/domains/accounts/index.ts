import './graphql.ts';

export {
  AUTH_PATH,
  type Authentication,
  assertOwnOrigin,
  createAuthentication,
} from './authentication.ts';
export { createMailer, type Mailer } from './mailer.ts';
export {
  changeRole,
  inviteMember,
  issuePasswordReset,
  joinAsNew,
  joinAsPerson,
  openInvitation,
  removeMember,
} from './members.ts';
export {
  type Member,
  type Person,
  permissionsOf,
  ROLE_MEANINGS,
  ROLES,
  type Role,
} from './model.ts';
export {
  deleteExpiredAccess,
  findMemberByEmail,
  findPeople,
  listMembers,
  listMemberships,
  type Membership,
} from './people-store.ts';
export {
  createOrganization,
  findOrganizationByName,
  listOrganizations,
  lockOrganization,
  type Organization,
  updateOrganization,
} from './store.ts';
