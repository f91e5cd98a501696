import type * as z from 'zod/mini';
import type { AuthRule } from '../domain/auth-rule.ts';
import type { DefinedError, ErrorCase } from '../errors/api-error.ts';
import type { DataNeeds } from './data-needs.ts';

/**
 * The content type of pages. A row that produces it also gets its errors as pages: see
 * page-operation.ts.
 */
export const pageType = 'text/html; charset=utf-8';

export type Schema = z.core.$ZodType;

/**
 * One operation, declared once; a GET also serves HEAD. API Gateway's methods, each function's
 * policy, the local gateway, OpenAPI, the handlers' types, the auth matrix test and
 * docs/endpoints.md are derived from the rows.
 */
export interface Route extends DataNeeds {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** The file whose export `handler` serves the row; several rows can share a file. */
  readonly entry: `functions/${string}.ts`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly auth: AuthRule;
  /** An OAuth client authenticates with HTTP Basic or in the form; the logic checks it. */
  readonly clientAuthentication?: true;
  /** The bearer token that the logic checks itself if `auth` is `none`: for the description. */
  readonly ownToken?: 'credential' | 'registration';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * The format of the body: `json` by default; `form` is application/x-www-form-urlencoded, where a
   * repeated name becomes an array. The logic gets `bytes` unchanged, to check a signature over
   * them; the schema only describes them.
   */
  readonly bodyType?: 'json' | 'form' | 'bytes';
  /**
   * The JSON body can be encrypted, as `application/jwt`: then the logic gets the text,
   * unvalidated.
   */
  readonly sealable?: true;
  /** The content type of `bytes` in the description, if it is not JSON. */
  readonly bodyMedia?: string;
  /** A JSON form of the body that the logic of `bytes` also accepts: for the description. */
  readonly jsonBody?: { readonly schema: Schema; readonly example: unknown };
  /** The maximum size of the body in bytes; 1 MB by default. */
  readonly maxBodyBytes?: number;
  /** With `optional`, a missing body is parsed as `{}`. */
  readonly bodyPresence?: 'required' | 'optional';
  /** The missing or malformed body field with its own error message (spec 4.9, 4.13). */
  readonly missingParameter?: string;
  /** An error in the raw body that has its own message and precedes all others. */
  readonly bodyCheck?: (body: unknown) => DefinedError | null;
  /** The success status, if a standard requires another than 200. */
  readonly success?: 201 | 204;
  /** The JSON of the 200 response. Without it the handler returns bytes of type `produces`. */
  readonly response?: Schema;
  /** The same in another format, for callers whose `Accept` contains its type. */
  readonly alternative?: {
    readonly type: string;
    readonly response: Schema;
    readonly example: unknown;
  };
  readonly produces?: string;
  /** The possible types of the file that the handler returns, if there are several. */
  readonly files?: readonly string[];
  /** The redirects of a page to which programs send browsers: for the description. */
  readonly redirects?: readonly { readonly status: 303 | 307; readonly when: string }[];
  /** The page's response to programs that request `application/json`. */
  readonly json?: Schema;
  /** Programs can request the page as `text/plain`. */
  readonly text?: true;
  readonly example?: { readonly request?: unknown; readonly response?: unknown };
  /**
   * Scripts of any origin can call it. It accepts no cookie, and no API key as its only credential:
   * pages must not contain keys. `false`: not even the gateway's response to OPTIONS has CORS
   * headers, because only browsers are sent there and no script calls it (RFC 9700, section 2.6).
   */
  readonly crossOrigin?: boolean;
  readonly errors: readonly ErrorCase[];
  /** The error for a malformed id in the path and for a missing resource. */
  readonly notFound?: DefinedError;
  /** Needs the deployment's facts: its base URL, fees, the jurisdiction's name. */
  readonly service?: boolean;
  /** Issues tokens: can read the private keys that sign them. */
  readonly signs?: boolean;
  /** Issues tokens for browsers or accepts them: can read the secret that seals them. */
  readonly seals?: boolean;
  /** Creates PDFs: needs the names that are printed on them. */
  readonly typesets?: boolean;
  /** Runs passkey ceremonies: needs the host for which passkeys are registered. */
  readonly passkeys?: boolean;
  /** Behaves differently for reviewers: needs the list of them. */
  readonly reviewers?: boolean;
  /** Searches the whole registry: needs the memory, or the search database. */
  readonly searches?: boolean;
  /** Decides reviews: needs the number of required approvals. */
  readonly approvals?: boolean;
  /** Offers reviewers texts to choose from. */
  readonly reviewTexts?: boolean;
  /**
   * Requires the approval of a second operator if the deployment says so; until then the response
   * is 202.
   */
  readonly secondOperator?: true;
  /**
   * Pays or submits with a personal key. With a key that needs approval the response is 202 until
   * its owner approves.
   */
  readonly asksOwner?: true;
  /** Needs the list of actions that require a second operator. */
  readonly operatorApprovals?: true;
  /** Calls payment providers: needs their configuration and secrets. */
  readonly payments?: boolean;
  /**
   * `registry`: counted against the limits of spec 8, in addition to the usage plan. `partner`:
   * counted against the Partner Key's limit, in the table only.
   */
  readonly limit?: 'registry' | 'partner';
  /**
   * How an `Idempotency-Key` is honoured: with the stored `answer` to the first request; from its
   * `effect`, which is stored in the same transaction; or with the answer, and from the effect if a
   * crash left no answer.
   */
  readonly idempotent?: 'answer' | 'effect' | 'answer-or-effect';
  /** Served during maintenance although it writes: see data-needs.ts. */
  readonly servedInMaintenance?: true;
  /** Reads and changes settings of the deployed stage: needs its ids and the permission. */
  readonly switches?: true;
  /** Manages dead letters: needs the queues and the permission to move messages. */
  readonly deadLetters?: true;
  /** Only exists to answer other methods of the path with 405; not described. */
  readonly onlyRefuses?: true;
  /** The path that replaces this deprecated one. */
  readonly deprecatedFor?: `/${string}`;
  readonly spec: string;
}

/** The row itself, with its literals as types. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** The description of lists that are read from an index (`readList`). */
export const listNote =
  'Newest first. `createdFrom` and `createdUntil` are UTC days, both included. Changes appear within about a second.';

/** The same for lists that can grow without limit (`ownList`). */
export const ownListNote =
  'Newest first. With `limit` or `cursor` you get a page, with the next `cursor` in `pagination.nextCursor`. Otherwise you get the newest 1,000, with `truncated: true` if there are more. A page can be shorter than `limit`.';

/**
 * Whether the row's successful responses have an ETag, so that polling clients transfer little when
 * nothing has changed: JSON that is read with keys and tokens.
 *
 * Operators' reads have none: they contain other people's data and must not be cached. OAuth
 * endpoints have none: their responses must not be cached (spec 4.1).
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
