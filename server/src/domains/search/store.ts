import { type Db, limitOf, type Page, query } from '../../platform/database/index.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
import { equivalentGtins, gtinProblem } from '../products/index.ts';
import type { Wanted } from './lexemes.ts';
import type { Hit, SearchKind, Term } from './model.ts';
import { isMisspellable, isMisspelling } from './spelling.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    search_documents: Tenant & {
      kind: SearchKind;
      id: string;
      set_id: string | null;
      title: string;
      words: string;
    };
    search_words: Tenant & { key: string; word: string };
  }
}

type Tenant = { organization_id: string; environment: Environment };

/** Scope of the library's factors, which all tenants share. */
export const LIBRARY_SCOPE: Scope = {
  organizationId: '00000000-0000-0000-0000-000000000000',
  environment: 'LIVE',
};

/**
 * Buckets are read per kind until there are enough matches to rank. As the last bucket has three
 * quarters of the rows, it is reached when up to about a thousand rows match, and then all are
 * ranked.
 */
const ENOUGH_RANKED = 250;
const MOST_RANKED = 1_000;
/** Maximum number of titles that begin with the query, in addition to the matches. */
const MOST_TITLES = 100;

type WordRow = {
  readonly place: number;
  readonly word: string;
  readonly isKnown: boolean;
  readonly begins: boolean;
  readonly near: string[];
};

// Both statements get their parameters as JSON, which the planner cannot estimate: a custom plan
// for each search never looks cheaper than the generic one, and would take longer to make than to
// run.

const WORDS = `
  select asked.place, asked.word, known."isKnown", known.begins,
    case when known."isKnown" or known.begins then '{}' else array(
      select distinct known.word from search_words known
      where known.organization_id = asked.organization_id and known.environment = asked.environment
        and known.key = any(search_keys(asked.word))) end as near
  from (
    select given.*, words.word, words.number
    from json_to_recordset($1) as given (organization_id uuid, environment text, place int, query text)
      cross join lateral unnest(string_to_array(search_normal(given.query), ' '))
        with ordinality as words (word, number)
  ) as asked cross join lateral (
    select
      exists (select from search_words known
        where known.organization_id = asked.organization_id and known.environment = asked.environment
          and known.key = asked.word and known.word = asked.word) as "isKnown",
      exists (select from search_words known
        where known.organization_id = asked.organization_id and known.environment = asked.environment
          and known.key > asked.word and known.key < asked.word || U&'\\+10FFFD'
          and starts_with(known.word, asked.word)) as begins
    offset 0
  ) as known
  order by asked.place, asked.number`;

/** The words of a query as each scope's words explain them: only an unknown one may be misspelt. */
export async function termsOf(db: Db, scopes: readonly Scope[], text: string): Promise<Term[][]> {
  const given = scopes.map(({ organizationId, environment }, place) => ({
    organization_id: organizationId,
    environment,
    place,
    query: text,
  }));
  const rows = await query<WordRow>(db, WORDS, [JSON.stringify(given)]);
  return scopes.map((_, at) => {
    const words = rows.filter(({ place }) => place === at);
    return words.map(({ word, isKnown, begins, near }, number) => ({
      word,
      // Beginnings are dear to look up, so only what may be one is: nothing known is longer otherwise.
      isBeginning: isMisspellable(word) ? begins || !isKnown : number === words.length - 1,
      meant: isKnown || begins ? [] : near.filter((other) => isMisspelling(word, other)),
      writings: otherGtins(word),
    }));
  });
}

/** Other writings of a GTIN: products may differ in its leading zeros. */
function otherGtins(word: string): string[] {
  if (gtinProblem(word) !== undefined) return [];
  return equivalentGtins(word).filter((other) => other !== word);
}

/** Search terms of each kind that has any. */
const WANTED = `
  wanted as materialized (
    select * from json_to_recordset($1) as wanted (organization_id uuid, environment text, kind text,
      set_ids uuid[], match text, rank text, exact text, operands int)
    where exists (select from search_documents own
      where own.organization_id = wanted.organization_id and own.environment = wanted.environment
        and own.kind = wanted.kind)
  )`;

const MATCHES =
  'search_matches(wanted.organization_id, wanted.environment, wanted.kind, wanted.set_ids, wanted.match';

/** Matches with their scores; one whose title begins with the query may be there twice. */
const RANKED = `
  with ${WANTED}, ranked as (
    select wanted.kind, found.id, (1e6::float8 * (
      found.rank * wanted.operands / $2::float8
      + case when found.is_exact then 10 else 0 end
      + case when found.title = $3 then 1::float8 when starts_with(found.title, $3) then 0.5 else 0 end
      + 4::float8 / (20 + length(found.title))))::int as score
    from wanted cross join lateral (
      select * from ${MATCHES}, wanted.rank, wanted.exact, ${ENOUGH_RANKED}, ${MOST_RANKED})
      union all
      (select own.id, own.title, ts_rank('{0.1,0.2,0.4,1}', own.words,
        replace(wanted.rank, '_', search_bucket(own.id))::tsquery),
        own.words @@ replace(wanted.exact, '_', search_bucket(own.id))::tsquery
      from search_documents own
      where own.organization_id = wanted.organization_id and own.environment = wanted.environment
        and own.kind = wanted.kind and own.title <> '' and own.title >= $3
        and own.title < $3 || U&'\\+10FFFD'
        and (wanted.set_ids is null or own.set_id = any(wanted.set_ids))
      order by own.title, own.id limit ${MOST_TITLES})
    ) as found
  )`;

/** One page of hits, best first, the newest first among equals. */
export async function findHits(
  db: Db,
  wanted: readonly Wanted[],
  words: readonly string[],
  page: Page,
): Promise<Hit[]> {
  const direction = page.isBackward ? 'asc' : 'desc';
  const comparison = `${page.isBackward ? '>' : '<'}${page.from?.isInclusive ? '=' : ''}`;
  const from = page.from === undefined ? '' : `where (score, id) ${comparison} ($4::int, $5::uuid)`;
  const order = `order by score ${direction}, id ${direction}`;
  const limit = limitOf(page);
  const text = `${RANKED} select distinct kind, id, score
    from (select * from ranked ${from} ${order} limit ${2 * limit}) as best ${order} limit ${limit}`;
  const values = [jsonOf(wanted), words.length, words.join(' '), ...(page.from?.key ?? [])];
  return query<Hit>(db, text, values);
}

const COUNT = `
  with ${WANTED}
  select count(*) as count from wanted cross join lateral ${MATCHES}, null, null, $2, $2)`;

/** Number of matching rows of each kind, counted up to `limit`. */
export async function countHits(db: Db, wanted: readonly Wanted[], limit: number): Promise<number> {
  const [row] = await query<{ count: number }>(db, COUNT, [jsonOf(wanted), limit]);
  return row?.count ?? 0;
}

function jsonOf(wanted: readonly Wanted[]): string {
  return JSON.stringify(
    wanted.map(({ organizationId, setIds, ...rest }) => ({
      ...rest,
      organization_id: organizationId,
      set_ids: setIds,
    })),
  );
}
