import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Appends every distinct statement to a file, one JSON text a line. The tests keep such a record of
 * everything that is sent to the database, and check at their end that each statement names its tenant.
 */
export function recordStatements(file: string): (sql: string) => void {
  const seen = new Set<string>();
  return (sql) => {
    if (seen.has(sql)) return;
    seen.add(sql);
    // A short line at the end of a file is written whole, also when several processes write.
    appendFileSync(file, `${JSON.stringify(sql)}\n`);
  };
}

/** The distinct statements of a record. */
export function readStatements(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const statements = lines.filter((line) => line !== '').map((line) => String(JSON.parse(line)));
  return [...new Set(statements)].sort();
}
