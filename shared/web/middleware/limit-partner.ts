import { partnerLimit } from '../../access/domain/usage-plan.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { ApiMiddleware } from '../http/request.ts';

/**
 * Counts a partner's call; 429 with `Retry-After` when the minute is used up. A refused call is not counted.
 *
 * A call that only reads is counted while it runs, which saves a round trip; a write waits, so that a refused
 * one changes nothing.
 */
export function limitPartner({ method }: Pick<Route, 'method'>, deps: () => CoreDeps) {
  return {
    before: async ({ context: { progress } }) => {
      const { caller } = progress;
      if (caller.kind !== 'partner') return;
      const admitted = admit(caller.keyId, deps());
      progress.admitted = admitted;
      // Awaited when the answer is there; a failure must not count as unhandled until then.
      if (method === 'GET') admitted.catch(() => {});
      else await admitted;
    },
    after: async ({ context: { progress } }) => {
      await progress.admitted;
    },
    onError: async (request) => {
      // A refused call is refused whatever else was wrong with it.
      await request.context.progress.admitted?.catch((refusal) => {
        request.error = refusal;
      });
    },
  } satisfies ApiMiddleware;
}

async function admit(keyId: string, { table, now }: CoreDeps): Promise<void> {
  const at = now().getTime();
  const { counted, windowEnd } = await countAttempt(table, partnerLimit, keyId, at);
  if (counted) return;
  const seconds = Math.max(1, Math.ceil((windowEnd - at) / 1000));
  throw apiErrors.partnerRateLimited(partnerLimit.max, seconds);
}
