import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { LOGO_TYPES, type StoredLogo } from './model.ts';

/** Public path of the file of a logo. It names the content, so it can be cached for ever. */
export function logoPath(
  { organizationId, environment }: Scope,
  { sha256, format }: Pick<StoredLogo, 'sha256' | 'format'>,
): string {
  const organization = encodeId('organization', organizationId);
  return `/brands/${organization}/${environment.toLowerCase()}/${sha256}.${LOGO_TYPES[format].ending}`;
}
