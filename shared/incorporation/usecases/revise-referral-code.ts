import { keys } from '../../kernel/db/keys.ts';
import { transact } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findReferralCode, type StoredReferralCode } from '../db/referral-codes.ts';

/** Says whether a code's owner may use it for an own application. Error: 404 `Not found`. */
export async function reviseReferralCode(
  code: string,
  revision: { readonly selfReferralEnabled: boolean },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReferralCode> {
  const referral = await findReferralCode(deps.table, code);
  if (referral === null) throw apiErrors.notFound();
  const { next, changes } = revised(referral, revision);
  const changed = Object.keys(changes);
  if (changed.length === 0) return referral;
  const outcome = await transact(deps.table, {
    referral: assign(keys.referralCode(code), changes),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor,
      action: 'referral_code.updated',
      subject: { type: 'referral_code', id: referral.code },
      details: { changed },
    }),
  });
  if (outcome.kind === 'refused') throw apiErrors.notFound();
  return next;
}
