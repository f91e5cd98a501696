import { ApplicantAccess } from '../db/applicant-access.ts';
import { keys } from '../db/keys.ts';
import { StoredIntegration } from '../db/partner-integrations.ts';
import { StoredPerson } from '../db/people.ts';
import { StoredProofOfAddress } from '../db/proofs-of-address.ts';
import { StoredReferralCode } from '../db/referral-codes.ts';
import { StoredResidencyApplication } from '../db/residency-applications.ts';
import { parseFound } from '../db/stored.ts';
import { getItems, type Table } from '../db/table.ts';
import { isReferralCode } from '../domain/code.ts';
import type { ResidencyApplicationData } from '../domain/residency-application-state.ts';

/** What a partner sends of an application, as far as something else must be looked up for it. */
export interface SentResidency {
  readonly applicationData: ResidencyApplicationData;
  readonly referralCode?: string | null | undefined;
  readonly redirectUrl?: string | null | undefined;
}

/** What the rules of a new or changed residency application look at. */
export interface ResidencyFacts {
  /** The application that is changed; null for a new one, and where there is none such. */
  readonly application: StoredResidencyApplication | null;
  readonly access: ApplicantAccess | undefined;
  readonly integration: StoredIntegration | null;
  /** Whose account has the applicant's e-mail address. */
  readonly account: StoredPerson | null;
  readonly referralCode: StoredReferralCode | null;
  /** The referral code is the applicant's own, or that of an entity that they represent. */
  readonly ownReferralCode: boolean;
  readonly proof: StoredProofOfAddress | null;
}

/** Reads all of it: one round trip, and a second one where the address has an account. */
export async function readResidencyFacts(
  table: Table,
  { integrationId, id }: { readonly integrationId: string; readonly id: string | null },
  { applicationData, referralCode }: SentResidency,
): Promise<ResidencyFacts> {
  const { personalDetails, proofOfAddressUploadId } = applicationData;
  const code = referralCode && isReferralCode(referralCode) ? referralCode : null;
  const [application, access, integration, email, referral, proof] = await getItems(table, [
    // A key that nothing has stands for what was not sent.
    id === null ? nothing('application') : keys.residencyApplication(id),
    id === null ? nothing('access') : keys.applicantAccess(id),
    keys.integration(integrationId),
    keys.email(personalDetails.email),
    code === null ? nothing('referral') : keys.referralCode(code),
    proofOfAddressUploadId === null
      ? nothing('proof')
      : keys.proofOfAddress(proofOfAddressUploadId),
  ]);
  const found = parseFound(StoredReferralCode, referral);
  const personId = email === undefined ? null : String(email['personId']);
  return {
    application: parseFound(StoredResidencyApplication, application),
    access: parseFound(ApplicantAccess, access) ?? undefined,
    integration: parseFound(StoredIntegration, integration),
    referralCode: found,
    proof: parseFound(StoredProofOfAddress, proof),
    ...(personId === null
      ? { account: null, ownReferralCode: false }
      : await readAccount(table, personId, found)),
  };
}

async function readAccount(
  table: Table,
  personId: string,
  code: StoredReferralCode | null,
): Promise<Pick<ResidencyFacts, 'account' | 'ownReferralCode'>> {
  const ofEntity = code?.ownerType === 'legal_entity';
  const [person, representative] = await getItems(table, [
    keys.person(personId),
    ofEntity ? keys.representative(code.ownerId, personId) : nothing('representative'),
  ]);
  return {
    account: parseFound(StoredPerson, person),
    ownReferralCode: ofEntity ? representative !== undefined : code?.ownerId === personId,
  };
}

function nothing(what: string) {
  return { pk: `NOTHING#${what}`, sk: 'NOTHING' };
}
