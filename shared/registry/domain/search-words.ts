import { nameKey } from '../../kernel/domain/legal-entity.ts';
import type { SearchEntry } from './registry-entry.ts';

/** A query as names and numbers are searched for it. */
export interface SearchWords {
  /** The query in the form in which names are compared; not empty. */
  readonly key: string;
  /** What a name contains one of whose words begins as the key does, the name going on so. */
  readonly keyAtWord: string;
  /** The words that are not part of another one, the longest first. */
  readonly words: readonly string[];
}

/** Matches by their relevance, each kind in the registry's order. */
export interface Ranked<Match = SearchEntry> {
  /** The name is the query, or begins with it. */
  readonly starting: readonly Match[];
  /** A word of it that is not the first does, the name going on as the query does. */
  readonly atWord: readonly Match[];
  /** All others. */
  readonly containing: readonly Match[];
}

/** What is searched for a query; null where it is white space alone. */
export function searchWords(query: string): SearchWords | null {
  const key = nameKey(query);
  if (key === '') return null;
  return { key, keyAtWord: ` ${key}`, words: distinctWords(key) };
}

function distinctWords(key: string): readonly string[] {
  const longestFirst = key.split(' ').toSorted((left, right) => right.length - left.length);
  return longestFirst.filter(
    (word, index) => !longestFirst.slice(0, index).some((longer) => longer.includes(word)),
  );
}
