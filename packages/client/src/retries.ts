/** When calls are repeated. */
export interface RetryOptions {
  /** How many times a call is repeated; default 4, 0 for never. */
  readonly retries?: number;
  /** The longest wait for `Retry-After`, in seconds; default 60. If the service asks for a longer wait, the error is thrown. */
  readonly longestWait?: number;
}

/** Time and random numbers, which tests replace. */
export interface Pace {
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly now: () => number;
}

export const realPace: Pace = {
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, milliseconds);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', end, { once: true });
    }),
  random: Math.random,
  now: Date.now,
};

/** Temporary failures: the same request can succeed later. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const passingCodes: ReadonlySet<unknown> = new Set([
  'idempotency.in_progress',
  'request.contended',
  'upload.being_checked',
]);

export function isPassing(status: number, code: unknown): boolean {
  return passing.has(status) || passingCodes.has(code);
}

/** Milliseconds until the next attempt: `Retry-After`, or a random part of a pause that doubles. */
export function pauseOf(attempt: number, retryAfter: number | undefined, { random }: Pace): number {
  if (retryAfter !== undefined) return retryAfter * 1000;
  return Math.round(random() * Math.min(8_000, 500 * 2 ** attempt));
}

/** Seconds of a `Retry-After`: a number, or a date (RFC 9110, section 10.2.3). */
export function retryAfterOf(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
