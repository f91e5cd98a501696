import type { PartnerKeyCaller } from '../shared/access/caller.ts';
import type { Actor } from '../shared/audit/audit-entry.ts';
import type { AppliedResidency } from '../shared/residency/domain/residency-application-state.ts';
import { acceptResidencyAgreement } from '../shared/residency/usecases/accept-residency-agreement.ts';
import { createResidencyApplication } from '../shared/residency/usecases/create-residency-application.ts';
import { verifyApplicant } from '../shared/residency/usecases/verify-applicant.ts';
import type { DemoDeps } from './demo-deps.ts';

/** Two residency applications of a partner: one that needs everything, and one that can be submitted. */
export async function seedResidencyApplications(
  partner: PartnerKeyCaller,
  actor: Actor,
  deps: DemoDeps,
) {
  const [draft, ready] = await Promise.all([
    aDraft('hedy', 'Hedy', 'Lamarr', 'e_resident', partner, deps),
    aDraft('emmy', 'Emmy', 'Noether', 'limited_e_resident', partner, deps),
  ]);
  const { sha256: agreementSha256 } = deps.agreements.inForce('limited_e_resident');
  const signature = { token: ready.agreementToken, signerName: 'Emmy Noether', agreementSha256 };
  await acceptResidencyAgreement(signature, deps);
  await verifyApplicant({ applicationId: ready.id, status: 'approved' }, actor, deps);
  return {
    draft: { id: draft.id, email: draft.email },
    readyToSubmit: { id: ready.id, email: ready.email },
  };
}

async function aDraft(
  alias: string,
  givenName: string,
  surname: string,
  residencyType: AppliedResidency,
  partner: PartnerKeyCaller,
  deps: DemoDeps,
) {
  const email = `${alias}@applicants.example`;
  const swornStatement = { signature: `${givenName} ${surname}`, locale: 'en' } as const;
  const { application } = await createResidencyApplication(
    {
      applicationData: {
        residencyType,
        personalDetails: {
          givenName,
          surname,
          email,
          dateOfBirth: '1990-11-09',
          sex: 'female',
          countryOfBirth: 'AT',
          citizenships: ['AT'],
          alternateNamesAttestation: false,
          alternateNames: null,
          criminalBackgroundAttestation: true,
          address: {
            line1: '7 Harbour Street',
            city: 'Port Town',
            postalCode: '10101',
            country: 'HN',
          },
          phoneNumber: '+50422000001',
        },
        information: { residencyReason: 'Business', referralSource: null },
        proofOfAddressUploadId: null,
        swornStatement: residencyType === 'limited_e_resident' ? swornStatement : null,
      },
    },
    partner,
    null,
    deps,
  );
  return { id: application.id, email, agreementToken: application.agreement.token };
}
