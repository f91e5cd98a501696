import type * as z from 'zod/mini';
import type { AuthRule } from '../domain/auth-rule.ts';
import type { DefinedError, ErrorCase } from '../errors/api-error.ts';
import type { DataNeeds } from './data-needs.ts';

/** Content type of pages. A row that produces it gets its failures as pages as well: see page-operation.ts. */
export const pageType = 'text/html; charset=utf-8';

export type Schema = z.core.$ZodType;

/**
 * One operation, declared once; a GET stands for its HEAD as well. From the rows come API Gateway's methods, each function's policy, the
 * local gateway, OpenAPI, the types that a handler sees, the auth matrix test and docs/endpoints.md.
 */
export interface Route extends DataNeeds {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** The file whose export named `handler` serves the row; several rows may share a file. */
  readonly entry: `functions/${string}.ts`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly auth: AuthRule;
  /** An OAuth client says who it is, with HTTP Basic or in the form; the logic checks it. */
  readonly clientAuthentication?: true;
  /** The bearer token that the logic checks itself, where `auth` is `none`: for the description. */
  readonly ownToken?: 'credential' | 'registration';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * How a body is sent: `json` by default; `form` is application/x-www-form-urlencoded, where
   * a name that is repeated is an array. `bytes` reach the logic as they came, for a signature over them;
   * the schema only describes them.
   */
  readonly bodyType?: 'json' | 'form' | 'bytes';
  /** The JSON body may be encrypted, as `application/jwt`: then the logic gets the text, unvalidated. */
  readonly sealable?: true;
  /** The content type of `bytes`, for the description, where it is not JSON. */
  readonly bodyMedia?: string;
  /** A JSON form of the body that the logic of `bytes` also accepts: for the description. */
  readonly jsonBody?: { readonly schema: Schema; readonly example: unknown };
  /** Largest body in bytes; 1 MB by default. */
  readonly maxBodyBytes?: number;
  /** With `optional`, a request without a body is valid and is parsed as `{}`. */
  readonly bodyPresence?: 'required' | 'optional';
  /** The one missing or malformed body field that has a message of its own (spec 4.9, 4.13). */
  readonly missingParameter?: string;
  /** A problem of the raw body that has its own message and precedes all others. */
  readonly bodyCheck?: (body: unknown) => DefinedError | null;
  /** The status of a success, where a standard asks for another than 200. */
  readonly success?: 201 | 204;
  /** JSON of the 200. Absent: the handler returns bytes of type `produces`. */
  readonly response?: Schema;
  /** The same in another form, for callers whose `Accept` has its type. */
  readonly alternative?: {
    readonly type: string;
    readonly response: Schema;
    readonly example: unknown;
  };
  readonly produces?: string;
  /** Types of the file that the handler answers with, where it can be of several. */
  readonly files?: readonly string[];
  /** A page that programs send browsers to, and where it sends them on; described with them. */
  readonly redirects?: readonly { readonly status: 303 | 307; readonly when: string }[];
  /** The page's answer to programs, which request `application/json`. */
  readonly json?: Schema;
  /** A page that programs get as plain text, when they ask for `text/plain`. */
  readonly text?: true;
  readonly example?: { readonly request?: unknown; readonly response?: unknown };
  /**
   * Scripts of any origin may call it. It accepts no cookie, and no API key as its only credential: a key must
   * not live in a page. `false`: not even the gateway's own answer to OPTIONS has CORS headers, because programs
   * send browsers there and never call it from a script (RFC 9700, section 2.6).
   */
  readonly crossOrigin?: boolean;
  readonly errors: readonly ErrorCase[];
  /** The error for a malformed id in the path, and for a missing resource. */
  readonly notFound?: DefinedError;
  /** Needs the deployment's facts: its own address, fees, the jurisdiction's name. */
  readonly service?: boolean;
  /** Issues tokens: may read the private keys that sign them. */
  readonly signs?: boolean;
  /** Gives browsers tokens to keep, or takes them back: may read the secret that seals them. */
  readonly seals?: boolean;
  /** Creates PDFs: needs the names printed on them. */
  readonly typesets?: boolean;
  /** Holds ceremonies with passkeys: needs to know the host that they belong to. */
  readonly passkeys?: boolean;
  /** Behaves differently for reviewers, and so needs to know who they are. */
  readonly reviewers?: boolean;
  /** Searches the whole registry: needs its memory, or the database that contains it. */
  readonly searches?: boolean;
  /** Decides reviews, and so needs to know how many persons approve one. */
  readonly approvals?: boolean;
  /** Offers reviewers texts to choose from. */
  readonly reviewTexts?: boolean;
  /** A second operator must approve it if the deployment requires that; until then the answer is 202. */
  readonly secondOperator?: true;
  /** Pays or submits with a personal key. With one that needs approval the answer is 202 until its owner approves. */
  readonly asksOwner?: true;
  /** Needs to know for what a second operator is asked. */
  readonly operatorApprovals?: true;
  /** Speaks to payment providers: needs their configuration and their secrets. */
  readonly payments?: boolean;
  /**
   * `registry`: counted against the limits of spec 8, behind the usage plan. `partner`: against the limit of
   * the Partner Key, in the table alone.
   */
  readonly limit?: 'registry' | 'partner';
  /**
   * How an `Idempotency-Key` is answered: with the stored `answer` to the first request; from its `effect`, which is
   * stored in the same transaction; or with the answer, and from the effect if a crash left no answer.
   */
  readonly idempotent?: 'answer' | 'effect' | 'answer-or-effect';
  /** Served under maintenance, though it writes: see data-needs.ts. */
  readonly servedInMaintenance?: true;
  /** Reads and changes settings of the deployed stage: needs to know it, and may. */
  readonly switches?: true;
  /** Manages dead letters: needs the queues, and may move their messages. */
  readonly deadLetters?: true;
  /** There only to say that the path takes other methods (405); not described. */
  readonly onlyRefuses?: true;
  /** The path that replaces this one. */
  readonly deprecatedFor?: `/${string}`;
  readonly spec: string;
}

/** The row itself, with all its literals as types. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** The description of lists that are read from an index (`readThings`). */
export const listNote =
  'Newest first. `createdFrom` and `createdUntil` are UTC days, both included. Changes appear within about a second.';

/** The same for lists that grow with their owner's business (`ownList`). */
export const ownListNote =
  'Newest first. With `limit` or `cursor` you get a page, and `pagination.nextCursor` leads to the next one. Without them you get the newest 1,000, with `truncated: true` if there are more. Very large entries can make a page shorter than `limit`.';

/**
 * Whether successes of the row have an entity tag, so that a client that polls learns in a few bytes that
 * nothing has changed: JSON that is read with keys and tokens.
 *
 * Operators' reads have none: they are about others and are stored nowhere. Nor have the endpoints of OAuth,
 * whose answers no cache may keep (spec 4.1).
 */
export function isRevalidated({
  method,
  auth,
  path,
  response,
}: Pick<Route, 'method' | 'auth' | 'path' | 'response'>): boolean {
  if (method !== 'GET' || response === undefined || path.startsWith('/api/oauth/')) return false;
  return auth.scheme !== 'none' && auth.scheme !== 'operator';
}
