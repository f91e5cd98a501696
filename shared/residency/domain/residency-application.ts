import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import type { InformationRefusal } from '../../reviews/domain/information-request.ts';
import { decideReviewStep, reviewSteps } from '../../reviews/domain/review-steps.ts';
import {
  type Applicant,
  isFree,
  objectionReason,
  type ResidencyApplicationCommand,
  type ResidencyApplicationData,
  type ResidencyApplicationRefusal,
  type ResidencyApplicationState,
  type ResidencyApplicationStatus,
  type ResidencyRevision,
} from './residency-application-state.ts';

/** The transitions of an application; all other pairs are refused. */
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
    confirm: ['Draft'],
    object: ['Rejected'],
    submit: ['Pending Review'],
  },
  'Pending Review': {
    ...reviewSteps,
    confirm: ['Pending Review'],
    object: ['Rejected'],
  },
  Approved: {},
  Rejected: {},
};

/**
 * The application after a command, with its `version` raised by one, except by `dispatch` and `confirm`, which partners
 * can't see.
 *
 * A change of the data voids the acceptance of the agreement. A change of identity fields also voids the identity
 * verification, and a change of what the account holder saw voids their confirmation. Only `submit` submits.
 */
export function decideResidencyApplication<A extends ResidencyApplicationState>(
  application: A,
  command: ResidencyApplicationCommand,
  now: string,
): Decision<A, ResidencyApplicationRefusal> {
  const [statusId] =
    nextState(residencyApplicationTransitions, application.statusId, command.type) ?? [];
  if (statusId === undefined) return refuse(refusedAnywhereElse[command.type]);
  const { version } = application;
  const changed = (changes: Partial<ResidencyApplicationState>) =>
    accept({ ...application, ...changes, version: version + 1, updatedAt: now });
  const counted = (step: Decision<A, InformationRefusal>) => (step.ok ? changed(step.next) : step);
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
      return changed({ statusId, submittedAt: now });
    }
    case 'dispatch':
      return decideReviewStep(application, command, now);
    case 'confirm': {
      const { personId, credentialEpoch } = command;
      const holderConfirmation = { personId, credentialEpoch, confirmedAt: now };
      return accept({ ...application, holderConfirmation });
    }
    case 'object':
      return changed({
        statusId,
        rejectedAt: now,
        rejectedReason: objectionReason,
        objectedAt: now,
      });
    case 'approve': {
      const { type: _, ...granted } = command;
      return counted(decideReviewStep({ ...application, ...granted }, command, now));
    }
    default:
      return counted(decideReviewStep(application, command, now));
  }
}

const refusedAnywhereElse: Readonly<
  Record<ResidencyApplicationCommand['type'], 'not_draft' | 'not_pending_review' | 'decided'>
> = {
  revise: 'not_draft',
  accept: 'not_draft',
  verify: 'not_draft',
  pay: 'not_draft',
  submit: 'not_draft',
  dispatch: 'not_pending_review',
  approve: 'not_pending_review',
  reject: 'not_pending_review',
  request_information: 'not_pending_review',
  answer_information: 'not_pending_review',
  confirm: 'decided',
  object: 'decided',
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

/** The fields that identify a person; changing them voids a verification. */
const identity = [
  'givenName',
  'surname',
  'dateOfBirth',
  'sex',
  'countryOfBirth',
  'citizenships',
] as const satisfies readonly (keyof Applicant)[];

/** The data that a holder confirms: everything that an approval writes to the account. */
export function shownToHolder({ residencyType, personalDetails }: ResidencyApplicationData) {
  return { residencyType, personalDetails };
}

function revision(
  application: ResidencyApplicationState,
  { data, redirectUrl, referralCode, agreement }: ResidencyRevision,
  now: string,
): Partial<ResidencyApplicationState> {
  const { data: before, agreement: former, verification, holderConfirmation } = application;
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
    ...(holderConfirmation &&
      !isSameValue(shownToHolder(before), shownToHolder(data)) && { holderConfirmation: null }),
  };
}

/** Whether the applicant has proved their address, with an upload or a sworn statement. */
function hasProofOfAddress({ data }: Pick<ResidencyApplicationState, 'data'>): boolean {
  return data.proofOfAddressUploadId !== null || data.swornStatement !== null;
}

/** The requirements for submission that are not met, in the contract's order. */
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
 * Why a payment by checkout or voucher is refused; null if it is allowed. Does not apply to money that has arrived:
 * `pay` accepts it even without a proof of address.
 */
export function paymentRefusal(
  application: ResidencyApplicationState,
): ResidencyApplicationRefusal | null {
  if (nextState(residencyApplicationTransitions, application.statusId, 'pay') === undefined) {
    return 'not_draft';
  }
  if (isFree(application.data.residencyType)) return 'nothing_to_pay';
  if (!hasProofOfAddress(application)) return 'proof_required';
  return application.paidAt === null ? null : 'already_paid';
}

/** The remaining steps (spec 2.9); empty once submitted. */
export function nextStepsOfResidencyApplication(application: ResidencyApplicationState) {
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
