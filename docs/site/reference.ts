import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { escapeHtml } from '../../server/src/platform/escape-html.ts';
import { renderDescription } from './markdown.ts';

/** One page of the reference. */
export type ReferencePage = {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  /** Names and descriptions that a search finds, each with its anchor. */
  readonly entries: readonly { title: string; anchor: string; text: string; members?: string }[];
};
type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

const KINDS = [
  ['Objects', isObjectType],
  ['Interfaces', isInterfaceType],
  ['Unions', isUnionType],
  ['Inputs', isInputObjectType],
  ['Enumerations', isEnumType],
  ['Scalars', isScalarType],
] as const;

/** The pages of the schema: an index, the queries, the mutations, and a page for each type. */
export function referencePages(schema: GraphQLSchema): ReferencePage[] {
  const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType()]);
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !roots.has(type))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const uses = usesOf(schema);
  return [
    indexPage(schema, types),
    operationsPage('Queries', schema.getQueryType()?.getFields() ?? {}),
    operationsPage('Mutations', schema.getMutationType()?.getFields() ?? {}),
    ...types.map((type) => typePage(type, uses.get(type) ?? [])),
  ];
}

function indexPage(schema: GraphQLSchema, types: readonly GraphQLNamedType[]): ReferencePage {
  const operations = (name: string, fields: readonly string[]) =>
    `<h2><a href="/docs/reference/${name.toLowerCase()}">${name}</a></h2><p class="names">${fields
      .map((field) => `<a href="/docs/reference/${name.toLowerCase()}#${field}">${field}</a>`)
      .join(' ')}</p>`;
  const kinds = KINDS.map(([title, isOfKind]) => {
    const members = types.filter(isOfKind);
    const names = members.map((type) => typeLink(type)).join(' ');
    return members.length === 0 ? '' : `<h2>${title}</h2><p class="names">${names}</p>`;
  });
  const html = `<h1>Reference</h1>
<p>All operations and types of the API, made from its schema.</p>
${operations('Queries', Object.keys(schema.getQueryType()?.getFields() ?? {}).sort())}
${operations('Mutations', Object.keys(schema.getMutationType()?.getFields() ?? {}).sort())}
${kinds.join('\n')}`;
  return { address: '/docs/reference', title: 'Reference', html, entries: [] };
}

function operationsPage(
  title: string,
  fields: Readonly<Record<string, GraphQLField<unknown, unknown>>>,
): ReferencePage {
  const sorted = Object.values(fields).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const sections = sorted.map(
    (field) => `<section id="${field.name}"><h2><code>${field.name}</code></h2>
${description(field)}
<p>Gives ${typeText(field.type)}.</p>
${memberTable('Arguments', field.args)}</section>`,
  );
  return {
    address: `/docs/reference/${title.toLowerCase()}`,
    title,
    html: `<h1>${title}</h1>\n${sections.join('\n')}`,
    entries: sorted.map(({ name, description: text }) => ({
      title: name,
      anchor: name,
      text: text ?? '',
    })),
  };
}

function typePage(type: GraphQLNamedType, users: readonly string[]): ReferencePage {
  const html = `<h1><code>${type.name}</code></h1>
<p class="quiet">${kindOf(type)}</p>
${description(type)}
${membersOf(type)}
${users.length === 0 ? '' : `<h2>Used by</h2><p class="names">${users.join(' ')}</p>`}`;
  const members =
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => `${field.name} ${field.description ?? ''}`)
      : isEnumType(type)
        ? type.getValues().map((value) => `${value.name} ${value.description ?? ''}`)
        : [];
  const text = type.description ?? '';
  const entries = [{ title: type.name, anchor: '', text, members: members.join('\n') }];
  return { address: `/docs/reference/types/${type.name}`, title: type.name, html, entries };
}

function membersOf(type: GraphQLNamedType): string {
  if (isInputObjectType(type)) return memberTable('Fields', Object.values(type.getFields()));
  if (isObjectType(type) || isInterfaceType(type)) {
    const interfaces = type.getInterfaces().map((each) => typeLink(each));
    const parents = interfaces.length === 0 ? '' : `<p>Implements ${interfaces.join(', ')}.</p>`;
    return parents + memberTable('Fields', Object.values(type.getFields()));
  }
  if (isUnionType(type))
    return `<h2>Members</h2><p class="names">${type.getTypes().map(typeLink).join(' ')}</p>`;
  if (!isEnumType(type)) return '';
  const rows = type
    .getValues()
    .map((value) => `<tr><td><code>${value.name}</code></td><td>${description(value)}</td></tr>`);
  return table('Values', ['value', 'meaning'], rows);
}

function memberTable(title: string, members: readonly Member[]): string {
  if (members.length === 0) return '';
  const rows = members.map((member) => {
    const nested =
      'args' in member && member.args.length > 0
        ? `<details><summary>Arguments</summary>${member.args.map(argumentLine).join('')}</details>`
        : '';
    return `<tr id="${member.name}"><td><code>${member.name}</code></td><td>${typeText(member.type)}</td><td>${description(member)}${defaultOf(member)}${nested}</td></tr>`;
  });
  return table(title, ['name', 'type', 'meaning'], rows);
}

function table(title: string, heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((each) => `<th scope="col">${each}</th>`).join('');
  return `<h3>${title}</h3><div class="wide" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function argumentLine(argument: GraphQLArgument): string {
  return `<p><code>${argument.name}</code> ${typeText(argument.type)}: ${renderDescription(argument.description ?? '')}${defaultOf(argument)}</p>`;
}

function defaultOf(member: Member): string {
  if (!('default' in member) || member.default === undefined) return '';
  const value = member.default.literal ?? member.default.value;
  return ` <span class="quiet">Default: <code>${escapeHtml(JSON.stringify(value))}</code></span>`;
}

function description(of: {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}): string {
  const { deprecationReason, description: text } = of;
  const warning = deprecationReason
    ? `<p class="warn">Deprecated: ${renderDescription(deprecationReason)}</p>`
    : '';
  return `${warning}<p>${renderDescription(text ?? '')}</p>`;
}

function typeText(type: GraphQLType): string {
  const named = getNamedType(type);
  const [before = '', after = ''] = String(type).split(named.name);
  return `<code>${before}${typeLink(named)}${after}</code>`;
}

function typeLink(type: GraphQLNamedType): string {
  return `<a href="/docs/reference/types/${type.name}">${type.name}</a>`;
}

function kindOf(type: GraphQLNamedType): string {
  return {
    Objects: 'Object',
    Interfaces: 'Interface',
    Unions: 'Union',
    Inputs: 'Input',
    Enumerations: 'Enumeration',
    Scalars: 'Scalar',
  }[KINDS.find(([, isOfKind]) => isOfKind(type))?.[0] ?? 'Scalars'];
}

/** Links to what returns or accepts each type, fields of the roots first. */
function usesOf(schema: GraphQLSchema): Map<GraphQLNamedType, string[]> {
  const uses = new Map<GraphQLNamedType, Set<string>>();
  const note = (type: GraphQLType, link: string) => {
    const named = getNamedType(type);
    uses.set(named, (uses.get(named) ?? new Set()).add(link));
  };
  const roots = [
    ['queries', schema.getQueryType()],
    ['mutations', schema.getMutationType()],
  ] as const;
  for (const [page, root] of roots)
    for (const { name, type, args } of Object.values(root?.getFields() ?? {}))
      for (const used of [type, ...args.map((argument) => argument.type)])
        note(used, `<a href="/docs/reference/${page}#${name}">${name}</a>`);
  for (const type of Object.values(schema.getTypeMap())) {
    const isRoot = roots.some(([, root]) => root === type);
    if (isIntrospectionType(type) || isRoot) continue;
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) note(field.type, typeLink(type));
  }
  return new Map([...uses].map(([type, links]) => [type, [...links]]));
}
