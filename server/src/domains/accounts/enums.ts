import { describedEnum } from '../../graphql/enums.ts';
import { ROLE_MEANINGS, type Role } from './model.ts';

export const RoleEnum = describedEnum<Role>(
  'Role',
  'Role of a person in an organization.',
  ROLE_MEANINGS,
);
