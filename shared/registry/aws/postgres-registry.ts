import { nameKey } from '../../kernel/domain/legal-entity.ts';
import type { NameFeatures } from '../domain/name-features.ts';
import type { RegistryRow, RegistrySearchResult } from '../domain/registry-index.ts';
import { greatestLetter, searchWords, sortableText } from '../domain/search-words.ts';
import type { Sql } from './data-api.ts';

/** The registry's names and numbers in PostgreSQL. */
export interface PostgresRegistry {
  /** Creates missing parts of the schema. */
  prepare(): Promise<void>;
  /**
   * Inserts or replaces rows. Rows with an older or the same version are ignored, unless the stored row was put before
   * `before` (Unix milliseconds), as in a rebuild. `now` is stored with the rows.
   */
  put(rows: readonly RegistryRow[], when: { now: number; before?: number }): Promise<void>;
  /** Removes rows last put before that time. */
  removeBefore(before: number): Promise<void>;
  /** Rows in the registry's order of relevance, at most `limit`. */
  search(query: string, limit: number): Promise<RegistrySearchResult>;
  /**
   * Rows with possibly similar names, at most a hundred: those that share a third of their trigrams with it as written,
   * as it looks, or in its distinctive words.
   */
  resembling(requested: NameFeatures): Promise<readonly RegistryRow[]>;
  count(): Promise<number>;
  /** A note that was stored under a name; undefined if it does not exist. */
  note(name: string): Promise<string | undefined>;
  keep(name: string, note: string): Promise<void>;
  drop(name: string): Promise<void>;
}

/** Rows per statement: a quarter of a megabyte, out of the 4 MiB that the Data API accepts. */
const batch = 500;

/** How many letters of a name are indexed, because PostgreSQL limits index entries to 2,704 bytes. */
const indexed = 120;

export function openPostgresRegistry(sql: Sql): PostgresRegistry {
  async function putBatch(rows: readonly RegistryRow[], now: number, before: number) {
    const fields = rows.map((row) => {
      const key = sortableText(nameKey(row.name));
      return {
        id: sortableText(row.id),
        beginning: beginningOf(key),
        key,
        name: sortableText(row.name),
        number: sortableText(row.residentPermitNumber ?? ''),
        version: row.version,
        // JSON escapes the characters that PostgreSQL rejects.
        answer: JSON.stringify(answerOf(row)),
      };
    });
    await sql(putStatement, { rows: JSON.stringify(fields), now, before });
  }

  return {
    prepare: async () => {
      const [grams] = await sql("SELECT COALESCE(CAST(to_regclass('registry_grams') AS text), '')");
      if (grams === '') await sql(schema);
    },
    put: async (rows, { now, before = 0 }) => {
      const newest = new Map<string, RegistryRow>();
      for (const row of rows) {
        if (row.version > (newest.get(row.id)?.version ?? -1)) newest.set(row.id, row);
      }
      // In a fixed order, so that two concurrent puts of the same rows do not deadlock.
      const sorted = [...newest.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
      for (let start = 0; start < sorted.length; start += batch) {
        await putBatch(sorted.slice(start, start + batch), now, before);
      }
    },
    removeBefore: async (before) => {
      await sql('DELETE FROM registry WHERE put_at < CAST(:before AS bigint)', { before });
    },
    search: async (query, limit) => {
      const words = searchWords(query);
      if (words === null) return { results: [], truncated: false };
      const key = sortableText(words.key);
      const beginning = beginningOf(key);
      const found = await sql(searchStatement(words.words.length), {
        key,
        beginning,
        beyond: beginning + greatestLetter,
        at_word: containing(words.keyAtWord),
        whole: containing(words.key),
        // One more than the limit shows whether there are more.
        most: limit + 1,
        ...Object.fromEntries(words.words.map((word, at) => [`word_${at}`, containing(word)])),
      });
      // The values were stored by `answer`.
      const results = found.slice(0, limit).map((answer) => JSON.parse(answer) as RegistryRow);
      return { results, truncated: found.length > limit };
    },
    resembling: async ({ key, looks: [, look], core, words }) => {
      const found = await sql(resemblingStatement, {
        written: sortableText(key),
        seen: sortableText(look),
        core: sortableText(core),
        words: sortableText(words),
      });
      // The values were stored by `answer`.
      return found.map((answer) => JSON.parse(answer) as RegistryRow);
    },
    count: async () => Number((await sql('SELECT CAST(count(*) AS text) FROM registry'))[0] ?? '0'),
    note: async (name) =>
      (await sql('SELECT note FROM registry_notes WHERE name = :name', { name }))[0],
    keep: async (name, note) => {
      await sql(
        `INSERT INTO registry_notes (name, note) VALUES (:name, :note)
         ON CONFLICT (name) DO UPDATE SET note = excluded.note`,
        { name, note },
      );
    },
    drop: async (name) => {
      await sql('DELETE FROM registry_notes WHERE name = :name', { name });
    },
  };
}

const putStatement = `
INSERT INTO registry (id, beginning, key, name, number, version, answer, put_at)
SELECT id, beginning, key, name, number, version, answer, CAST(:now AS bigint)
FROM json_to_recordset(CAST(:rows AS json)) AS given (
  id text, beginning text, key text, name text, number text, version bigint, answer text
)
ON CONFLICT (id) DO UPDATE SET
  beginning = excluded.beginning, key = excluded.key, name = excluded.name, number = excluded.number,
  version = excluded.version, answer = excluded.answer, put_at = excluded.put_at
WHERE registry.version < excluded.version OR registry.put_at < CAST(:before AS bigint)`;

/** `%` means a similarity of at least 0.3, the default of pg_trgm. */
const resemblingStatement = `
SELECT answer FROM registry
WHERE key % :written OR key % :seen OR key % :core OR key % :words
ORDER BY
  greatest(similarity(key, :written), similarity(key, :seen), similarity(key, :core), similarity(key, :words)) DESC,
  beginning, key, name, id
LIMIT 100`;

function answerOf({
  id,
  name,
  extension,
  residentPermitNumber,
  version,
}: RegistryRow): RegistryRow {
  return { id, name, extension, residentPermitNumber, version };
}

function beginningOf(sortable: string): string {
  // Cut by code points, because PostgreSQL counts a surrogate pair as one character.
  return sortable.length <= indexed ? sortable : [...sortable].slice(0, indexed).join('');
}

/** The LIKE pattern for texts that contain a text. */
function containing(text: string): string {
  return `%${sortableText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * PostgreSQL's schema, in one statement. Texts are stored as `sortableText`, so that the collation "C" sorts as the
 * service does. The index of names covers only the first letters; names that share them are sorted afterwards. Searches
 * use custom plans, because rare and frequent words need different plans, and no JIT, because compiling takes longer
 * than the search. How often a word occurs is estimated from a sample of names, in which rare words seem frequent if it
 * is small. Random pages cost little on disks without heads. If two functions create the schema at the same time, the
 * second gets an error that it exists.
 */
const schema = `DO $$ BEGIN
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
  ALTER TABLE registry ALTER COLUMN key SET STATISTICS 1000;
  CREATE TABLE IF NOT EXISTS registry_notes (name text PRIMARY KEY, note text NOT NULL);
  CREATE INDEX IF NOT EXISTS registry_beginning ON registry (beginning);
  EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_custom_plan', current_database());
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
  EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
  CREATE INDEX IF NOT EXISTS registry_grams ON registry USING gin (key gin_trgm_ops, number gin_trgm_ops);
END $$`;

const order = 'beginning, key, name, id';

/** Whether the name begins with the query. The first two conditions use the index. */
const starts = '(beginning >= :beginning AND beginning < :beyond AND starts_with(key, :key))';

/**
 * The search for a query with this number of words: at most `:most` answers in order of relevance (see
 * registry-index.ts). Each rank is a separate subquery, in order, so that a search for frequent words stops as soon as
 * it has enough.
 */
function searchStatement(words: number): string {
  const all = Array.from({ length: words }, (_, at) => `key LIKE :word_${at}`).join(' AND ');
  const found = (name: string, where: string, before: readonly string[]) => {
    const left = before.map((each) => ` - (SELECT count(*) FROM ${each})`).join('');
    return `${name} AS MATERIALIZED (
  SELECT * FROM (SELECT ${order}, answer FROM registry WHERE ${where} ORDER BY ${order} LIMIT CAST(:most AS bigint)) AS sought
  LIMIT CAST(:most AS bigint)${left}
)`;
  };
  const ranks = ['starting', 'at_word', 'containing'];
  return `WITH
${found('starting', starts, [])},
${found('at_word', `key LIKE :at_word AND NOT ${starts}`, ['starting'])},
${found('containing', `((${all}) OR number LIKE :whole) AND key NOT LIKE :at_word AND NOT ${starts}`, ['starting', 'at_word'])}
SELECT answer FROM (
${ranks.map((rank, at) => `  SELECT ${at} AS rank, * FROM ${rank}`).join('\n  UNION ALL\n')}
) AS found
ORDER BY rank, ${order}`;
}
