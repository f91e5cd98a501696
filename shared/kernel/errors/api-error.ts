/** A violation of a request's schema, in the format of spec 2.1. */
export interface Violation {
  readonly code: string;
  readonly expected?: string;
  readonly received?: string;
  readonly path: readonly (string | number)[];
  readonly message?: string;
}

export interface ErrorExtras {
  /** A stable machine-readable code; only OAuth errors have none. */
  readonly code?: string;
  readonly error_description?: string;
  /** The missing scope, with a 403. */
  readonly required_scope?: string;
  readonly details?: readonly Violation[];
  /** The expected version (spec 4.17). */
  readonly currentVersion?: number;
  /** An earlier decision, for reviewers and operators: the principal or person, and when. */
  readonly decision?: {
    readonly status: string;
    readonly decidedBy: string | null;
    readonly decidedAt: string | null;
  };
  /** Ids of people who may be the same person, for operators and reviewers. */
  readonly similarPeople?: readonly string[];
  /** The daily limit of an Agent Key that refused the call, and the amount already used. */
  readonly limit?: { readonly name: string; readonly max: number; readonly used: number };
  /** When that limit resets; absent if the call would never be allowed. */
  readonly resetsAt?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The maximum number of violations in one response. */
export const maxViolations = 100;

/** The violations for a response, cut with a note if there are too many. */
export function violated(details: readonly Violation[]): ErrorExtras {
  if (details.length <= maxViolations) return { details };
  return {
    error_description: `There are more violations: these are the first ${maxViolations}.`,
    details: details.slice(0, maxViolations),
  };
}

/** An error response of the contract. Any other thrown error becomes a 500. */
export class ApiError extends Error {
  readonly status: number;
  readonly extras: ErrorExtras;

  constructor(status: number, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.extras = extras;
  }
}

/** An error in the published description. */
export interface ErrorCase {
  readonly status: number;
  /** The fixed message. */
  readonly error: string;
  /** The stable code for programs. */
  readonly code?: string;
  /** When the error occurs, in whole sentences; only if the message does not say it. */
  readonly when?: string;
}

/** An error definition: use cases throw its result, and route rows list it. */
export interface DefinedError<Given extends readonly unknown[] = []> extends ErrorCase {
  (...given: Given): ApiError;
}

/** `extrasOf` maps the thrown value to the response's additional fields. */
export function defineError<Given extends readonly unknown[] = []>(
  definition: ErrorCase,
  extrasOf?: (...given: Given) => ErrorExtras,
): DefinedError<Given> {
  const { status, error, code } = definition;
  const make = (...given: Given) =>
    new ApiError(status, error, { ...(code !== undefined && { code }), ...extrasOf?.(...given) });
  return Object.assign(make, definition);
}

/** The same error with a description for developers. */
export function described({ status, message, extras }: ApiError, description: string): ApiError {
  return new ApiError(status, message, { ...extras, error_description: description });
}

/** The code of an API error; undefined if it has none or is another error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.extras.code : undefined;
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/**
 * Too many concurrent changes of the same item; nothing was done. It is in this file because almost
 * all writes use it, and little else.
 */
export const contended = defineError(
  {
    status: 409,
    code: 'request.contended',
    error: 'Others are changing the same resource. Try again.',
  },
  () => ({ headers: { 'retry-after': '1' } }),
);
