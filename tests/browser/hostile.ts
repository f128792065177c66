import pg from 'pg';

/** Read as text it is harmless; read as HTML it is an element with this attribute and a script that runs. */
const HOSTILE =
  '"><img src=x data-hostile onerror=alert(1)> <script data-hostile>alert(2)</script> {{7*7}}';

/** Columns that hold words of people, in whatever table. */
const WORDS = ['name', 'description', 'external_id', 'sku', 'title', 'note', 'error'];

/** Writes the hostile text into every column of words of an organization; returns the columns. */
export async function makeHostile(
  databaseUrl: string,
  organizationId: string,
): Promise<readonly string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
         and column_name = any ($1) and table_name in (
           select table_name from information_schema.columns where column_name = 'organization_id')`,
      [WORDS],
    );
    const written: string[] = [];
    for (const { table, column } of rows) {
      // The number keeps apart the rows whose words are unique. Rows that may not change have triggers that refuse.
      const { rowCount } = await client
        .query(
          `update "${table}" set "${column}" = $1 || substr(gen_random_uuid()::text, 1, 8)
           where organization_id = $2 and "${column}" is not null`,
          [HOSTILE, organizationId],
        )
        .catch(() => ({ rowCount: 0 }));
      if ((rowCount ?? 0) > 0) written.push(`${table}.${column}`);
    }
    await client.query('update organizations set name = $1 where id = $2', [
      HOSTILE,
      organizationId,
    ]);
    await client.query(
      'update users set name = $1 where id in (select user_id from members where organization_id = $2)',
      [HOSTILE, organizationId],
    );
    return written;
  } finally {
    await client.end();
  }
}
