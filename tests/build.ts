import { buildDashboard, isDashboardBuilt } from '../server/src/dashboard.ts';
import { buildEngine, buildSdk } from './build-package.ts';

/** `npm run build`: builds the published packages and the dashboard. The service itself runs from its sources. */
for (const [workspace, build] of Object.entries({ engine: buildEngine, sdk: buildSdk }))
  process.stdout.write(`${workspace}/dist: ${Math.round(build() / 1000)} kB of JavaScript\n`);
if (!(await isDashboardBuilt())) await buildDashboard();
process.stdout.write('dashboard/dist: the pages of this version\n');
