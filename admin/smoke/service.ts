/** A complete answer of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  readonly body: unknown;
  /** When the request started and when its answer was complete, in milliseconds. */
  readonly asked: number;
  readonly answered: number;
}

export interface Call {
  /** A whole credential, such as an API key. */
  readonly bearer?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged; an object is sent as JSON. */
  readonly body?: string | object;
}

/** The service under test, as an external program sees it. */
export interface Service {
  /** Without a slash at the end; includes a stage's path. */
  readonly url: string;
  /** Whether a connection to that address reaches it; otherwise requests are sent another way. */
  readonly isDirect: boolean;
  /** Never follows a redirect. Throws `Unreachable` if nothing answers within ten seconds. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
}

/** Nothing answers at the address, or nothing that speaks HTTP. */
export class Unreachable extends Error {}

/** How long an answer may take, in milliseconds. */
export const patience = 10_000;

export function openService(
  url: string,
  given: typeof fetch | undefined,
  now: () => number,
): Service {
  const send = given ?? fetch;
  return {
    url,
    isDirect: given === undefined,
    async call(method, path, { bearer, headers, body } = {}) {
      const asked = now();
      try {
        const response = await send(path.startsWith('https:') ? path : url + path, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(patience),
          headers: {
            ...(typeof body === 'object' && { 'content-type': 'application/json' }),
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
            ...headers,
          },
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
        });
        const text = await response.text();
        const { status } = response;
        return {
          status,
          headers: response.headers,
          text,
          body: json(text),
          asked,
          answered: now(),
        };
      } catch (error) {
        throw new Unreachable(reason(error));
      }
    },
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` itself reports only that it failed; the reason is in its cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
