import {
  type AttemptLimit,
  attemptKey,
  attemptsOf,
  countAttempt,
} from '../../kernel/db/attempt-counters.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { VoucherWord } from '../../kernel/errors/payments.ts';
import type { VoucherRefusal } from '../domain/voucher.ts';
import { type VoucherError, voucherError } from './voucher-errors.ts';

/** Unknown codes by one owner in a UTC hour: a voucher is worth a fee, and must not be guessed. */
const limit: AttemptLimit = { kind: 'unknown_voucher', max: 200, window: 3_600_000 };

/** Where an owner's wrong guesses are counted, to be read along with the voucher. */
export function guessesKey(ownerId: string, now: Date): ItemKey {
  return attemptKey(limit, ownerId, now.getTime());
}

/** Error: 429 for an owner who has guessed too often, whether or not this code is right. */
export function refuseGuesser(guesses: Item | undefined, now: Date): void {
  if (attemptsOf(guesses) >= limit.max) throw tooMany(now);
}

/**
 * Throws what the owner is told of a voucher that does not pay. An unknown code is counted; beyond the limit,
 * the error is 429.
 */
export async function refuseVoucher(
  refusal: VoucherRefusal,
  voucherWord: VoucherWord,
  ownerId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  errorOf: VoucherError = voucherError,
): Promise<never> {
  if (refusal === 'not_found') {
    const { counted } = await countAttempt(table, limit, ownerId, now().getTime());
    if (!counted) throw tooMany(now());
  }
  throw errorOf(refusal, voucherWord);
}

function tooMany(now: Date) {
  const end = limit.window - (now.getTime() % limit.window);
  return apiErrors.tooManyAttempts(Math.ceil(end / 1000));
}
