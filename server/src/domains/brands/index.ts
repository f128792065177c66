import './graphql.ts';

export { logoPath } from './address.ts';
export { problemsOfPrinted } from './check-name.ts';
export { loadRefusedClaims } from './claims.ts';
export { problemsOfColor } from './color.ts';
export type { Logo } from './logo.ts';
export { type Brand, LOGO_TYPES, logoFileOf, type StoredLogo } from './model.ts';
export { findBrand, findLogo } from './store.ts';
export { readBrandTask } from './tasks.ts';

/** The reader of logos, whose library is loaded by the threads that render, not at every start. */
export const logoReader = () => import('./logo.ts');
