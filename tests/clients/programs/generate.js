import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, introspectionFromSchema, parse, print } from 'graphql';

/** Writes into generated/ the code that each library's own generator makes of the schema and the requests. */

const SCHEMA = new URL('../../../server/schema.graphql', import.meta.url);
const GENERATED = new URL('generated/', import.meta.url);
const sdl = readFileSync(SCHEMA, 'utf8');
const document = parse(readFileSync(new URL('Shop.graphql', import.meta.url), 'utf8'));

rmSync(GENERATED, { recursive: true, force: true });
mkdirSync(GENERATED);
relayArtifacts();
await typedDocuments();
tadaTypes();

/** relay-compiler reads requests from tagged templates and writes an artifact for each. */
function relayArtifacts() {
  const sources = new URL('relay-sources/', GENERATED);
  mkdirSync(sources);
  mkdirSync(new URL('relay/', GENERATED));
  for (const module of ['Shop', 'Relay']) {
    const requests = parse(readFileSync(new URL(`${module}.graphql`, import.meta.url), 'utf8'));
    const tagged = requests.definitions.map((each) => `graphql\`${print(each)}\`;`);
    const text = ["import { graphql } from 'relay-runtime';", ...tagged].join('\n');
    writeFileSync(new URL(`${module}.js`, sources), text);
  }
  const config = {
    src: './relay-sources',
    artifactDirectory: './relay',
    schema: './schema.graphql',
    language: 'javascript',
    eagerEsModules: false,
  };
  writeFileSync(new URL('schema.graphql', GENERATED), sdl);
  // The artifacts require each other without an extension.
  writeFileSync(new URL('relay/package.json', GENERATED), '{"type":"commonjs"}');
  writeFileSync(new URL('relay.config.json', GENERATED), JSON.stringify(config));
  const compiler = fileURLToPath(import.meta.resolve('relay-compiler/cli.js'));
  const words = [compiler, 'relay.config.json'];
  execFileSync(process.execPath, words, { cwd: fileURLToPath(GENERATED), stdio: 'pipe' });
}

async function typedDocuments() {
  const plugins = {
    'typescript-operations': typescriptOperations,
    'typed-document-node': typedDocumentNode,
  };
  // Scalars as sdk/README.md says.
  const scalars = { defaultScalarType: 'string', scalars: { ID: 'string', JSON: 'unknown' } };
  const config = { useTypeImports: true, enumsAsTypes: true, ...scalars };
  const text = await codegen({
    filename: 'documents.ts',
    schema: parse(sdl),
    documents: [{ location: 'Shop.graphql', document }],
    config,
    plugins: Object.keys(plugins).map((name) => ({ [name]: {} })),
    pluginMap: plugins,
  });
  writeFileSync(new URL('documents.ts', GENERATED), text);
}

function tadaTypes() {
  const introspection = minifyIntrospection(introspectionFromSchema(buildSchema(sdl)));
  const text = outputIntrospectionFile(introspection, {
    fileType: '.d.ts',
    shouldPreprocess: true,
  });
  writeFileSync(new URL('introspection.d.ts', GENERATED), text);
  writeFileSync(new URL('introspection.json', GENERATED), JSON.stringify(introspection));
}
