import type { SourceFile } from './source-files.ts';

/** From the top down; an import may skip stages but never turns back. */
const STAGES = [
  [
    'server/src/main.ts',
    'server/src/service',
    'server/src/compute-thread.ts',
    'server/src/jobs.ts',
    'server/src/dashboard.ts',
    'server/src/first-run.ts',
    'server/src/cli/',
    'server/src/config',
    'server/src/processes',
    'server/src/worker.ts',
  ],
  ['server/src/http/'],
  ['server/src/schema.ts'],
  ['server/src/domains/'],
  ['server/src/graphql/'],
  ['server/src/rules/'],
  ['server/src/platform/'],
];

/** The hill: a domain imports only from lower lines, and only through `index.ts`. docs/architecture.md draws it. */
export const HILL = [
  ['sandbox'],
  ['attention'],
  ['bulk'],
  ['footprint-exchange', 'backups', 'registrations', 'epcis'],
  ['search', 'webhooks'],
  ['assets'],
  ['passports'],
  ['carts', 'scenarios'],
  ['orders'],
  ['transactions'],
  ['equivalencies'],
  ['calculations'],
  ['supply-chains'],
  ['products', 'brands'],
  ['factors', 'customers'],
  ['requests'],
  ['usage', 'audit-log'],
  ['trust'],
  ['keys'],
  ['limits'],
  ['accounts'],
];

/** The pages, from the top down: what several of them use is in `parts/`, what no page knows of below. */
const PAGE_STAGES = [
  ['main.tsx', 'start.tsx', 'router.tsx', 'outer-routes.ts'],
  ['frame/'],
  ['pages/'],
  ['parts/'],
  ['api/'],
  ['charts/', 'sentences/', 'language.ts', 'search.ts', 'unsaved.ts', 'introspection.d.ts'],
].map((places) => places.map((place) => `dashboard/src/${place}`));

/** The only files above `graphql/` that import from it: the rest of a domain does not know GraphQL. */
const GRAPHQL_FILES =
  /^server\/src\/(graphql|http)\/|^server\/src\/schema\.ts$|graphql(\/[^/]+)?\.ts$|\/enums\.ts$/;

/** Folders of the pages that the service draws and writes with too. */
const SHARED_WITH_PAGES = /^dashboard\/src\/(charts|sentences)\//;

/** Packages that only one part of the house may know. */
const KEEPERS: Readonly<Record<string, string>> = {
  pg: 'server/src/platform/database/',
  fastify: 'server/src/http/',
  aws4fetch: 'server/src/platform/files/',
};

/** Wrong imports of a file, one sentence each. Tests may import anything. */
export function wrongArrows(file: SourceFile): string[] {
  if (file.isTest) return [];
  return file.imports.flatMap((target) => {
    const complaint = complaintAbout(file.path, target);
    return complaint === undefined ? [] : [`${file.path} imports ${target}: ${complaint}`];
  });
}

function complaintAbout(path: string, target: string): string | undefined {
  if (path.startsWith('engine/')) return complaintInEngine(target);
  if (path.startsWith('dashboard/')) return complaintInDashboard(path, target);
  return complaintInServer(path, target);
}

function complaintInDashboard(path: string, target: string): string | undefined {
  if (!/^dashboard\/.*\.tsx?$/.test(target)) return undefined;
  const [from, to] = [stageOf(path, PAGE_STAGES), stageOf(target, PAGE_STAGES)];
  if (from === undefined || to === undefined) return 'it is in no stage of tests/architecture';
  if (to < from) return 'the arrow turns back';
  const [folder, other] = [pageFolderOf(path), pageFolderOf(target)];
  return folder !== undefined && other !== undefined && folder !== other
    ? 'what pages of two folders use is in parts/'
    : undefined;
}

function complaintInEngine(target: string): string | undefined {
  return target.startsWith('engine/src/') ? undefined : 'the engine imports nothing but itself';
}

function complaintInServer(path: string, target: string): string | undefined {
  if (/\.test\.ts$|\/testing(-[a-z]+)?\.ts$/.test(target)) return 'only tests import tests';
  if (target.startsWith('engine/')) return 'the engine is imported by its name, @trackway/engine';
  if (target.startsWith('dashboard/') && !SHARED_WITH_PAGES.test(target))
    return 'of the dashboard, the service knows charts/ and sentences/';
  const keeper = KEEPERS[target];
  if (keeper !== undefined && !path.startsWith(keeper)) return `only ${keeper} knows this package`;
  if (!target.startsWith('server/src/')) return undefined;
  const [from, to] = [stageOf(path, STAGES), stageOf(target, STAGES)];
  if (from === undefined || to === undefined) return 'it is in no stage of tests/architecture';
  if (to < from) return 'the arrow turns back';
  if (target.startsWith('server/src/graphql/') && !GRAPHQL_FILES.test(path))
    return 'only *graphql.ts, enums.ts, http/ and schema.ts import from graphql/';
  const [domain, other] = [domainOf(path), domainOf(target)];
  if (other === undefined || domain === other) return undefined;
  if (!target.endsWith(`/${other}/index.ts`)) return 'a domain is entered through its index.ts';
  if (domain === undefined) return undefined;
  return complaintOnHill(domain, other);
}

function complaintOnHill(domain: string, other: string): string | undefined {
  const [from, to] = [lineOf(domain), lineOf(other)];
  if (from < 0 || to < 0) return 'a domain is missing on the hill';
  return to > from ? undefined : `${domain} does not stand above ${other}`;
}

function stageOf(path: string, stages: typeof STAGES): number | undefined {
  const stage = stages.findIndex((places) => places.some((place) => path.startsWith(place)));
  return stage < 0 ? undefined : stage;
}

function domainOf(path: string): string | undefined {
  return /^server\/src\/domains\/([^/]+)\//.exec(path)?.[1];
}

function pageFolderOf(path: string): string | undefined {
  return /^dashboard\/src\/pages\/([^/]+)/.exec(path)?.[1];
}

function lineOf(domain: string): number {
  return HILL.findIndex((line) => line.includes(domain));
}
