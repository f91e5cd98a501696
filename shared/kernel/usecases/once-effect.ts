import { type Effect, effectWrite, findEffect, isEffectOf } from '../db/effects.ts';
import { isContended } from '../db/table-error.ts';
import { orElse, type Write } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { ApiError } from '../errors/api-error.ts';
import * as apiErrors from '../errors/errors.ts';

/**
 * The write that records the effect on the subject, for the effect's own transaction; undefined for
 * a request without a key. Refused with 409 `idempotency.in_progress` when another attempt already
 * had the effect.
 */
export type NoteEffect = (subjectId: string) => Write<ApiError> | undefined;

/**
 * Carries out a request once, even if its response is lost: `run` adds the write of `note` to the
 * transaction of its effect. If a repeat finds the effect, `again` answers it from the subject's
 * current state.
 *
 * If `effect` is null (a request without a key), `run` runs each time. When the write of `note` is
 * refused, `run` throws that refusal, or reads and decides again.
 *
 * Error: 409 `idempotency.key_reused` when the earlier request was different.
 */
export async function onceEffect<T>(
  effect: Effect | null,
  deps: Pick<CoreDeps, 'table' | 'now'>,
  {
    run,
    again,
  }: {
    readonly run: (note: NoteEffect) => Promise<T>;
    readonly again: (subjectId: string) => Promise<T>;
  },
): Promise<T> {
  if (effect === null) return run(() => undefined);
  const before = await subjectOf(effect, deps);
  if (before !== null) return again(before);
  try {
    return await run((subjectId) =>
      orElse(effectWrite(effect, subjectId, deps.now()), apiErrors.idempotencyInProgress),
    );
  } catch (error) {
    // The first attempt may have had its effect in the meantime.
    if (!(error instanceof ApiError) && !isContended(error)) throw error;
    const meanwhile = await subjectOf(effect, deps);
    if (meanwhile === null) throw error;
    return again(meanwhile);
  }
}

async function subjectOf(
  effect: Effect,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<string | null> {
  const found = await findEffect(table, effect, now());
  if (found === null) return null;
  if (!isEffectOf(found, effect.content)) throw apiErrors.idempotencyKeyReused();
  effect.repeated?.();
  return found.subjectId;
}
