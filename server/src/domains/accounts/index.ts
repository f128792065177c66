import './graphql.ts';
import './invitations-graphql.ts';
import './resets-graphql.ts';

export { deleteExpiredAccess } from './access-store.ts';
export {
  AUTH_PATH,
  type Authentication,
  assertOwnOrigin,
  openAuthentication,
} from './authentication.ts';
export { changeEmail, confirmEmail } from './email-change.ts';
export { type Mailer, openMailer, probeMailServer } from './mailer.ts';
export {
  changeRole,
  foundOrganization,
  inviteMember,
  issuePasswordReset,
  joinAsNew,
  joinAsPerson,
  type Newcomer,
  openInvitation,
  removeMember,
  signUp,
} from './members.ts';
export {
  type Member,
  type Person,
  permissionsOf,
  ROLE_MEANINGS,
  ROLES,
  type Role,
} from './model.ts';
export { probeSingleSignOn, type SingleSignOn } from './openid-discovery.ts';
export { requestPasswordReset } from './password-reset.ts';
export {
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
