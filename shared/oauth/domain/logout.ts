export const logoutStatuses = ['due', 'told', 'given_up'] as const;
export type LogoutStatus = (typeof logoutStatuses)[number];

const second = 1_000;
const minute = 60 * second;

/** How long after an attempt that failed the next one is due, in milliseconds; from then on the last one again and again. */
const retryDelays: readonly number[] = [5 * second, minute, 5 * minute, 15 * minute];

/** How long the registry tries to notify a client, in milliseconds. */
const triedFor = 240 * minute;

/** How long a receiver may take, in milliseconds: it ends a session, and no more. */
export const logoutTimeout = 5_000;

/** The lease of an attempt, in milliseconds: longer than the function's timeout. */
export const attemptLease = minute;

/** For how long a logout token counts, in seconds: as Back-Channel Logout 1.0, section 2.4, advises. */
export const logoutTokenLifetime = 120;

/** When the next attempt is due after `failed` that failed, up to a tenth later by `jitter` from 0 to 1; null: it was the last. */
export function nextAttemptAt(
  { createdAt, failed }: { readonly createdAt: string; readonly failed: number },
  now: Date,
  jitter: number,
): string | null {
  if (now.getTime() >= Date.parse(createdAt) + triedFor) return null;
  const delay = retryDelays[Math.min(failed, retryDelays.length) - 1] ?? 0;
  return new Date(now.getTime() + Math.round(delay * (1 + jitter / 10))).toISOString();
}

/** For how long a receiver is left alone that was silent so many times in sequence, in milliseconds. */
export function silencePause(hung: number): number {
  return Math.min(30 * second * 2 ** Math.min(hung - 1, 10), 15 * minute);
}
