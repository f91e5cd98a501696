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

/** A key without limits is counted as well, so that a later limit includes earlier uses. */
const any = 1e12;

function counter(use: CountedUse, max = any): AttemptLimit {
  return { kind: `key_${use}`, max, window: 86_400_000 };
}

/** A rotated key is counted with those before it. */
function subjectOf({ keyId, counterId = keyId }: PersonalKeyCaller): string {
  return counterId;
}

/**
 * The write that counts what an Agent Key does, for the transaction that does it: of two calls at the same time only one
 * takes what is left of the day, and what is refused for any reason is not counted. Put it behind the other writes, so that
 * their refusals come first. Undefined for other callers, and for an amount of nothing.
 *
 * Errors: 403 `api_key.limit_never_allows`, thrown here; 429 `api_key.daily_limit_reached`, as the write's refusal.
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

/** The writes that count a payment of so much. */
export function countPayment(caller: PersonalCaller, amountCents: number, now: Date) {
  return {
    payments: countUse(caller, 'payments', now),
    amountCents: countUse(caller, 'amountCents', now, amountCents),
  };
}

/** Where today's uses of a key are counted, in the order of `countedUses`. */
export function useKeys(caller: PersonalKeyCaller, now: Date): readonly ItemKey[] {
  return countedUses.map((use) => attemptKey(counter(use), subjectOf(caller), now.getTime()));
}

/** A key's uses today, from the items of `useKeys`. */
export function usesIn(items: readonly (Item | undefined)[]): Record<CountedUse, number> {
  const [applications, filings, payments, amountCents] = items.map(attemptsOf);
  return {
    applications: applications ?? 0,
    filings: filings ?? 0,
    payments: payments ?? 0,
    amountCents: amountCents ?? 0,
  };
}

/** When the counts of today begin again. */
export function usesResetAt(now: Date): string {
  return new Date(windowEndOf(counter('applications'), now.getTime())).toISOString();
}
