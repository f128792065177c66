import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatements } from '../../server/src/platform/database/statement-record.ts';
import { TEST_STATEMENTS, testDatabase } from '../../server/src/platform/database/testing.ts';
import { ALLOWED_STATEMENTS } from './allowed-statements.ts';
import { customerTables } from './customer-tables.ts';
import { findUntenanted } from './find-untenanted.ts';

/**
 * The second wall between tenants: every statement that the whole test run sent to the database is
 * parsed, and must say whose rows it means. `tests/run.ts` runs this file last.
 */
const file = process.env[TEST_STATEMENTS];
const isRecorded = file !== undefined;

test('every statement of the test run names its tenant', {
  skip: !isRecorded && 'runs at the end of npm test',
}, async () => {
  const { db } = await testDatabase();
  const tables = await customerTables(db);
  const statements = readStatements(file ?? '');
  assert.ok(statements.length > 0, 'statements were recorded');
  const complaints: string[] = [];
  for (const statement of statements) {
    const text = statement.replace(/\s+/g, ' ').trim();
    if (ALLOWED_STATEMENTS.some(({ pattern }) => pattern.test(text))) continue;
    const missing = await findUntenanted(statement, tables);
    if (missing.length > 0) complaints.push(`${missing.join(', ')} is not bound in: ${text}`);
  }
  assert.deepEqual(complaints, []);
});
