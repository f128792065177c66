import { readFile, writeFile } from 'node:fs/promises';
import {
  type ASTNode,
  buildASTSchema,
  type DocumentNode,
  findBreakingChanges,
  GraphQLSchema,
  Kind,
  parse,
  visit,
} from 'graphql';
import trackway from '../package.json' with { type: 'json' };
import { schema } from '../server/src/schema.ts';
import { printedSchema } from './print-schema.ts';

/** The schema as the last release promised it: docs/decisions/0005-promised-schema.md. */
export const PROMISED_FILE = new URL('../server/promised.graphql', import.meta.url);
export const CHANGELOG_FILE = new URL('../CHANGELOG.md', import.meta.url);

/** A reason of `@deprecated`: ``Use `sku` instead. Removed on 2028-01-31.`` */
const REASON = /\bUse `[^`]+`.*\bRemoved on (\d{4}-\d{2}-\d{2})\b/;
const MADE_ON = /^# .* on (\d{4}-\d{2}-\d{2})\b/;
const FREE_UNTIL_FIRST_MAJOR = 'It may change freely until 1.0.0.';

/** The first line of `promised.graphql`; `version` is not released while the changelog says so. */
export function headOfPromise(version: string, changelog: string, day: string): string {
  const release = changelog.includes(`## ${version} (unreleased)`)
    ? `${version} (unreleased)`
    : version;
  return version.startsWith('0.')
    ? `# The schema of version ${release}, printed on ${day}. ${FREE_UNTIL_FIRST_MAJOR}`
    : `# The schema that version ${release} promised to clients on ${day}.`;
}

/**
 * Breaking changes of a schema against the promised one; before 1.0.0 every change is allowed. Days are ISO
 * text: an element deprecated until `day` or earlier may be removed, and so may types that are no longer
 * reachable.
 */
export function breachesOf(promised: string, present: GraphQLSchema, day: string): string[] {
  if (promised.split('\n', 1)[0]?.endsWith(FREE_UNTIL_FIRST_MAJOR)) return [];
  const dropOverdue = (node: ASTNode) => {
    const until = removalOf(node);
    return until !== undefined && until <= day ? null : undefined;
  };
  const due = visit(parse(promised), {
    FieldDefinition: dropOverdue,
    InputValueDefinition: dropOverdue,
    EnumValueDefinition: dropOverdue,
  });
  const reachable = new GraphQLSchema({ ...buildASTSchema(due).toConfig(), types: [] });
  return findBreakingChanges(reachable, present).map(({ description }) => description);
}

/**
 * Faults in the deprecations of a schema: each names its replacement and its day of removal, new
 * ones at least a year after `since`, known ones not earlier than promised.
 */
export function faultyDeprecations(promised: string, present: string, since: string): string[] {
  const known = deprecationsIn(parse(promised));
  const aYearOn = new Date(`${since}T00:00:00Z`);
  aYearOn.setUTCFullYear(aYearOn.getUTCFullYear() + 1);
  return [...deprecationsIn(parse(present))].flatMap(([place, removal]) => {
    if (removal === undefined) {
      return [`${place}: say "Use \`…\` instead. Removed on 2028-01-31." where it is deprecated.`];
    }
    const earliest = known.get(place) ?? aYearOn.toISOString().slice(0, 10);
    return removal < earliest
      ? [`${place}: it is to be removed on ${removal}; ${earliest} is the earliest.`]
      : [];
  });
}

/** The day on which a schema was promised. */
export function promisedOn(promised: string): string {
  const day = MADE_ON.exec(promised)?.[1];
  if (day === undefined) throw new Error('server/promised.graphql does not say when it was made.');
  return day;
}

/** Deprecated elements by path such as `Product.sku`, with the day of removal if it is given. */
function deprecationsIn(document: DocumentNode): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      if (reasonOf(node) === undefined) return;
      found.set([...ancestors, node].flatMap(nameOf).join('.'), removalOf(node));
    },
  });
  return found;
}

function nameOf(node: ASTNode | readonly ASTNode[]): string[] {
  return 'name' in node && node.name?.kind === Kind.NAME ? [node.name.value] : [];
}

function removalOf(node: ASTNode): string | undefined {
  return REASON.exec(reasonOf(node) ?? '')?.[1];
}

function reasonOf(node: ASTNode): string | undefined {
  if (!('directives' in node)) return undefined;
  const deprecated = node.directives?.find(({ name }) => name.value === 'deprecated');
  const reason = deprecated?.arguments?.find(({ name }) => name.value === 'reason')?.value;
  return deprecated && (reason?.kind === Kind.STRING ? reason.value : '');
}

/** `npm run promise`, at a release: promises the current schema. */
if (import.meta.main) {
  const promised = await readFile(PROMISED_FILE, 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  const faults = [
    ...breachesOf(promised, schema, today),
    ...faultyDeprecations(promised, printedSchema(), today),
  ];
  if (faults.length === 0) {
    const changelog = await readFile(CHANGELOG_FILE, 'utf8');
    const head = headOfPromise(trackway.version, changelog, today);
    await writeFile(PROMISED_FILE, `${head}\n\n${printedSchema()}`);
    process.stdout.write('Promised: commit server/promised.graphql with the release.\n');
  } else {
    process.stderr.write(`${faults.join('\n')}\n`);
    process.exitCode = 1;
  }
}
