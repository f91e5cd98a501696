import { type RateUse, tightestWindow, type WindowUse } from '../../kernel/domain/rate-window.ts';

const lengthSeconds: Record<WindowUse['name'], number> = { minute: 60, day: 86_400 };

/**
 * `RateLimit-Policy` and `RateLimit` (IETF draft "RateLimit header fields for HTTP") for both windows,
 * and the older `X-RateLimit-*` for the one with the fewest calls left; `-Reset` in Unix seconds.
 */
export function rateHeaders(use: RateUse, now: number): Record<string, string> {
  const windows = [use.minute, use.day];
  const tightest = tightestWindow(use);
  return {
    'ratelimit-policy': windows
      .map(({ name, limit }) => `"${name}";q=${limit};w=${lengthSeconds[name]}`)
      .join(', '),
    ratelimit: windows
      .map(
        ({ name, remaining, resetAt }) =>
          `"${name}";r=${remaining};t=${Math.max(0, Math.ceil((resetAt - now) / 1000))}`,
      )
      .join(', '),
    'x-ratelimit-limit': String(tightest.limit),
    'x-ratelimit-remaining': String(tightest.remaining),
    'x-ratelimit-reset': String(Math.ceil(tightest.resetAt / 1000)),
  };
}
