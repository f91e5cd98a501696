/** What a statement is given, by the names that stand in it as `:name`; nothing else of a caller gets into SQL. */
export type SqlParameters = Readonly<Record<string, string | number>>;

/**
 * A database: carries one statement out, and gives the first column of its rows as text. Throws an `SqlError` for what
 * the database refuses, and the network's error or a `DeadlineError` where it does not answer.
 */
export type Sql = (statement: string, parameters?: SqlParameters) => Promise<readonly string[]>;

/** A statement that was refused. The message says nothing of the values. */
export class SqlError extends Error {
  constructor(reason: string) {
    super(`the database answered ${reason}`);
    this.name = 'SqlError';
  }
}
