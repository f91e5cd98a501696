export const logoutStatuses = ['due', 'notified', 'given_up'] as const;
export type LogoutStatus = (typeof logoutStatuses)[number];

const second = 1_000;
const minute = 60 * second;

/** The delays after failed attempts, in milliseconds; the last one repeats. */
const retryDelays: readonly number[] = [5 * second, minute, 5 * minute, 15 * minute];

/** How long a client is retried, in milliseconds. */
const triedFor = 240 * minute;

/** The timeout of a call to a client, in milliseconds: it only ends a session. */
export const logoutTimeout = 5_000;

/** The lease of an attempt, in milliseconds: longer than the function's timeout. */
export const attemptLease = minute;

/**
 * The lifetime of a logout token in seconds, as recommended by Back-Channel Logout 1.0, section
 * 2.4.
 */
export const logoutTokenLifetime = 120;

/**
 * When the next attempt is due after `failed` failures, up to a tenth later by `jitter` (0 to 1);
 * null after the last.
 */
export function nextAttemptAt(
  { createdAt, failed }: { readonly createdAt: string; readonly failed: number },
  now: Date,
  jitter: number,
): string | null {
  if (now.getTime() >= Date.parse(createdAt) + triedFor) return null;
  const delay = retryDelays[Math.min(failed, retryDelays.length) - 1] ?? 0;
  return new Date(now.getTime() + Math.round(delay * (1 + jitter / 10))).toISOString();
}

/** How long an endpoint is paused after this many consecutive timeouts, in milliseconds. */
export function silencePause(timeouts: number): number {
  return Math.min(30 * second * 2 ** Math.min(timeouts - 1, 10), 15 * minute);
}
