import {
  type AttemptLimit,
  attemptKey,
  attemptsOf,
  attemptWrite,
  windowEndOf,
} from '../../kernel/db/attempt-counters.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { orElse, type Write } from '../../kernel/db/transact.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import type { PersonalCaller, PersonalKeyCaller } from '../auth/caller.ts';
import { type CountedUse, countedUses, limitOf } from '../domain/key-bounds.ts';
import { keyLimitNeverAllows, keyLimitOfDayReached } from '../errors/access-errors.ts';

/** A key without limits is also counted, so a later limit includes earlier uses. */
const any = 1e12;

function counter(use: CountedUse, max = any): AttemptLimit {
  return { kind: `key_${use}`, max, window: 86_400_000 };
}

/** A rotated key is counted together with its predecessors. */
function subjectOf({ keyId, counterId = keyId }: PersonalKeyCaller): string {
  return counterId;
}

/**
 * The write that counts a use of an Agent Key, for the transaction of that use: of two concurrent
 * uses only one takes the rest of the day's limit, and a refused use is not counted. Put it after
 * the other writes, so that their refusals take precedence. Undefined for other callers, and for an
 * amount of zero.
 *
 * Errors: 403 `api_key.limit_never_allows`, thrown here; 429 `api_key.daily_limit_reached`, as the
 * write's refusal.
 */
export function countUse(
  caller: PersonalCaller,
  use: CountedUse,
  now: Date,
  amount = 1,
): Write<ApiError> | undefined {
  if (caller.kind !== 'agent' || amount === 0) return undefined;
  const max = limitOf(caller.bounds, use);
  if (max !== undefined && amount > max) throw keyLimitNeverAllows({ name: use, max, used: 0 });
  const limit = counter(use, max);
  const at = now.getTime();
  return orElse(attemptWrite(limit, subjectOf(caller), at, amount), (found) =>
    keyLimitOfDayReached(
      { name: use, max: limit.max, used: attemptsOf(found) },
      windowEndOf(limit, at),
      at,
    ),
  );
}

/** The writes that count a payment of this amount. */
export function countPayment(caller: PersonalCaller, amountCents: number, now: Date) {
  return {
    payments: countUse(caller, 'payments', now),
    amountCents: countUse(caller, 'amountCents', now, amountCents),
  };
}

/** The keys of today's counters for an API key, in the order of `countedUses`. */
export function useKeys(caller: PersonalKeyCaller, now: Date): readonly ItemKey[] {
  return countedUses.map((use) => attemptKey(counter(use), subjectOf(caller), now.getTime()));
}

/** A key's uses today, from the items at `useKeys`. */
export function usesIn(items: readonly (Item | undefined)[]): Record<CountedUse, number> {
  const [applications, filings, payments, amountCents] = items.map(attemptsOf);
  return {
    applications: applications ?? 0,
    filings: filings ?? 0,
    payments: payments ?? 0,
    amountCents: amountCents ?? 0,
  };
}

/** When today's counters reset. */
export function usesResetAt(now: Date): string {
  return new Date(windowEndOf(counter('applications'), now.getTime())).toISOString();
}
