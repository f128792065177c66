import { describedEnum } from '../../graphql/enums.ts';
import type { KeyState } from './model.ts';

export const KeyStateEnum = describedEnum<KeyState>('ApiKeyState', 'State of an API key.', {
  ACTIVE: 'The key is accepted.',
  EXPIRING: 'Was rotated; works until its grace period ends.',
  EXPIRED: 'Stopped working on its expiry date.',
  REVOKED: 'Was revoked, or rotated and its grace period is over.',
});
