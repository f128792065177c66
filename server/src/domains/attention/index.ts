// These domains register their matters when they are loaded.
import '../bulk/index.ts';
import '../calculations/index.ts';
import '../keys/index.ts';
import '../limits/index.ts';
import '../passports/index.ts';
import '../products/index.ts';
import '../scenarios/index.ts';
import '../webhooks/index.ts';
import './graphql.ts';
