import { accept, type Decision, refuse } from './decision.ts';
import type { Address } from './legal-entity.ts';
import type { Sex } from './person.ts';
import { isSameEmail } from './revise-person.ts';
import { isSameValue } from './same-value.ts';

/** Statuses of a partner's residency application. Approved and Rejected are final. */
export const residencyApplicationStatuses = [
  'Draft',
  'Pending Review',
  'Approved',
  'Rejected',
] as const;
export type ResidencyApplicationStatus = (typeof residencyApplicationStatuses)[number];

/** What can be applied for. */
export const appliedResidencies = ['limited_e_resident', 'e_resident', 'resident_annual'] as const;
export type AppliedResidency = (typeof appliedResidencies)[number];

/** Whether the residency costs nothing: then there is no invoice. */
export function isFree(residencyType: AppliedResidency): boolean {
  return residencyType === 'limited_e_resident';
}

export const verificationOutcomes = ['approved', 'declined'] as const;
export type VerificationOutcome = (typeof verificationOutcomes)[number];

/** Who applies. Countries are ISO 3166-1 alpha-2, the date of birth YYYY-MM-DD. */
export interface Applicant {
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
  readonly dateOfBirth: string;
  readonly sex: Sex;
  readonly countryOfBirth: string;
  readonly citizenships: readonly string[];
  readonly alternateNamesAttestation: boolean;
  readonly alternateNames: string | null;
  readonly criminalBackgroundAttestation: boolean;
  readonly address: Address;
  readonly phoneNumber: string;
}

/** Signed instead of an upload; never shown again. */
export interface SwornStatement {
  readonly signature: string;
  readonly locale: 'en' | 'es' | null;
}

/** The application data of the contract, but for what the service adds to it. */
export interface ResidencyApplicationData {
  readonly residencyType: AppliedResidency;
  readonly personalDetails: Applicant;
  readonly information: {
    readonly residencyReason: string | null;
    readonly referralSource: string | null;
  };
  readonly proofOfAddressUploadId: string | null;
  readonly swornStatement: SwornStatement | null;
}

/** The Agreement of Coexistence as it is to be accepted, or was. */
export interface ResidencyAcceptance {
  /** Part of the link under which it is accepted; a new one whenever the application data change. */
  readonly token: string;
  readonly aocId: string;
  readonly slug: string;
  readonly version: string;
  readonly acceptedAt: string | null;
  readonly signerName: string | null;
  /** SHA-256 of the text that was accepted, hexadecimal. */
  readonly sha256: string | null;
  /** When a change last voided an acceptance; null once it is accepted anew. */
  readonly invalidatedAt: string | null;
}

export type NewAgreement = Pick<ResidencyAcceptance, 'token' | 'aocId' | 'slug' | 'version'>;

/** The part of an application that its rules look at. Instants are ISO 8601 in UTC. */
export interface ResidencyApplicationState {
  /** Goes up by one with every change that partners are to notice; the one that a PATCH expects. */
  readonly version: number;
  readonly statusId: ResidencyApplicationStatus;
  readonly data: ResidencyApplicationData;
  readonly agreement: ResidencyAcceptance;
  readonly verification: {
    readonly id: string | null;
    readonly status: 'pending' | VerificationOutcome;
    readonly verifiedAt: string | null;
  };
  readonly redirectUrl: string | null;
  readonly referralCode: string | null;
  readonly paidAt: string | null;
  readonly submittedAt: string | null;
  readonly approvedAt: string | null;
  readonly rejectedAt: string | null;
  readonly rejectedReason: string | null;
  readonly personId: string | null;
  readonly residentPermitNumber: string | null;
  readonly residencyEffectiveDate: string | null;
  /** When the review task was there; null while the dispatch is on its way. */
  readonly dispatchedAt: string | null;
  /** Since when a workflow has given up on it; absent while all goes well. */
  readonly stuckAt?: string | undefined;
  readonly updatedAt: string;
}

/** A PATCH: the data as a whole; `redirectUrl`, `referralCode` undefined: as they were. */
export interface ResidencyRevision {
  readonly type: 'revise';
  readonly expectedVersion: number;
  readonly data: ResidencyApplicationData;
  readonly redirectUrl?: string | null | undefined;
  readonly referralCode?: string | null | undefined;
  /** The agreement as it would be accepted from now on, under a fresh link. */
  readonly agreement: NewAgreement;
}

/** What can be done to an application. */
export type ResidencyApplicationCommand =
  | ResidencyRevision
  | {
      readonly type: 'accept';
      /** Of the link that was followed. */
      readonly token: string;
      readonly signerName: string;
      /** The agreement that was shown, which may be newer than the one that the link was made for. */
      readonly aocId: string;
      readonly slug: string;
      readonly version: string;
      readonly sha256: string;
    }
  | {
      readonly type: 'verify';
      readonly id: string;
      readonly status: VerificationOutcome;
      /** The version whose particulars were looked at; undefined: whatever they are now. */
      readonly expectedVersion?: number | undefined;
    }
  | { readonly type: 'pay' }
  | { readonly type: 'submit' }
  | { readonly type: 'dispatch' }
  | {
      readonly type: 'approve';
      readonly personId: string;
      readonly residentPermitNumber: string;
      readonly residencyEffectiveDate: string;
    }
  | { readonly type: 'reject'; readonly reason: string };

export type ResidencyApplicationRefusal =
  | 'not_draft'
  | 'stale_version'
  | 'residency_type_locked'
  | 'email_locked'
  | 'agreement_changed'
  | 'already_accepted'
  | 'agreement_required'
  | 'proof_required'
  | 'payment_required'
  | 'verification_required'
  | 'nothing_to_pay'
  | 'already_paid'
  | 'not_pending_review';

/**
 * Every status with the commands it accepts; all other pairs are refused. The one place that says so:
 * the functions below rely on it, and docs/states.md and the tests are made from it.
 */
export const residencyApplicationTransitions: Readonly<
  Record<
    ResidencyApplicationStatus,
    Partial<Record<ResidencyApplicationCommand['type'], readonly ResidencyApplicationStatus[]>>
  >
> = {
  Draft: {
    revise: ['Draft'],
    accept: ['Draft'],
    verify: ['Draft'],
    pay: ['Draft'],
    submit: ['Pending Review'],
  },
  'Pending Review': {
    dispatch: ['Pending Review'],
    approve: ['Approved'],
    reject: ['Rejected'],
  },
  Approved: {},
  Rejected: {},
};

/**
 * The application after a command, its `version` raised by one; `dispatch` alone leaves the version, because
 * partners see nothing of it.
 *
 * A change of the data voids the acceptance of the agreement; a change of who somebody is voids the
 * verification of their identity, too. Nothing but `submit` submits.
 */
export function decide<A extends ResidencyApplicationState>(
  application: A,
  command: ResidencyApplicationCommand,
  now: string,
): Decision<A, ResidencyApplicationRefusal> {
  if (!residencyApplicationTransitions[application.statusId][command.type]) {
    return refuse(refusedAnywhereElse[command.type]);
  }
  const { version } = application;
  const changed = (changes: Partial<ResidencyApplicationState>) =>
    accept({ ...application, ...changes, version: version + 1, updatedAt: now });
  switch (command.type) {
    case 'revise': {
      const refusal = revisionRefusal(application, command);
      return refusal === null ? changed(revision(application, command, now)) : refuse(refusal);
    }
    case 'accept': {
      const { type: _, ...shown } = command;
      const { agreement } = application;
      if (shown.token !== agreement.token) return refuse('agreement_changed');
      if (agreement.acceptedAt !== null) return refuse('already_accepted');
      return changed({ agreement: { ...shown, acceptedAt: now, invalidatedAt: null } });
    }
    case 'verify':
      if (command.expectedVersion !== undefined && command.expectedVersion !== version) {
        return refuse('stale_version');
      }
      return changed({
        verification: { id: command.id, status: command.status, verifiedAt: now },
      });
    case 'pay':
      if (application.paidAt !== null) return refuse('already_paid');
      if (isFree(application.data.residencyType)) return refuse('nothing_to_pay');
      return changed({ paidAt: now });
    case 'submit': {
      const [missing] = missingForSubmission(application);
      if (missing !== undefined) return refuse(missing);
      return changed({ statusId: 'Pending Review', submittedAt: now });
    }
    case 'dispatch':
      return accept({ ...application, dispatchedAt: application.dispatchedAt ?? now });
    case 'approve': {
      const { personId, residentPermitNumber, residencyEffectiveDate } = command;
      return changed({
        statusId: 'Approved',
        approvedAt: now,
        personId,
        residentPermitNumber,
        residencyEffectiveDate,
      });
    }
    case 'reject':
      return changed({ statusId: 'Rejected', rejectedAt: now, rejectedReason: command.reason });
  }
}

const refusedAnywhereElse: Readonly<
  Record<ResidencyApplicationCommand['type'], 'not_draft' | 'not_pending_review'>
> = {
  revise: 'not_draft',
  accept: 'not_draft',
  verify: 'not_draft',
  pay: 'not_draft',
  submit: 'not_draft',
  dispatch: 'not_pending_review',
  approve: 'not_pending_review',
  reject: 'not_pending_review',
};

function revisionRefusal(
  { version, paidAt, data: before }: ResidencyApplicationState,
  { expectedVersion, data: after }: ResidencyRevision,
): ResidencyApplicationRefusal | null {
  if (expectedVersion !== version) return 'stale_version';
  if (paidAt === null) return null;
  if (after.residencyType !== before.residencyType) return 'residency_type_locked';
  return isSameEmail(after.personalDetails.email, before.personalDetails.email)
    ? null
    : 'email_locked';
}

/** What shows that a person is who they say; a verification that was made of something else is void. */
const identity = [
  'givenName',
  'surname',
  'dateOfBirth',
  'sex',
  'countryOfBirth',
  'citizenships',
] as const satisfies readonly (keyof Applicant)[];

function revision(
  application: ResidencyApplicationState,
  { data, redirectUrl, referralCode, agreement }: ResidencyRevision,
  now: string,
): Partial<ResidencyApplicationState> {
  const { data: before, agreement: former, verification } = application;
  const [was, is] = [before.personalDetails, data.personalDetails];
  return {
    data,
    redirectUrl: redirectUrl === undefined ? application.redirectUrl : redirectUrl,
    referralCode: referralCode === undefined ? application.referralCode : referralCode,
    ...(!isSameValue(before, data) && {
      agreement: {
        ...agreement,
        acceptedAt: null,
        signerName: null,
        sha256: null,
        invalidatedAt: former.acceptedAt === null ? former.invalidatedAt : now,
      },
    }),
    verification: identity.every((field) => isSameValue(was[field], is[field]))
      ? verification
      : { id: null, status: 'pending', verifiedAt: null },
  };
}

/** Whether the applicant has shown where they live: by an upload, or by a sworn statement. */
export function hasProofOfAddress({ data }: Pick<ResidencyApplicationState, 'data'>): boolean {
  return data.proofOfAddressUploadId !== null || data.swornStatement !== null;
}

/** What a submission still needs, in the order in which the contract asks for it. */
function missingForSubmission(application: ResidencyApplicationState) {
  const { agreement, data, paidAt, verification } = application;
  return [
    ...(agreement.acceptedAt === null ? (['agreement_required'] as const) : []),
    ...(hasProofOfAddress(application) ? [] : (['proof_required'] as const)),
    ...(isFree(data.residencyType) || paidAt !== null ? [] : (['payment_required'] as const)),
    ...(verification.status === 'approved' ? [] : (['verification_required'] as const)),
  ];
}

/**
 * Why somebody who wants to pay is turned away (by checkout or voucher); null: they may. Money that arrived
 * is another matter: `pay` takes it without a proof of address.
 */
export function paymentRefusal(
  application: ResidencyApplicationState,
): ResidencyApplicationRefusal | null {
  if (!residencyApplicationTransitions[application.statusId].pay) return 'not_draft';
  if (isFree(application.data.residencyType)) return 'nothing_to_pay';
  if (!hasProofOfAddress(application)) return 'proof_required';
  return application.paidAt === null ? null : 'already_paid';
}

/** What is still to be done (spec 2.9). Nothing is, once it is submitted. */
export function nextSteps(application: ResidencyApplicationState) {
  const draft = application.statusId === 'Draft';
  const missing = new Set(draft ? missingForSubmission(application) : []);
  return {
    agreementRequired: missing.has('agreement_required'),
    proofOfAddressRequired: missing.has('proof_required'),
    paymentRequired: missing.has('payment_required'),
    verificationRequired: missing.has('verification_required'),
    submitReady: draft && missing.size === 0,
  };
}
