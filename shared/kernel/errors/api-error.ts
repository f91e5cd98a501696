/** One violation of a request's schema, in the shape that spec 2.1 publishes. */
export interface Violation {
  readonly code: string;
  readonly expected?: string;
  readonly received?: string;
  readonly path: readonly (string | number)[];
  readonly message?: string;
}

export interface ErrorExtras {
  /** Stable machine-readable name: all except those of OAuth have one. */
  readonly code?: string;
  readonly error_description?: string;
  /** The scope that the key lacks, with a 403. */
  readonly required_scope?: string;
  readonly details?: readonly Violation[];
  /** The expected version (spec 4.17). */
  readonly currentVersion?: number;
  /** What someone else has decided before, for reviewers and operators: by which principal or person, and when. */
  readonly decision?: {
    readonly status: string;
    readonly decidedBy: string | null;
    readonly decidedAt: string | null;
  };
  /** Ids of people who may be the one that is to get a permit, for operators and reviewers. */
  readonly similarPeople?: readonly string[];
  /** The daily limit of an Agent Key that refused the call, and the amount used before. */
  readonly limit?: { readonly name: string; readonly max: number; readonly used: number };
  /** When that limit begins again; absent if no day would allow the call. */
  readonly resetsAt?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How many violations one answer has at most. */
export const maxViolations = 100;

/** The violations in an answer. If there are too many, it says so. */
export function violated(details: readonly Violation[]): ErrorExtras {
  if (details.length <= maxViolations) return { details };
  return {
    error_description: `There are more violations: these are the first ${maxViolations}.`,
    details: details.slice(0, maxViolations),
  };
}

/** An answer of the contract that is not a success. Everything else that is thrown is a 500. */
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

/** An error as the published description lists it. */
export interface ErrorCase {
  readonly status: number;
  /** The message: fixed, word for word. */
  readonly error: string;
  /** The stable name by which programs know it. */
  readonly code?: string;
  /** When it comes, after the word "When"; where the message does not say it. */
  readonly when?: string;
}

/** An error, defined once: a use case throws what it returns, and a row of the route table lists it. */
export interface DefinedError<Given extends readonly unknown[] = []> extends ErrorCase {
  (...given: Given): ApiError;
}

/** `extrasOf` turns a thrown value into the answer's fields beside message and code. */
export function defineError<Given extends readonly unknown[] = []>(
  definition: ErrorCase,
  extrasOf?: (...given: Given) => ErrorExtras,
): DefinedError<Given> {
  const { status, error, code } = definition;
  const make = (...given: Given) =>
    new ApiError(status, error, { ...(code !== undefined && { code }), ...extrasOf?.(...given) });
  return Object.assign(make, definition);
}

/** The same error, with words for developers. */
export function described({ status, message, extras }: ApiError, description: string): ApiError {
  return new ApiError(status, message, { ...extras, error_description: description });
}

/** The name of a refusal that has one; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.extras.code : undefined;
}

/** Whether it is an answer with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Too many others are changing the same thing; nothing was done. Here, because all that writes may say it, and little else. */
export const contended = defineError(
  {
    status: 409,
    code: 'request.contended',
    error: 'Others are changing the same resource. Try again.',
  },
  () => ({ headers: { 'retry-after': '1' } }),
);
