import { buildEngine } from './build-engine.ts';

/** `npm run build`: what is published as a package. The service itself runs from its sources. */
const bytes = buildEngine();
process.stdout.write(`engine/dist: ${Math.round(bytes / 1000)} kB of JavaScript\n`);
