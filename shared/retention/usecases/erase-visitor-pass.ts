import { keys } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findVisitorPass } from '../../residency/db/visitor-passes.ts';
import { keyOf, removals } from '../db/erase-items.ts';
import type { RetentionDeps } from '../deps/retention.ts';

/**
 * Erases an application for a visitor pass, by its place on the list of all (where it is spread, or not yet), from all lists; false:
 * it is gone. Nothing changes one, so there is no race but with another run.
 */
export async function eraseVisitorPass(
  listed: Item,
  days: number,
  deps: Pick<RetentionDeps, 'table' | 'now' | 'newId'>,
): Promise<boolean> {
  const id = String(listed['itemPk']).split('#').at(-1) ?? '';
  const pass = await findVisitorPass(deps.table, id);
  if (pass === null) return false;
  const { email, referralSource, createdAt } = pass;
  const day = createdAt.slice(0, 10);
  const outcome = await transact(deps.table, {
    pass: { remove: { Key: keys.visitorPass(id), ConditionExpression: 'attribute_exists(pk)' } },
    ...removals([
      keyOf(listed),
      keys.visitorPassOfEmail(email, createdAt, id),
      keys.visitorPassOfSource(referralSource, createdAt, id),
      keys.visitorPassClaim(email, referralSource, day),
      keys.visitorPassMail(email, day),
    ]),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor: system,
      action: 'visitor_pass.erased',
      subject: { type: 'visitor_pass', id },
      details: { cause: 'days', days },
    }),
  });
  return outcome.kind === 'written';
}
