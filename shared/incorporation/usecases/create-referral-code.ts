import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { generateCode } from '../../kernel/domain/code.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { CreateReferralCode } from '../contracts/admin-referral-codes-contract.ts';
import { referralCodeItem, type StoredReferralCode } from '../db/referral-codes.ts';

/**
 * Gives a person or a legal entity a referral code: the one asked for or, without one, a random code.
 *
 * Errors: 400 for an unknown owner; 409 `referral.code_taken`, whatever the case of the other code.
 */
export async function createReferralCode(
  { code, ownerType, ownerId, selfReferralEnabled = false }: CreateReferralCode,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReferralCode> {
  const at = deps.now().toISOString();
  const owner = ownerType === 'natural_person' ? keys.person(ownerId) : keys.entity(ownerId);
  return untilWritten(async () => {
    const referral: StoredReferralCode = {
      code: code ?? generateCode(deps.random),
      ownerType,
      ownerId,
      selfReferralEnabled,
      createdAt: at,
    };
    const outcome = await transact(deps.table, {
      owner: orElse(mustExist(owner), () => apiErrors.invalidField(['ownerId'], 'Unknown owner')),
      // A code that was drawn is drawn anew.
      referral: orElse(create(referralCodeItem(referral)), () =>
        code === undefined ? lostRace : apiErrors.referralCodeTaken(),
      ),
      ...auditAct(deps, {
        at,
        actor,
        action: 'referral_code.created',
        subject: { type: 'referral_code', id: referral.code },
        details: { ownerType, ownerId, selfReferralEnabled },
      }),
    });
    if (outcome.kind === 'written') return referral;
    if (outcome.refusal === lostRace) return lostRace;
    throw outcome.refusal ?? outcome.error;
  });
}
