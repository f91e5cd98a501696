import { apiErrors } from '../errors.ts';

/** Error: 429 with the seconds until the window's end, for an attempt that did not fit into it. */
export function refuseWhenFull(
  { counted, windowEnd }: { readonly counted: boolean; readonly windowEnd: number },
  now: Date,
): void {
  if (!counted) refuseUntil(windowEnd, now);
}

/** Error: 429 with the seconds until `windowEnd`, which is in Unix milliseconds. */
export function refuseUntil(windowEnd: number, now: Date): never {
  throw apiErrors.tooManyAttempts(Math.ceil((windowEnd - now.getTime()) / 1000));
}
