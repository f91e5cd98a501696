/** One thing that is wrong with the form of a request. */
export interface Violation {
  readonly code: string;
  readonly expected?: string;
  readonly received?: string;
  readonly path: readonly (string | number)[];
  readonly message?: string;
}

/** What the service says of a request that it did not carry out. */
export class RegistryError extends Error {
  /** The status of the answer. */
  readonly status: number;
  /** A stable name, where there is one: tell errors apart by it, never by the message. */
  readonly code: string | undefined;
  /** What more there is to say, in a sentence for people. */
  readonly description: string | undefined;
  readonly details: readonly Violation[];
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** The scope that the key lacks. */
  readonly requiredScope: string | undefined;
  /** Where the code is explained. */
  readonly documentation: string | undefined;
  /** Seconds until it is worth to try again. */
  readonly retryAfter: number | undefined;
  /** All of the answer's JSON, such as `currentVersion` or `limit`; undefined if it had none. */
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
