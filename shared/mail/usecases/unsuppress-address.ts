import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { UnsuppressAddress } from '../contracts/admin-mail.ts';
import {
  findMailAddress,
  mailAddressWrites,
  type StoredMailAddress,
} from '../db/mail-addresses.ts';
import { decideMailAddress } from '../domain/mail-address.ts';

/**
 * Lets an address have mail again that came back from it; with `complaint` also what its reader complained of. Answers
 * with what is known of it then. Errors: 404 when nothing is suppressed; 409 `mail_address.only_complained` when there
 * is a complaint only, and `complaint` does not say that it is meant; 409 `request.contended` when reports keep
 * coming.
 */
export function unsuppressAddress(
  { email, complaint = false }: UnsuppressAddress,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredMailAddress> {
  return untilWritten(async () => {
    const before = await findMailAddress(deps.table, email);
    if (before === null) throw apiErrors.notFound();
    const at = deps.now().toISOString();
    const decision = decideMailAddress(before, { type: complaint ? 'liftAll' : 'lift' }, at);
    if (!decision.ok) {
      throw decision.reason === 'only_complained'
        ? apiErrors.mailOnlyComplained()
        : apiErrors.notFound();
    }
    const { bouncedAt, complainedAt } = decision.next;
    const next = {
      ...before,
      ...decision.next,
      bounceCause: bouncedAt === null ? null : before.bounceCause,
      complaintCause: complainedAt === null ? null : before.complaintCause,
    };
    const { stored, writes } = mailAddressWrites(before, next, at);
    const outcome = await transact(deps.table, {
      ...writes,
      address: orElse(writes.address, readAgain),
      ...auditAct(deps, {
        at,
        actor,
        action: 'mail_address.unsuppressed',
        subject: { type: 'mail_address', id: before.id },
        details: {
          bounce: before.bouncedAt !== bouncedAt,
          complaint: before.complainedAt !== complainedAt,
        },
      }),
    });
    if (outcome.kind === 'written') return stored;
    if (outcome.refusal === undefined) throw outcome.error;
    return outcome.refusal;
  });
}
