import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { ShownText } from '../../kernel/domain/locale.ts';
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

/** How an application can be created. */
export const applicationOrigins = ['standard_key', 'agent_key', 'operator', 'portal'] as const;
export type ApplicationOrigin = (typeof applicationOrigins)[number];

/** Who signs: the holder of the secret link, or the signed-in owner. */
export type ApplicationSigner = 'holder' | 'owner';

/**
 * Who can sign an application, by origin (decisions §10). An agent with access to the link could sign for its
 * principal. Nothing else may decide this.
 */
const signers: Readonly<Record<ApplicationOrigin, Readonly<Record<ApplicationSigner, boolean>>>> = {
  standard_key: { holder: true, owner: true },
  operator: { holder: true, owner: true },
  agent_key: { holder: false, owner: true },
  // The applicant is signed in and needs no link.
  portal: { holder: false, owner: true },
};

export function canSign(signer: ApplicationSigner, origin: ApplicationOrigin): boolean {
  return signers[origin][signer];
}

/** The acceptance of the Agreement of Coexistence. */
export interface AgreementSignature {
  /** `signature`: typed on the signature page; `manifestation_of_will`: accepted in advance there. */
  readonly method: 'signature' | 'manifestation_of_will';
  readonly signerName: string | null;
  /** When it was accepted in advance; absent otherwise. */
  readonly acceptedAt?: string | undefined;
  /** The account that signed; absent if the holder of the link signed. */
  readonly signerId?: string | undefined;
  readonly signedAt: string;
  readonly agreementVersion: string;
  /** SHA-256 of the signed text, in hexadecimal. */
  readonly agreementSha256: string;
  /** What the page showed the signer; absent if the form did not include it. */
  readonly shown?: ShownText | undefined;
}

/** The fields of an application that its rules use. Instants are ISO 8601 in UTC. */
export interface ApplicationState extends DecidedFiling {
  readonly statusId: ApplicationStatus;
  readonly createdViaAPI: boolean;
  readonly createdWith: ApplicationOrigin;
  readonly agreement: AgreementSignature | null;
  /** When a change voided the last signature; absent if none was voided or it was signed again. */
  readonly signatureVoidedAt?: string | undefined;
  readonly paidAt: string | null;
  readonly submittedAt: string | null;
  readonly legalEntityId: string | null;
}

/** The commands of an application. `nameFree`: whether the name is available now. */
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
  /** Replaces the signature link. */
  | { readonly type: 'relink' }
  /** The owner edits the details in the portal. */
  | { readonly type: 'revise' }
  /** The owner withdraws it. Payments are not refunded. */
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
 * The transitions of an application; all other pairs are refused. The last status of a list is that of a complete
 * application.
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
 * Payment and signature can happen in any order. The second of them submits the application if the name is available.
 * Otherwise the payment or signature is still recorded and the application stays a Draft.
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
      // The signature was for a previous version. Payments stay valid.
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

/** Whether the owner can edit the application. */
export function isRevisable({ statusId }: Pick<ApplicationState, 'statusId'>): boolean {
  return nextState(applicationTransitions, statusId, 'revise') !== undefined;
}

/** The channel of a payment. */
export type PayersWay = 'api' | 'portal';

/**
 * Why a payment is refused (spec 4.6, 4.7); null if it is allowed. Applications not created through the API are paid in
 * the portal, which accepts all of its owner's.
 */
export function payersRefusal(
  { statusId, createdViaAPI, paidAt }: ApplicationState,
  way: PayersWay,
): 'not_draft' | 'not_api_created' | 'already_paid' | null {
  if (nextState(applicationTransitions, statusId, 'pay') === undefined) return 'not_draft';
  if (way === 'api' && !createdViaAPI) return 'not_api_created';
  return paidAt === null ? null : 'already_paid';
}

/** Whether the owner can delete it: only an unpaid draft. */
export function isDeletable({ statusId, paidAt }: Pick<ApplicationState, 'statusId' | 'paidAt'>) {
  return statusId === 'Draft' && paidAt === null;
}

function notAccepted({ type }: ApplicationCommand): ApplicationRefusal {
  if (type === 'withdraw') return 'not_pending_review';
  // Commands for drafts are refused because it is not a draft, all others because it is not under review.
  return nextState(applicationTransitions, 'Draft', type) ? 'not_draft' : 'not_pending_review';
}

/** The steps left before a draft can be submitted; empty for other statuses. */
export function stepsLeft({ statusId, agreement, paidAt }: ApplicationState) {
  const isDraft = statusId === 'Draft';
  return {
    signatureRequired: isDraft && agreement === null,
    paymentRequired: isDraft && paidAt === null,
  };
}

export function isComplete({ agreement, paidAt }: ApplicationState): boolean {
  return agreement !== null && paidAt !== null;
}

/** Whether the last command submitted the application, so that its review must be dispatched. */
export function wasSubmitted(before: ApplicationState, after: ApplicationState): boolean {
  return before.submittedAt === null && after.submittedAt !== null;
}

/** What the owner must do next. */
export type ToDo = 'sign' | 'pay' | 'rename' | 'answer';

/** The status of an application for its owner: the next step, or the outcome. */
export type ApplicationStage =
  | ToDo
  | 'sign_and_pay'
  | 'review'
  | 'approved'
  | 'rejected'
  | 'withdrawn';

/** All steps that the owner must take, in display order. */
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

/** The stage, derived from the state. `rename`: signed and paid, but not submitted because the name was taken. */
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
