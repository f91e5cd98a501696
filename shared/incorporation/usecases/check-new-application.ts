import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { isActiveResident } from '../../people/db/residents.ts';
import { isActive } from '../../people/domain/residency.ts';
import type { CreateApplication } from '../contracts/application.ts';
import type { StoredReferralCode } from '../db/referral-codes.ts';
import { countingFailures } from './agent-number-guesses.ts';
import type { ApplicationFacts } from './application-facts.ts';

/**
 * The owner, if the application may be created; throws the first error of the contract's order. An owner can
 * try only few permit numbers of custom registered agents, so that nobody finds out here whether a number
 * exists.
 */
export async function checkNewApplication(
  { applicationData, referralCode }: CreateApplication,
  facts: ApplicationFacts,
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<StoredPerson> {
  const { owner } = facts;
  const now = deps.now().toISOString();
  if (owner === null || !mayApply(owner, now)) throw apiErrors.mustBeActiveResident();
  await countingFailures(owner.id, applicationData, deps, () =>
    checkRegisteredAgent(applicationData, facts, now),
  );
  if (referralCode !== undefined && !ownsReferralCode(owner, facts)) {
    throw apiErrors.referralCodeNotFound();
  }
  if (facts.nameTaken) throw apiErrors.nameTaken();
  if (facts.nameReserved) throw apiErrors.nameReserved();
  return owner;
}

/** Whether a person may register a legal entity today: an active resident or e-Resident. */
export function mayApply({ residency }: Pick<StoredPerson, 'residency'>, now: string): boolean {
  if (residency === null) return false;
  return residency.residencyType !== 'Limited e-Resident' && isActive(residency, now);
}

/** Who is to be the registered agent: the built-in provider, or a custom one who is a resident. */
export function checkRegisteredAgent(
  {
    registeredAgentProvider,
    registeredAgentDetails,
  }: Pick<
    CreateApplication['applicationData'],
    'registeredAgentProvider' | 'registeredAgentDetails'
  >,
  { registeredAgent }: Pick<ApplicationFacts, 'registeredAgent'>,
  now: string,
): void {
  if ((registeredAgentProvider === null) === (registeredAgentDetails === null)) {
    throw apiErrors.oneRegisteredAgent();
  }
  if (registeredAgentDetails === null) return;
  if (registeredAgent === null || !isActiveResident(registeredAgent, now)) {
    throw apiErrors.registeredAgentNotActive();
  }
}

function ownsReferralCode(
  owner: StoredPerson,
  { referralCode, represented }: ApplicationFacts,
): boolean {
  if (referralCode === null) return false;
  const { ownerType, ownerId } = referralCode;
  return ownerType === 'natural_person' ? ownerId === owner.id : represented.has(ownerId);
}

/**
 * The code that the application is attributed to. A caller can only name a code of their own, so every
 * attribution is a self-referral; where the code does not allow it, it is skipped in silence (spec 4.3).
 */
export function attributedCode(referralCode: StoredReferralCode | null): string | null {
  return referralCode?.selfReferralEnabled ? referralCode.code : null;
}
