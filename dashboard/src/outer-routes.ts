import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { loadTexts } from './language.ts';
import { NotFound } from './pages/not-found.tsx';
import { Nowhere } from './pages/nowhere.tsx';
import { textSearch } from './search.ts';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const inRoot = { getParentRoute: () => root, beforeLoad: () => loadTexts('sign-in') };

/** Pages that are of no organization. */
export const outerRoutes = [
  createRoute({
    ...inRoot,
    path: '/sign-in',
    validateSearch: textSearch('to', 'error'),
    component: lazyRouteComponent(() => import('./pages/sign-in/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    ...inRoot,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./pages/sign-in/sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    ...inRoot,
    path: '/invite/$token',
    validateSearch: textSearch('error'),
    component: lazyRouteComponent(() => import('./pages/sign-in/invitation.tsx'), 'InvitationPage'),
  }),
  createRoute({
    ...inRoot,
    path: '/forgotten-password',
    component: lazyRouteComponent(
      () => import('./pages/sign-in/forgotten-password.tsx'),
      'ForgottenPassword',
    ),
  }),
  createRoute({
    ...inRoot,
    path: '/email/$token',
    component: lazyRouteComponent(
      () => import('./pages/sign-in/confirm-email.tsx'),
      'ConfirmEmail',
    ),
  }),
  createRoute({
    ...inRoot,
    path: '/reset/$token',
    component: lazyRouteComponent(() => import('./pages/sign-in/reset.tsx'), 'ResetPassword'),
  }),
  createRoute({
    ...inRoot,
    path: '/explorer',
    beforeLoad: () => loadTexts('explorer'),
    component: lazyRouteComponent(() => import('./pages/explorer/explorer.tsx'), 'Explorer'),
  }),
  createRoute({
    ...inRoot,
    path: '/not-a-member',
    component: Nowhere,
  }),
] as const;
