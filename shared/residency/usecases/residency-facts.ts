import { StoredIntegration } from '../../access/db/partner-integrations.ts';
import { StoredReferralCode } from '../../incorporation/db/referral-codes.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { isReferralCode } from '../../kernel/domain/code.ts';
import { ApplicantAccess } from '../db/applicant-access.ts';
import { StoredProofOfAddress } from '../db/proofs-of-address.ts';
import { StoredResidencyApplication } from '../db/residency-applications.ts';
import type { ResidencyApplicationData } from '../domain/residency-application-state.ts';

/** What a partner sends of an application, as far as something else must be looked up for it. */
export interface SentResidency {
  readonly applicationData: ResidencyApplicationData;
  readonly referralCode?: string | null | undefined;
  readonly redirectUrl?: string | null | undefined;
}

/**
 * What the rules of a new or changed residency application look at. It does not include the account of the
 * applicant's address, so that neither the answer nor its timing can depend on one.
 */
export interface ResidencyFacts {
  /** The application that is changed; null for a new one, and where there is none such. */
  readonly application: StoredResidencyApplication | null;
  readonly access: ApplicantAccess | undefined;
  readonly integration: StoredIntegration | null;
  readonly referralCode: StoredReferralCode | null;
  readonly proof: StoredProofOfAddress | null;
}

/** Reads all of it, in one round trip. */
export async function readResidencyFacts(
  table: Table,
  { integrationId, id }: { readonly integrationId: string; readonly id: string | null },
  { applicationData, referralCode }: SentResidency,
): Promise<ResidencyFacts> {
  const { proofOfAddressUploadId } = applicationData;
  const code = referralCode && isReferralCode(referralCode) ? referralCode : null;
  const [application, access, integration, referral, proof] = await getItems(table, [
    id === null ? null : keys.residencyApplication(id),
    id === null ? null : keys.applicantAccess(id),
    keys.integration(integrationId),
    code === null ? null : keys.referralCode(code),
    proofOfAddressUploadId === null ? null : keys.proofOfAddress(proofOfAddressUploadId),
  ]);
  return {
    application: parseFound(StoredResidencyApplication, application),
    access: parseFound(ApplicantAccess, access) ?? undefined,
    integration: parseFound(StoredIntegration, integration),
    referralCode: parseFound(StoredReferralCode, referral),
    proof: parseFound(StoredProofOfAddress, proof),
  };
}
