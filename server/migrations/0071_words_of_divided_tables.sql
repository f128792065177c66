-- A divided table (deploy/partitions.sql) has an index of words for each partition; the tree of a whole index is empty.

create or replace function search_index_words() returns trigger language plpgsql as $$
begin
  perform gin_clean_pending_list(coalesce(relid, whole))
  from (select 'search_documents_by_word'::regclass as whole) as named left join pg_partition_tree(whole) on isleaf;
  return null;
end
$$;
