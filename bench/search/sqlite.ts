import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nameKey } from '../../shared/kernel/domain/legal-entity.ts';
import type { RegistryRow } from '../../shared/registry/domain/registry-entry.ts';
import { cpuMilliseconds, type EngineReport } from './engine.ts';
import type { BenchQuery } from './names.ts';

/**
 * SQLite's FTS5 with trigrams (detail=none), for names and numbers that contain all words; in order of names, without
 * our order of relevance.
 */
export async function sqlite(
  rows: readonly RegistryRow[],
  queries: readonly BenchQuery[],
): Promise<EngineReport> {
  const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const file = join(directory, 'names.sqlite');
  const database = new DatabaseSync(file);
  try {
    const loading = cpuMilliseconds(() => load(database, rows));
    const search = database.prepare(
      `SELECT id, name, number FROM registry WHERE key LIKE ? ORDER BY rowid LIMIT 1000`,
    );
    const ask = (text: string) => {
      // Several words: one condition for each, which the trigrams also answer.
      const words = nameKey(text).split(' ').map(pattern);
      if (words.length === 1) return search.all(words[0] ?? '').length;
      const where = words.map(() => `key LIKE ?`).join(' AND ');
      return database
        .prepare(`SELECT id, name, number FROM registry WHERE ${where} ORDER BY rowid LIMIT 1000`)
        .all(...words).length;
    };
    for (const { text } of queries.slice(0, 40)) ask(text);
    const found: number[] = [];
    const milliseconds = queries.map(({ text }) =>
      cpuMilliseconds(() => void found.push(ask(text))),
    );
    const size = (statSync(file).size / 2 ** 20).toFixed(0);
    const notes = `a file of ${size} MB, filled in ${(loading / 1000).toFixed(1)} s of CPU`;
    return { name: 'SQLite FTS5', milliseconds, found, write: loading, notes };
  } finally {
    database.close();
    await rm(directory, { recursive: true });
  }
}

function load(database: DatabaseSync, rows: readonly RegistryRow[]): void {
  database.exec(`PRAGMA journal_mode = off; PRAGMA synchronous = off;
    CREATE VIRTUAL TABLE registry USING fts5(key, id UNINDEXED, name UNINDEXED, number UNINDEXED,
      tokenize = 'trigram case_sensitive 0', detail = none);
    BEGIN;`);
  const insert = database.prepare('INSERT INTO registry VALUES (?, ?, ?, ?)');
  const sorted = rows.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  for (const { id, name, residentPermitNumber: number } of sorted) {
    insert.run(`${nameKey(name)}\n${number ?? ''}`, id, name, number);
  }
  database.exec('COMMIT');
}

// No query has a wildcard of LIKE; with ESCAPE it would not use the index.
function pattern(word: string): string {
  return `%${word}%`;
}
