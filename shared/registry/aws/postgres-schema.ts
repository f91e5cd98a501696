/**
 * What PostgreSQL has to have, in one statement. Texts are in the form of `sortableText`, so that the collation "C" sorts
 * as we do. The index of names has their beginnings alone: the rest is sorted where they are equal. A search is planned
 * for the words that it has, for rare and frequent ones are sought differently, and
 * never compiled, which takes longer than they do.
 */
export const schema = `DO $$ BEGIN
  -- Of two that make it at once, the second is told that it is there.
  PERFORM pg_advisory_xact_lock(4700);
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE TABLE IF NOT EXISTS registry (
    id text COLLATE "C" PRIMARY KEY,
    beginning text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    answer text NOT NULL,
    put_at bigint NOT NULL
  );
  -- How often a word occurs is estimated of a sample of names: of a small one, rare words seem frequent.
  ALTER TABLE registry ALTER COLUMN key SET STATISTICS 1000;
  CREATE TABLE IF NOT EXISTS registry_notes (name text PRIMARY KEY, note text NOT NULL);
  CREATE INDEX IF NOT EXISTS registry_beginning ON registry (beginning);
  EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_custom_plan', current_database());
  -- The disks have no heads that would have to move.
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
  EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
  CREATE INDEX IF NOT EXISTS registry_grams ON registry USING gin (key gin_trgm_ops, number gin_trgm_ops);
END $$`;
