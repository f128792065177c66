import { type Db, limitOf, type Page, query } from '../../platform/database/index.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
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

/** Where the factors of the library stand, which are everyone's. */
export const LIBRARY_SCOPE: Scope = {
  organizationId: '00000000-0000-0000-0000-000000000000',
  environment: 'LIVE',
};

/** Of each kind so many matches are ranked, beside the titles that begin with the query. */
export const MOST_RANKED = 1_000;
const MOST_TITLES = 100;

type WordRow = {
  readonly word: string;
  readonly isKnown: boolean;
  readonly begins: boolean;
  readonly near: string[];
};

const WORDS = `
  select asked.word,
    exists (select from search_words known where known.organization_id = $1 and known.environment = $2
      and known.key = asked.word and known.word = asked.word) as "isKnown",
    exists (select from search_words known where known.organization_id = $1 and known.environment = $2
      and known.key > asked.word and known.key < asked.word || U&'\\+10FFFD'
      and starts_with(known.word, asked.word)) as begins,
    array(select distinct known.word from search_words known
      where known.organization_id = $1 and known.environment = $2
        and known.key = any(search_keys(asked.word))) as near
  from unnest(string_to_array(search_normal($3), ' ')) with ordinality as asked(word, place)
  order by place`;

/** The words of a query as a tenant's words explain them: only an unknown one may be misspelt. */
export async function termsOf(db: Db, scope: Scope, text: string): Promise<Term[]> {
  const rows = await query<WordRow>(db, WORDS, [scope.organizationId, scope.environment, text]);
  return rows.map(({ word, isKnown, begins, near }, place) => ({
    word,
    // Beginnings are dear to look up, so only what may be one is: nothing known is longer otherwise.
    isBeginning: isMisspellable(word) ? begins || !isKnown : place === rows.length - 1,
    meant: isKnown || begins ? [] : near.filter((other) => isMisspelling(word, other)),
  }));
}

/**
 * The matches of one kind, a bucket after the other until there are enough; the smallest comes first,
 * so that a word that half of the products have is not looked up in all of them. The inner query is
 * fenced off: PostgreSQL would read the tenant's whole primary key beside the word index.
 */
const MATCHES = `
  select own.id, own.title, own.words, asked.rank, asked.operands
  from asked cross join lateral (
    select * from search_documents where words @@ asked.match offset 0
  ) as own
  where asked.kind = kinds.kind and own.kind = kinds.kind
    and own.organization_id = $1 and own.environment = $2
    and ($5::uuid[] is null or own.set_id = any($5))`;

const ASKED = `
  asked as materialized (
    select wanted.kind, bucket, operands, replace(match, '_', bucket)::tsquery as match,
      replace(rank, '_', bucket)::tsquery as rank
    from json_to_recordset($3) as wanted(kind text, match text, rank text, operands int)
      cross join unnest('{5,4,3,2,1,0}'::text[]) as bucket
  ), kinds as (select kind from json_to_recordset($3) as wanted(kind text))`;

const RANKED = `
  with ${ASKED}, found as (
    select kinds.kind, matching.* from kinds cross join lateral (${MATCHES}
      limit ${MOST_RANKED}) as matching
    union all
    select kinds.kind, titled.id, titled.title, titled.words, asked.rank, asked.operands
    from kinds cross join lateral (
      select id, title, words from search_documents
      where organization_id = $1 and environment = $2 and kind = kinds.kind and title <> ''
        and title >= $4 and title < $4 || U&'\\+10FFFD' and ($5::uuid[] is null or set_id = any($5))
      order by title, id limit ${MOST_TITLES}
    ) as titled join asked on asked.kind = kinds.kind and asked.bucket = search_bucket(titled.id)
  ), ranked as (
    select distinct kind, id, (1e6 * (
      ts_rank('{0.1,0.2,0.4,1}', words, rank) * operands / $6::float8
      + case when title = $4 then 1 when starts_with(title, $4) then 0.5 else 0 end
      + 4.0 / (20 + length(title))))::int as score
    from found
  )`;

/** One page of what was found, best first, the newest first of equals. */
export async function findHits(
  db: Db,
  scope: Scope,
  wanted: readonly Wanted[],
  terms: readonly Term[],
  setIds: readonly string[] | null,
  page: Page,
): Promise<Hit[]> {
  const direction = page.isBackward ? 'asc' : 'desc';
  const comparison = `${page.isBackward ? '>' : '<'}${page.from?.isInclusive ? '=' : ''}`;
  const from = page.from === undefined ? '' : `where (score, id) ${comparison} ($7::int, $8::uuid)`;
  const text = `${RANKED} select kind, id, score from ranked ${from}
    order by score ${direction}, id ${direction} limit ${limitOf(page)}`;
  return query<Hit>(db, text, [
    scope.organizationId,
    scope.environment,
    JSON.stringify(wanted),
    terms.map(({ word }) => word).join(' '),
    setIds,
    terms.length,
    ...(page.from?.key ?? []),
  ]);
}

const COUNT = `
  with ${ASKED}
  select count(*) as count from kinds cross join lateral (${MATCHES} limit $4) as matching`;

/** How many rows match, of each kind counted no further than `limit`. */
export async function countHits(
  db: Db,
  scope: Scope,
  wanted: readonly Wanted[],
  setIds: readonly string[] | null,
  limit: number,
): Promise<number> {
  const values = [scope.organizationId, scope.environment, JSON.stringify(wanted), limit, setIds];
  const [row] = await query<{ count: number }>(db, COUNT, values);
  return row?.count ?? 0;
}
