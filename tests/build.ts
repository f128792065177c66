import { buildEngine, buildSdk } from './build-package.ts';

/** `npm run build`: builds the published packages. The service itself runs from its sources. */
for (const [workspace, build] of Object.entries({ engine: buildEngine, sdk: buildSdk }))
  process.stdout.write(`${workspace}/dist: ${Math.round(build() / 1000)} kB of JavaScript\n`);
