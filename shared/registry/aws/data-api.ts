import * as z from 'zod/mini';
import { sendSigned } from '../../kernel/aws/json-calls.ts';
import {
  givenAddress,
  type RoleCredentials,
  regionalAddress,
  regionOfRole,
} from '../../kernel/runtime/client-parts.ts';
import { pause } from '../../kernel/runtime/deadline.ts';
import type { HttpClient } from '../../kernel/runtime/http-client.ts';

/** Parameters of a statement, by `:name`. Callers' values reach SQL only this way. */
export type SqlParameters = Readonly<Record<string, string | number>>;

/**
 * Executes a statement and returns the first column of its rows as text. Throws an `SqlError` if the database refuses
 * it, and the network's error or a `DeadlineError` if the database does not answer.
 */
export type Sql = (statement: string, parameters?: SqlParameters) => Promise<readonly string[]>;

/** A refused SQL statement. The message contains no values. */
export class SqlError extends Error {
  constructor(reason: string) {
    super(`the database answered ${reason}`);
    this.name = 'SqlError';
  }
}

interface DataApiSettings {
  /** ARN of the Aurora cluster. */
  readonly cluster: string;
  /** ARN of the secret with the database user's name and password. */
  readonly secret: string;
  readonly database: string;
  readonly maxAttempts: number;
  readonly requestHandler: HttpClient;
  readonly credentials?: () => Promise<RoleCredentials>;
}

const Answer = z.object({
  records: z.optional(z.array(z.array(z.object({ stringValue: z.optional(z.string()) })))),
});

/** Milliseconds before the second attempt; doubled for each further one. */
const firstPause = 200;

/**
 * PostgreSQL through the RDS Data API, which needs no VPC and no connections: each statement is one signed request,
 * committed when answered. The SDK's client is not used, because it would be most of the search function's code.
 *
 * An answer has at most 1 MiB and a request 4 MiB
 * (https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/data-api.limitations.html); ours stay far below.
 * Statements are retried after server and network errors, even if the first attempt may have been executed, so they
 * must all be idempotent.
 */
export function openDataApi(settings: DataApiSettings): Sql {
  const { cluster, secret, database, maxAttempts, requestHandler, credentials } = settings;

  async function attempt(body: string): Promise<readonly string[]> {
    const region = regionOfRole();
    const { status, headers, text } = await sendSigned({
      address: givenAddress('AWS_ENDPOINT_URL_RDS_DATA') ?? regionalAddress('rds-data', region),
      path: '/Execute',
      headers: { 'content-type': 'application/json' },
      ...{ body, signedAs: 'rds-data', region, credentials, requestHandler },
    });
    if (status !== 200) {
      const kind = String(headers['x-amzn-errortype'] ?? '').split(':')[0];
      throw new RefusedError(status, kind ?? '');
    }
    const { records = [] } = Answer.parse(JSON.parse(text));
    return records.map(([first]) => first?.stringValue ?? '');
  }

  return async (statement, parameters = {}) => {
    const body = JSON.stringify({
      resourceArn: cluster,
      secretArn: secret,
      database,
      sql: statement,
      parameters: Object.entries(parameters).map(([name, value]) => ({
        name,
        value: typeof value === 'number' ? { longValue: value } : { stringValue: value },
      })),
    } satisfies ExecuteStatement);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(body);
      } catch (error) {
        const isRefused = error instanceof RefusedError && !error.isPassing;
        const isOver = error instanceof Error && error.name === 'DeadlineError';
        if (isRefused || isOver || attempts >= maxAttempts) throw error;
        await pause(firstPause * 2 ** (attempts - 1));
      }
    }
  };
}

/** The body of `POST /Execute`. */
interface ExecuteStatement {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly database: string;
  readonly sql: string;
  readonly parameters: readonly { readonly name: string; readonly value: SqlValue }[];
}

type SqlValue = { readonly stringValue: string } | { readonly longValue: number };

class RefusedError extends SqlError {
  /** Whether to retry: a server error, throttling, or a database that is resuming. */
  readonly isPassing: boolean;

  constructor(status: number, kind: string) {
    super([status, kind].join(' ').trim());
    this.isPassing = status >= 500 || status === 429 || kind === 'DatabaseResumingException';
  }
}
