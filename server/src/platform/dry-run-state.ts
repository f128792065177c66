import { DatabaseSync } from 'node:sqlite';

/** A thing that a file can name: by its id, or by what its owner calls it. */
export type Nameable = { readonly id: string; readonly externalId: string | null };

const TABLE = `
  pragma journal_mode = memory;
  create table things (id text primary key, external_id text, is_new integer, thing text) without rowid;
  create index things_by_external_id on things (external_id);`;
const PUT = `insert into things values (?, ?, ?, ?)
  on conflict do update set external_id = excluded.external_id, thing = excluded.thing`;

/**
 * State that a dry run would have written so far, so that a later row meets the rows before it. A
 * file may be larger than the memory, so this is a database too: a temporary SQLite database that
 * holds two megabytes in memory and whose file is private and deleted.
 */
export class DryRunState {
  readonly #database = new DatabaseSync('');

  constructor() {
    this.#database.exec(TABLE);
  }

  /** Does some of the work; when it fails, it is as if it had not been tried. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    this.#database.exec('begin');
    try {
      const done = await work();
      this.#database.exec('commit');
      return done;
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  /** The thing as JSON; undefined when it would not have been written. */
  find(by: 'id' | 'external_id', value: string): string | undefined {
    const row = this.#database.prepare(`select thing from things where ${by} = ?`).get(value);
    return row === undefined ? undefined : String(row['thing']);
  }

  /** True if the object exists in the dry run only. */
  isNew(id: string): boolean {
    const row = this.#database.prepare('select is_new from things where id = ?').get(id);
    return row?.['is_new'] === 1;
  }

  create(thing: Nameable): void {
    this.#put(thing, 1);
  }

  update(thing: Nameable): void {
    this.#put(thing, 0);
  }

  #put(thing: Nameable, isNew: 0 | 1): void {
    const { id, externalId } = thing;
    this.#database.prepare(PUT).run(id, externalId, isNew, JSON.stringify(thing));
  }

  close(): void {
    this.#database.close();
  }
}
