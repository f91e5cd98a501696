import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import type { Locale, ShownText } from '../../kernel/domain/locale.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import type { Sex } from '../../people/domain/person.ts';
import type { InformationRefusal } from '../../reviews/domain/information-request.ts';
import type {
  DecidedFiling,
  DecisionStep,
  UndecidedStep,
} from '../../reviews/domain/review-steps.ts';

/** Statuses of a partner's residency application. Approved and Rejected are final. */
export const residencyApplicationStatuses = [
  'Draft',
  'Pending Review',
  'Approved',
  'Rejected',
] as const;
export type ResidencyApplicationStatus = (typeof residencyApplicationStatuses)[number];

export const appliedResidencies = ['limited_e_resident', 'e_resident', 'resident_annual'] as const;
export type AppliedResidency = (typeof appliedResidencies)[number];

/** Whether the residency is free, so that there is no invoice. */
export function isFree(residencyType: AppliedResidency): boolean {
  return residencyType === 'limited_e_resident';
}

export const verificationOutcomes = ['approved', 'declined'] as const;
export type VerificationOutcome = (typeof verificationOutcomes)[number];

/** The applicant. One of the names may be empty. Countries are ISO 3166-1 alpha-2; the date of birth is YYYY-MM-DD. */
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
  readonly address: PostalAddress;
  readonly phoneNumber: string;
}

/** A sworn statement of address, instead of an upload. Never returned. */
interface SwornStatement {
  readonly signature: string;
  readonly locale: Locale | null;
}

/** The contract's application data, without fields that the service adds. */
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

export function applicantName({ personalDetails }: ResidencyApplicationData): string {
  return personName(personalDetails) ?? '';
}

/** The Agreement of Coexistence to accept, or as accepted. */
export interface ResidencyAcceptance {
  /** Part of the link for the acceptance; replaced whenever the application data change. */
  readonly token: string;
  readonly aocId: string;
  readonly slug: string;
  readonly version: string;
  readonly acceptedAt: string | null;
  readonly signerName: string | null;
  /** SHA-256 of the accepted text, in hexadecimal. */
  readonly sha256: string | null;
  /** What the page showed the signer; absent if the form did not include it. */
  readonly shown?: ShownText | undefined;
  /** When a change last voided an acceptance; null once accepted again. */
  readonly invalidatedAt: string | null;
}

export type NewAgreement = Pick<ResidencyAcceptance, 'token' | 'aocId' | 'slug' | 'version'>;

/**
 * The account holder's confirmation that the application is theirs, with these particulars. Valid while the account has
 * the application's address and has not been deactivated since.
 */
export interface HolderConfirmation {
  readonly personId: string;
  readonly credentialEpoch: number;
  readonly confirmedAt: string;
}

/** The rejection reason after an objection, shown to the partner and the applicant and recorded in the audit trail. */
export const objectionReason = 'The person at this e-mail address has objected to the application.';

/** The fields of an application that its rules use. Instants are ISO 8601 in UTC. */
export interface ResidencyApplicationState extends DecidedFiling {
  /** Raised by one with each change that partners must notice; a PATCH must send it. */
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
  readonly personId: string | null;
  readonly residentPermitNumber: string | null;
  readonly residencyEffectiveDate: string | null;
  /** Null or absent: the account holder has not confirmed the current application. */
  readonly holderConfirmation?: HolderConfirmation | null | undefined;
  /** When someone with access to the applicant's email objected; absent if nobody has. */
  readonly objectedAt?: string | undefined;
  readonly updatedAt: string;
}

/** A PATCH. The data are replaced entirely; undefined `redirectUrl` and `referralCode` stay unchanged. */
export interface ResidencyRevision {
  readonly type: 'revise';
  readonly expectedVersion: number;
  readonly data: ResidencyApplicationData;
  readonly redirectUrl?: string | null | undefined;
  readonly referralCode?: string | null | undefined;
  /** The new agreement to accept, with a new link. */
  readonly agreement: NewAgreement;
}

export type ResidencyApplicationCommand =
  | ResidencyRevision
  | {
      readonly type: 'accept';
      /** The token of the link. */
      readonly token: string;
      readonly signerName: string;
      /** The agreement shown, which may be newer than that of the link. */
      readonly aocId: string;
      readonly slug: string;
      readonly version: string;
      readonly sha256: string;
      readonly shown?: ShownText | undefined;
    }
  | {
      readonly type: 'verify';
      readonly id: string;
      readonly status: VerificationOutcome;
      /** The version that was checked; undefined for the current one. */
      readonly expectedVersion?: number | undefined;
    }
  | { readonly type: 'pay' }
  | { readonly type: 'submit' }
  | {
      readonly type: 'approve';
      readonly personId: string;
      readonly residentPermitNumber: string;
      readonly residencyEffectiveDate: string;
    }
  | Extract<DecisionStep, { readonly type: 'reject' }>
  /** The account holder confirms the current application as theirs. */
  | { readonly type: 'confirm'; readonly personId: string; readonly credentialEpoch: number }
  /** Someone with access to the applicant's email reports that the application is not theirs. */
  | { readonly type: 'object' }
  | UndecidedStep;

export type ResidencyApplicationRefusal =
  | InformationRefusal
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
  | 'not_pending_review'
  | 'decided';

/**
 * The language in which an applicant signed or swore to their address (`locale` of the published contract); undefined
 * if unknown.
 */
export function applicantLanguage({
  agreement,
  data,
}: Pick<ResidencyApplicationState, 'agreement' | 'data'>): Locale | undefined {
  return agreement.shown?.locale ?? data.swornStatement?.locale ?? undefined;
}
