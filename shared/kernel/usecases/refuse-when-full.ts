import type { ApiError } from '../errors/api-error.ts';
import * as apiErrors from '../errors/errors.ts';

/** Error: 429 with the seconds until the end of the window, if the attempt was refused. */
export function refuseWhenFull(
  { counted, windowEnd }: { readonly counted: boolean; readonly windowEnd: number },
  now: Date,
): void {
  if (!counted) throw tooMany(windowEnd, now);
}

/** The 429 with the seconds until the end of the window. `windowEnd` is in Unix milliseconds. */
export function tooMany(windowEnd: number, now: Date): ApiError {
  return apiErrors.tooManyAttempts(Math.ceil((windowEnd - now.getTime()) / 1000));
}
