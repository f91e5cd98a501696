import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type Act, auditAct } from '../../platform/usecases/audit.ts';

/** For how long a look is remembered, in seconds: longer than the hour that it is of. */
const memory = 7_200;

/** Where it says that somebody's look at something in this hour is recorded; it is read with the session. */
export function lookKey(personId: string, subjectId: string, now: Date): ItemKey {
  return keys.staffLook(personId, now.toISOString().slice(0, 13), subjectId);
}

/**
 * Records that somebody of the staff was shown personal data: one entry of the audit trail an hour, person and thing looked at,
 * however often a page is loaded. `noted` is what was found at its `lookKey`: where there is something, nothing is written. `place` is
 * what that key was made with, where it is not the thing's id: lists have the reader as their subject.
 *
 * The page waits for it, and is not shown where it fails.
 */
export async function recordLook(
  {
    subject,
    ...act
  }: Omit<Act, 'at' | 'subject'> & { readonly subject: NonNullable<Act['subject']> },
  noted: Item | undefined,
  deps: Pick<CoreDeps, 'table' | 'now' | 'newId'>,
  place: string = subject.id,
): Promise<void> {
  if (noted !== undefined) return;
  const now = deps.now();
  const ttl = Math.ceil(now.getTime() / 1000) + memory;
  const outcome = await transact(deps.table, {
    // Another page of theirs may have recorded it meanwhile.
    look: orElse(create({ ...lookKey(act.actor.id ?? '', place, now), ttl }), () => 'recorded'),
    ...auditAct(deps, { ...act, at: now.toISOString(), subject }),
  });
  if (outcome.kind !== 'written' && outcome.refusal === undefined) throw outcome.error;
}
