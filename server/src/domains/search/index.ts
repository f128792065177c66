import './graphql.ts';
