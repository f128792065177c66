import {
  DEFAULT_PERMISSIONS,
  isReading,
  PERMISSIONS,
  type Permission,
} from '../../rules/access/permissions.ts';

/** Roles of people in an organization, each with its meaning. `docs/people.md` is generated from this table. */
export const ROLE_MEANINGS = {
  OWNER: 'May do everything, and decides who else is an owner. The last owner cannot go.',
  ADMIN: 'May do everything but make, change or remove owners.',
  MEMBER: 'Works with all business data; manages neither API keys nor members.',
  VIEWER: 'Reads all business data and changes nothing.',
} as const;

export type Role = keyof typeof ROLE_MEANINGS;

/** Permissions on business data, the exchange with partners included. */
const BUSINESS: readonly Permission[] = [
  ...DEFAULT_PERMISSIONS,
  'FOOTPRINTS_READ',
  'PARTNERS_READ',
  'PARTNERS_WRITE',
];

const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  OWNER: new Set(PERMISSIONS),
  ADMIN: new Set(PERMISSIONS),
  MEMBER: new Set(BUSINESS),
  VIEWER: new Set(BUSINESS.filter(isReading)),
};

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return ROLE_PERMISSIONS[role];
}

function isRole(text: string): text is Role {
  return Object.hasOwn(ROLE_MEANINGS, text);
}

export const ROLES: readonly Role[] = Object.keys(ROLE_MEANINGS).filter(isRole);

/** A person who signs in. */
export type Person = { readonly id: string; readonly name: string; readonly email: string };

/** A person's place in one organization. */
export type Member = {
  readonly id: string;
  readonly person: Person;
  readonly role: Role;
  readonly hasTwoFactor: boolean;
  readonly joinedAt: Date;
  readonly lastSeenAt: Date | null;
};

export type Invitation = {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  /** Null for the operator at the command line. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};
