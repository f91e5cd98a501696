import { attributedReferral } from '../../incorporation/usecases/referral-codes.ts';
import { orElse, reworded, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import { lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import {
  newPerson,
  newPersonWrites,
  personWrite,
  readResidencies,
  referredPersonWrite,
  type StoredPerson,
  type StoredResidency,
} from '../../people/db/people.ts';
import { permitHolderWrites, residencyGrant } from '../../people/db/residents.ts';
import { findApplicant } from '../../people/usecases/read-people.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { Approval, Approving, Blocker } from '../../reviews/usecases/reviewed.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import {
  applicantAccountStatus,
  isSameHolder,
  type LinkBlocker,
  linkBlocker,
} from '../domain/account-holder.ts';
import { grantedResidency, isStepDown } from '../domain/granted-residency.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import { residencyAgreementDocumentId } from './residency-agreement.ts';

/**
 * Approves a residency application. One transaction creates the natural person, or adds the name to the account of that
 * email address, with the permit number, the residency and the application's final status. A verification of the number
 * sees all of it immediately.
 *
 * The application's referral code is credited with the person, unless another code already is or the code is their own;
 * the partner does not learn which.
 *
 * Refused if the account is deactivated; if its holder has not confirmed the application; if nobody can confirm it and
 * it belongs to someone else; if it has a residency with more rights; or if a person with a permit may be the same and
 * the reviewer has not seen them. If two applications for one person are approved, the second is refused. If the drawn
 * number is taken, the transaction is retried with another.
 */
export async function admitResident(
  application: StoredResidencyApplication,
  { at, actor, compared }: Approving,
  deps: CoreDeps,
): Promise<Approval<StoredResidencyApplication> | Blocker> {
  const { table } = deps;
  // The person is read before the residencies, so that its version guarantees that they are unchanged.
  const { account, found } = await findApplicant(application.data.personalDetails, deps);
  const blocker = account && blockerOf(account, application, at);
  if (blocker) return blocker;
  if (found?.similar.some(({ person: { id } }) => !compared.includes(id))) return mayHavePermit;
  const earlier = account === null ? [] : await readResidencies(table, account.id);
  const granted = admittedResidency(application, account, at, deps);
  const grant = residencyGrant(account, earlier, granted, deps.random);
  const { residency, rpn } = grant;
  const referral = await attributedReferral(application.referralCode, account, table);
  const person = admittedPerson(application, account, {
    ...{ rpn, residency, at, id: deps.newId() },
    referralCode: referral.code,
  });
  const admission = {
    type: 'approve',
    personId: person.id,
    residentPermitNumber: rpn,
    residencyEffectiveDate: residency.effectiveDate,
  } as const;
  const created = account === null ? newPersonWrites(person) : null;
  const admitted = auditPerson(deps, {
    at,
    actor,
    personId: person.id,
    action: 'residency.granted',
    details: {
      residencyId: residency.id,
      residencyType: residency.residencyType,
      applicationId: application.id,
      created: account === null,
      ...(application.referralCode !== null && { referral: referral.kind }),
    },
  });
  const writes: Writes<Error> = {
    referralCode: orElse(
      created?.referralCode,
      () => new Error(`${application.id}: no such referral code`),
    ),
    stillNotOwn: referral.stillNotOwn,
    referred: created?.referred ?? newlyReferred(person, account, at),
    email: created?.email,
    person: created?.person ?? personWrite(person),
    listed: created?.listed,
    ...grant.writes(person.id),
    ...permitHolderWrites(account, person, found?.holders),
    ...alsoRecorded(admitted),
  };
  return {
    decision: decideResidencyApplication(application, admission, at),
    writes: reworded(writes, (refusal) => refusal ?? lostRace),
    details: { personId: person.id },
  };
}

const mayHavePermit: Blocker = {
  sentence:
    'Someone with a permit number may be the same person: compare them, and give a reason to grant another number',
  reason: 'may_have_permit',
};

const sentences: Readonly<Record<LinkBlocker, string>> = {
  applicant_deactivated: 'The account of the applicant is deactivated',
  holder_unconfirmed:
    'The owner of the account with this e-mail address has not confirmed the current application. We have asked them again.',
  account_linking_required:
    'The account with this e-mail address has another name or date of birth, and its owner has never signed in. Correct the account, or reject the application.',
};

/** Why the account of the applicant's address can't be given this residency; null if it can. */
function blockerOf(
  account: StoredPerson,
  application: StoredResidencyApplication,
  at: string,
): Blocker | null {
  const { id: applicationId, data } = application;
  const same = isSameHolder(account, data.personalDetails);
  const reason = linkBlocker[applicantAccountStatus(account, application)](same);
  if (reason !== null) {
    const mail =
      reason === 'holder_unconfirmed'
        ? ({ template: 'holder_question', applicationId } as const)
        : undefined;
    return { sentence: sentences[reason], reason, mail };
  }
  if (isStepDown(data.residencyType, account.residency, at)) {
    const sentence =
      'The applicant has a residency that allows more, and the approval would end it';
    return { sentence, reason: 'residency_step_down' };
  }
  return null;
}

/** The application's code is credited with an account that has no referral code yet. */
function newlyReferred(
  { id, referralCode }: StoredPerson,
  account: StoredPerson | null,
  at: string,
) {
  if (referralCode === null || account?.referralCode !== null) return undefined;
  return referredPersonWrite(referralCode, id, at);
}

/** The residency that the approval grants, with its signed agreement. */
function admittedResidency(
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
  readonly id: string;
  /** The code credited with the person, if they had none; null if none is. */
  readonly referralCode: string | null;
}

/** The person with the application's particulars, which are the newest and have been verified. */
function admittedPerson(
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
