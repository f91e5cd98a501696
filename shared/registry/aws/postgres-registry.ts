import { nameKey } from '../../kernel/domain/legal-entity.ts';
import type { NameFeatures } from '../domain/name-features.ts';
import type { RegistryRow, RegistrySearchResult } from '../domain/registry-index.ts';
import { searchWords } from '../domain/search-words.ts';
import { greatestLetter, sortableText } from '../domain/sortable-text.ts';
import { schema } from './postgres-schema.ts';
import { searchStatement } from './search-statement.ts';
import type { Sql } from './sql.ts';

/** The registry's names and numbers in PostgreSQL. */
export interface PostgresRegistry {
  /** Makes what is missing of the schema. */
  prepare(): Promise<void>;
  /**
   * Inserts or replaces rows; a row whose version is not newer than the one held is ignored, unless that was put before
   * `before` (Unix milliseconds), which is what a rebuild asks for. `now` is noted of what is put.
   */
  put(rows: readonly RegistryRow[], when: { now: number; before?: number }): Promise<void>;
  /** Removes what was put last before that. */
  removeBefore(before: number): Promise<void>;
  /** Rows in the registry's order of relevance, at most `limit`. */
  search(query: string, limit: number): Promise<RegistrySearchResult>;
  /**
   * Rows whose names may be similar to one, at most a hundred: those that share a third of their runs of three letters
   * with it as it is written, as it looks, or with its telling words.
   */
  resembling(wanted: NameFeatures): Promise<readonly RegistryRow[]>;
  count(): Promise<number>;
  /** A note that was kept under a name; undefined where there is none. */
  note(name: string): Promise<string | undefined>;
  keep(name: string, note: string): Promise<void>;
  drop(name: string): Promise<void>;
}

/** How many rows go into one statement: a quarter of a megabyte, of the 4 MiB that the Data API takes. */
const batch = 500;

/** How much of a name is in the index of names, whose entries PostgreSQL limits to 2,704 bytes; in letters. */
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
        // JSON has an escape for whatever PostgreSQL does not take.
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
      // In the same order everywhere, so that two that put the same rows don't wait for each other in a circle.
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
        // One more than the limit tells whether there are more.
        most: limit + 1,
        ...Object.fromEntries(words.words.map((word, at) => [`word_${at}`, containing(word)])),
      });
      // They are ours: `answer` of what was put.
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
      // They are ours: `answer` of what was put.
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

/** `%` is true from a similarity of 0.3 on, which is what pg_trgm takes it for unless told otherwise. */
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
  // By letters: a pair of surrogates is one of PostgreSQL's.
  return sortable.length <= indexed ? sortable : [...sortable].slice(0, indexed).join('');
}

/** The pattern of LIKE for texts that contain a text. */
function containing(text: string): string {
  return `%${sortableText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
