/** One invalid field of a request. */
export interface Violation {
  readonly code: string;
  readonly expected?: string;
  readonly received?: string;
  readonly path: readonly (string | number)[];
  readonly message?: string;
}

/** An error answer of the service. */
export class RegistryError extends Error {
  /** The status of the answer. */
  readonly status: number;
  /** The code of the error, if it has one. Distinguish errors by this code, never by the message. */
  readonly code: string | undefined;
  /** More details for people. */
  readonly description: string | undefined;
  readonly details: readonly Violation[];
  /** The request id: include it when you ask for help. */
  readonly requestId: string | undefined;
  /** The scope that the key lacks. */
  readonly requiredScope: string | undefined;
  /** The address of the page that explains the code. */
  readonly documentation: string | undefined;
  /** Seconds to wait before you try again. */
  readonly retryAfter: number | undefined;
  /** The whole JSON of the answer, for fields such as `currentVersion` or `limit`. Undefined if the answer is not JSON. */
  readonly body: unknown;
  readonly headers: Headers;

  constructor(
    status: number,
    body: unknown,
    retryAfter: number | undefined,
    headers = new Headers(),
  ) {
    const said = Object(body) as Readonly<Record<string, unknown>>;
    super(textOf(said['error']) ?? `The service answered ${status}`);
    this.name = 'RegistryError';
    this.status = status;
    this.code = textOf(said['code']);
    this.description = textOf(said['error_description']);
    this.details = Array.isArray(said['details']) ? said['details'] : [];
    this.requestId = textOf(said['requestId']);
    this.requiredScope = textOf(said['required_scope']);
    this.documentation = textOf(said['documentation']);
    this.retryAfter = retryAfter;
    this.body = body;
    this.headers = headers;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
