import { graphql, type ResultOf } from '../../../api/graphql.ts';

export const MEMBERS = graphql(`
  query Members {
    members(first: 100) { totalCount nodes { id name email role hasTwoFactor joinedAt } }
    invitations(first: 100) { nodes { id email role invitedBy expiresAt } }
  }
`);
type Answer = ResultOf<typeof MEMBERS>;

export type Member = NonNullable<NonNullable<Answer['members']>['nodes'][number]>;
export type Invitation = NonNullable<NonNullable<Answer['invitations']>['nodes'][number]>;

/** A link that is shown once. */
export type Link = { readonly title: string; readonly url: string };
