import { assign } from '../db/assign.ts';
import { keys } from '../db/keys.ts';
import { findReferralCode, type StoredReferralCode } from '../db/referral-codes.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { revised } from '../domain/revision.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';

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
