import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { ShownWords } from '../../kernel/domain/locale.ts';
import {
  type InformationRefusal,
  isInformationRequired,
} from '../../reviews/domain/information-request.ts';
import {
  type DecidedFiling,
  type DecisionStep,
  decideReviewStep,
  reviewSteps,
  type UndecidedStep,
  withdrawnFiling,
} from '../../reviews/domain/review-steps.ts';

/** Statuses of a legal-entity application (spec 3.1). Approved and Rejected are final. */
export const applicationStatuses = ['Draft', 'Pending Review', 'Approved', 'Rejected'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** The initial values of an application. */
export const applicationOrigins = ['standard_key', 'agent_key', 'operator', 'portal'] as const;
export type ApplicationOrigin = (typeof applicationOrigins)[number];

/** Who signs: the holder of the secret link, or the signed-in owner. */
export type ApplicationSigner = 'holder' | 'owner';

/**
 * Who can sign an application (decisions §10): an agent that could use the link in its answer could sign for its
 * principal. Only this function decides it.
 */
const signers: Readonly<Record<ApplicationOrigin, Readonly<Record<ApplicationSigner, boolean>>>> = {
  standard_key: { holder: true, owner: true },
  operator: { holder: true, owner: true },
  agent_key: { holder: false, owner: true },
  // The applicant is signed in, and needs no link.
  portal: { holder: false, owner: true },
};

/** Whether such a signer can sign an application that was created so. */
export function canSign(signer: ApplicationSigner, origin: ApplicationOrigin): boolean {
  return signers[origin][signer];
}

/** The acceptance of the Agreement of Coexistence. */
export interface AgreementSignature {
  /** `signature`: typed on the signature page; `manifestation_of_will`: accepted in advance there. */
  readonly method: 'signature' | 'manifestation_of_will';
  readonly signerName: string | null;
  /** When it was accepted in advance; absent for those that were not. */
  readonly acceptedAt?: string | undefined;
  /** The account that signed; absent if the holder of the link signed. */
  readonly signerId?: string | undefined;
  readonly signedAt: string;
  readonly agreementVersion: string;
  /** SHA-256 of the text that was signed, hexadecimal. */
  readonly agreementSha256: string;
  /** Absent if the form did not say. */
  readonly shown?: ShownWords | undefined;
}

/** The part of an application that its rules use. Instants are ISO 8601 in UTC. */
export interface ApplicationState extends DecidedFiling {
  readonly statusId: ApplicationStatus;
  readonly createdViaAPI: boolean;
  readonly createdWith: ApplicationOrigin;
  readonly agreement: AgreementSignature | null;
  /** When a change voided the last signature; absent: none was voided, or it was signed again. */
  readonly signatureVoidedAt?: string | undefined;
  readonly paidAt: string | null;
  readonly submittedAt: string | null;
  readonly legalEntityId: string | null;
}

/** What can be done to an application. `nameFree`: no entity has the name now. */
export type ApplicationCommand =
  | { readonly type: 'pay'; readonly nameFree: boolean }
  | {
      readonly type: 'sign';
      readonly signer: ApplicationSigner;
      readonly agreement: AgreementSignature;
      readonly nameFree: boolean;
    }
  | { readonly type: 'submit'; readonly nameFree: boolean }
  | { readonly type: 'rename' }
  /** Its owner gets another link for the signature. */
  | { readonly type: 'relink' }
  /** Its owner changes its details in the portal. */
  | { readonly type: 'revise' }
  /** Its owner ends it. Money that was paid stays paid. */
  | { readonly type: 'withdraw' }
  | { readonly type: 'approve'; readonly legalEntityId: string }
  | Extract<DecisionStep, { readonly type: 'reject' }>
  | UndecidedStep;

export type ApplicationRefusal =
  | InformationRefusal
  | 'not_draft'
  | 'already_paid'
  | 'already_signed'
  | 'owner_signs'
  | 'not_ready'
  | 'name_taken'
  | 'not_pending_review';

/**
 * Every status with the commands it accepts; all other pairs are refused. A list ends with
 * where what is complete goes.
 */
export const applicationTransitions: Readonly<
  Record<
    ApplicationStatus,
    Partial<Record<ApplicationCommand['type'], readonly ApplicationStatus[]>>
  >
> = {
  Draft: {
    pay: ['Draft', 'Pending Review'],
    sign: ['Draft', 'Pending Review'],
    submit: ['Pending Review'],
    rename: ['Draft'],
    relink: ['Draft'],
    revise: ['Draft'],
    withdraw: ['Rejected'],
  },
  'Pending Review': {
    ...reviewSteps,
    withdraw: ['Rejected'],
  },
  Approved: {},
  Rejected: {},
};

/**
 * The application after a command (spec 3.1).
 *
 * Payment and signature come in any order; whichever completes the pair submits, if the name is free
 * then. If it is not, the payment or signature still counts and the application stays a Draft.
 */
export function decideApplication<A extends ApplicationState>(
  application: A,
  command: ApplicationCommand,
  now: string,
): Decision<A, ApplicationRefusal> {
  const submittedAs = nextState(applicationTransitions, application.statusId, command.type)?.at(-1);
  if (submittedAs === undefined) {
    return refuse(application.statusId === 'Draft' ? 'not_pending_review' : notAccepted(command));
  }
  const submitted = { statusId: submittedAs, submittedAt: now };
  switch (command.type) {
    case 'pay':
      if (application.paidAt !== null) return refuse('already_paid');
      return accept({
        ...application,
        paidAt: now,
        ...(application.agreement !== null && command.nameFree && submitted),
      });
    case 'sign':
      if (!canSign(command.signer, application.createdWith)) return refuse('owner_signs');
      if (application.agreement !== null) return refuse('already_signed');
      return accept({
        ...application,
        agreement: command.agreement,
        signatureVoidedAt: undefined,
        ...(application.paidAt !== null && command.nameFree && submitted),
      });
    case 'submit':
      if (!isComplete(application)) return refuse('not_ready');
      if (!command.nameFree) return refuse('name_taken');
      return accept({ ...application, ...submitted });
    case 'relink':
      if (!canSign('holder', application.createdWith)) return refuse('owner_signs');
      return application.agreement === null ? accept(application) : refuse('already_signed');
    case 'rename':
      return accept(application);
    case 'revise':
      // The signed version is not the current one. Payments stay.
      return accept({
        ...application,
        agreement: null,
        signatureVoidedAt: application.agreement === null ? application.signatureVoidedAt : now,
      });
    case 'withdraw':
      return accept(withdrawnFiling(application, now));
    case 'approve': {
      const { legalEntityId } = command;
      return decideReviewStep({ ...application, legalEntityId }, command, now);
    }
    default:
      return decideReviewStep(application, command, now);
  }
}

/** Whether its owner can change what it says. */
export function isRevisable({ statusId }: Pick<ApplicationState, 'statusId'>): boolean {
  return nextState(applicationTransitions, statusId, 'revise') !== undefined;
}

/** Through what someone pays. */
export type PayersWay = 'api' | 'portal';

/**
 * Why someone who wants to pay is refused (spec 4.6, 4.7); null: they may. Applications that were not created through the API are
 * paid in the portal, which accepts all of its owner's.
 */
export function payersRefusal(
  { statusId, createdViaAPI, paidAt }: ApplicationState,
  way: PayersWay,
): 'not_draft' | 'not_api_created' | 'already_paid' | null {
  if (nextState(applicationTransitions, statusId, 'pay') === undefined) return 'not_draft';
  if (way === 'api' && !createdViaAPI) return 'not_api_created';
  return paidAt === null ? null : 'already_paid';
}

/** Whether its owner can delete it: a draft that nobody has paid. */
export function isDeletable({ statusId, paidAt }: Pick<ApplicationState, 'statusId' | 'paidAt'>) {
  return statusId === 'Draft' && paidAt === null;
}

function notAccepted({ type }: ApplicationCommand): ApplicationRefusal {
  if (type === 'withdraw') return 'not_pending_review';
  // Commands for drafts are refused because it is not a draft; all others belong to a review.
  return nextState(applicationTransitions, 'Draft', type) ? 'not_draft' : 'not_pending_review';
}

/** The missing steps of a draft before its submission; none for other statuses. */
export function stepsLeft({ statusId, agreement, paidAt }: ApplicationState) {
  const isDraft = statusId === 'Draft';
  return {
    signatureRequired: isDraft && agreement === null,
    paymentRequired: isDraft && paidAt === null,
  };
}

/** Whether an application has all that a submission needs. */
export function isComplete({ agreement, paidAt }: ApplicationState): boolean {
  return agreement !== null && paidAt !== null;
}

/** Whether the last command submitted the application, so that its review must be dispatched. */
export function wasSubmitted(before: ApplicationState, after: ApplicationState): boolean {
  return before.submittedAt === null && after.submittedAt !== null;
}

/** What its owner must do for an application. */
export type ToDo = 'sign' | 'pay' | 'rename' | 'answer';

/** The status of an application for its owner: what they must do next, or what became of it. */
export type ApplicationStage =
  | ToDo
  | 'sign_and_pay'
  | 'review'
  | 'approved'
  | 'rejected'
  | 'withdrawn';

/** Everything that its owner must do for an application, in display order. */
export function toDoFor(application: ApplicationState): readonly ToDo[] {
  const { statusId, agreement, paidAt } = application;
  if (statusId === 'Pending Review') {
    return isInformationRequired(application, true) ? ['answer'] : [];
  }
  if (statusId !== 'Draft') return [];
  if (agreement !== null && paidAt !== null) return ['rename'];
  return [
    ...(agreement === null ? (['sign'] as const) : []),
    ...(paidAt === null ? (['pay'] as const) : []),
  ];
}

/** The stage follows from the state. `rename`: it is signed and paid, and was not submitted, because the name was taken. */
export function applicationStage(application: ApplicationState): ApplicationStage {
  const [first, second] = toDoFor(application);
  if (second !== undefined) return 'sign_and_pay';
  if (first !== undefined) return first;
  switch (application.statusId) {
    case 'Approved':
      return 'approved';
    case 'Rejected':
      return application.withdrawnAt === undefined ? 'rejected' : 'withdrawn';
    default:
      return 'review';
  }
}
