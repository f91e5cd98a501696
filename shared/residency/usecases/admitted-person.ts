import type { CoreDeps } from '../../kernel/deps/core.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import { newPerson, type StoredPerson, type StoredResidency } from '../../people/db/people.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import { grantedResidency } from '../domain/granted-residency.ts';
import { residencyAgreementDocumentId } from './residency-agreement-document.ts';

/** The residency that the approval grants, with the agreement that was signed for it. */
export function admittedResidency(
  { id, data, agreement }: StoredResidencyApplication,
  account: StoredPerson | null,
  at: string,
  deps: CoreDeps,
): StoredResidency {
  const { aocId, slug, version, signerName, acceptedAt } = agreement;
  if (signerName === null || acceptedAt === null) {
    throw new Error(`residency application ${id} is not signed`);
  }
  return {
    ...grantedResidency(data.residencyType, account?.residency ?? null, at),
    id: deps.newId(),
    createdAt: at,
    applicationId: id,
    agreement: {
      aocId,
      slug,
      version,
      signedByName: signerName,
      signedAt: acceptedAt,
      documentId: residencyAgreementDocumentId(id),
    },
  };
}

interface Admission {
  readonly rpn: string;
  readonly residency: StoredResidency;
  readonly at: string;
  /** Of a person who is new. */
  readonly id: string;
  /** The code that is credited with the person, if they had none; null: none is. */
  readonly referralCode: string | null;
}

/** The person as the application describes them: its particulars are the newest, and were verified. */
export function admittedPerson(
  { id: residencyApplicationId, data, verification }: StoredResidencyApplication,
  account: StoredPerson | null,
  { rpn, residency, at, id, referralCode }: Admission,
): StoredPerson {
  const { email, givenName, surname, dateOfBirth, sex } = data.personalDetails;
  const { countryOfBirth, citizenships, address, phoneNumber } = data.personalDetails;
  const { id: verificationId, status, verifiedAt } = verification;
  const verified = status === 'approved' && verificationId !== null && verifiedAt !== null;
  const base = account ?? newPerson({ id, email, createdAt: at, residencyApplicationId });
  return {
    ...base,
    givenName: givenName || null,
    surname: surname || null,
    dateOfBirth,
    sex,
    countryOfBirth,
    citizenships,
    address,
    phoneNumber,
    residentPermitNumber: rpn,
    residency,
    referralCode: base.referralCode ?? (referralCode === null ? null : codeKey(referralCode)),
    ...(verified && {
      identityVerification: {
        id: verificationId,
        status: 'approved' as const,
        verifiedAt,
        documentType: null,
      },
    }),
  };
}
