import './events-graphql.ts';
