import { buildEngine } from './build-engine.ts';

/** `npm run build`: builds the published packages. The service itself runs from its sources. */
const bytes = buildEngine();
process.stdout.write(`engine/dist: ${Math.round(bytes / 1000)} kB of JavaScript\n`);
