import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { newPerson } from '../db/new-person.ts';
import { newPersonWrites, type StoredPerson } from '../db/people.ts';
import type { PersonDetails } from '../domain/person.ts';
import { checkDateOfBirth } from './check-date-of-birth.ts';

export interface Registration extends PersonDetails {
  readonly email: string;
  readonly referralCode: string | null;
}

/**
 * Registers a person, who is an account at once.
 *
 * Errors: 400 `Unknown referral code`; 400 for a date of birth in the future; 409 `person.email_taken`.
 */
export async function registerPerson(
  { email, referralCode, ...details }: Registration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPerson> {
  const at = deps.now().toISOString();
  checkDateOfBirth(details.dateOfBirth, at);
  const person = newPerson({
    ...details,
    id: deps.newId(),
    email,
    referralCode: referralCode === null ? null : codeKey(referralCode),
    createdAt: at,
  });
  const writes = newPersonWrites(person);
  const outcome = await transact(deps.table, {
    ...writes,
    referralCode: orElse(writes.referralCode, apiErrors.unknownReferralCode),
    email: orElse(writes.email, apiErrors.emailTaken),
    ...auditPerson(deps, {
      at,
      actor,
      personId: person.id,
      action: 'person.created',
      details: { referralCode: person.referralCode },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return person;
}
