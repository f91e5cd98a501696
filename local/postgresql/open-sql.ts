import { Pool } from 'pg';
import { type Sql, SqlError } from '../../shared/registry/aws/data-api.ts';

/** A database through its socket, with the same port as the Data API. */
export interface LocalSql {
  readonly sql: Sql;
  close(): Promise<void>;
}

/** `:name`, but not `::type`; no statement of ours has either inside a string. */
const parameter = /(?<!:):([a-z_]\w*)/g;

/** Opens a PostgreSQL database through the socket in that directory. */
export function openSql(host: string, database: string): LocalSql {
  const pool = new Pool({ host, user: 'postgres', database, max: 8 });
  return {
    sql: async (statement, parameters = {}) => {
      const names: string[] = [];
      const text = statement.replaceAll(parameter, (_, name: string) => {
        if (!names.includes(name)) names.push(name);
        return `$${names.indexOf(name) + 1}`;
      });
      try {
        const values = names.map((name) => parameters[name]);
        const { rows } = await pool.query({ text, values, rowMode: 'array' });
        // In this mode rows are arrays of columns, which are text.
        return (rows as string[][]).map(([first = '']) => first);
      } catch (error) {
        const { code } = Object(error) as { readonly code?: string };
        throw new SqlError(`400 ${code ?? 'no connection'}`);
      }
    },
    close: () => pool.end(),
  };
}
