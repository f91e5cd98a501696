import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { ReferralListing } from '../contracts/referral-contract.ts';
import { findReferrals, readReferred } from '../db/referrals.ts';

/**
 * Whom a code brought (spec 4.14): all of them, newest first. The code must be the person's own, or that of an
 * entity that the person represents today.
 *
 * Error: 404 `Referral code not found`, the same for an unknown code and for somebody else's.
 */
export async function readReferrals(
  code: string,
  personId: string,
  { table }: CoreDeps,
): Promise<ReferralListing> {
  const referrals = await findReferrals(table, code);
  if (referrals === null) throw apiErrors.referralsNotFound();
  const { ownerType, ownerId } = referrals.code;
  if (ownerType === 'natural_person' && ownerId !== personId) throw apiErrors.referralsNotFound();
  const { represents, persons, entities } = await readReferred(table, referrals, personId);
  if (ownerType === 'legal_entity' && !represents) throw apiErrors.referralsNotFound();
  return {
    code: referrals.code.code,
    naturalPersons: referrals.persons.map(({ referredAt }, index) => ({
      fullName: personName(persons[index] ?? { givenName: null, surname: null }),
      referredAt,
    })),
    legalEntities: entities
      .filter((entity) => entity !== null)
      .map((entity) => ({
        name: fullName(entity),
        rpn: entity.residentPermitNumber,
        referredAt: entity.registrationDate,
      })),
  };
}
