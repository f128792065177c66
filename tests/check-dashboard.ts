import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema } from 'graphql';
import { schema } from '../server/src/schema.ts';
import { complaintOf, typeCheck } from './check.ts';

/** Types the pages against the present schema: a document that does not fit it does not compile. */

const TYPES = join(import.meta.dirname, '../dashboard/src/introspection.d.ts');
const types = outputIntrospectionFile(minifyIntrospection(introspectionFromSchema(schema)), {
  fileType: '.d.ts',
  shouldPreprocess: true,
});
await writeFile(TYPES, types);
const complaint = await complaintOf(typeCheck('dashboard/tsconfig.json'));
if (complaint !== undefined) {
  process.stdout.write(complaint);
  process.exitCode = 1;
}
