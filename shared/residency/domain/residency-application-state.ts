import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import type { Locale, ShownWords } from '../../kernel/domain/locale.ts';
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

/** What can be applied for. */
export const appliedResidencies = ['limited_e_resident', 'e_resident', 'resident_annual'] as const;
export type AppliedResidency = (typeof appliedResidencies)[number];

/** Whether the residency costs nothing: then there is no invoice. */
export function isFree(residencyType: AppliedResidency): boolean {
  return residencyType === 'limited_e_resident';
}

export const verificationOutcomes = ['approved', 'declined'] as const;
export type VerificationOutcome = (typeof verificationOutcomes)[number];

/** Who applies. One of the names may be empty. Countries are ISO 3166-1 alpha-2, the date of birth YYYY-MM-DD. */
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

/** Signed instead of an upload; never shown again. */
interface SwornStatement {
  readonly signature: string;
  readonly locale: Locale | null;
}

/** The application data of the contract, without what the service adds. */
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

/** The applicant's name. */
export function applicantName({ personalDetails }: ResidencyApplicationData): string {
  return personName(personalDetails) ?? '';
}

/** The Agreement of Coexistence as it must be accepted, or was. */
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
  /** Absent if the form did not say. */
  readonly shown?: ShownWords | undefined;
  /** When a change last voided an acceptance; null once it is accepted again. */
  readonly invalidatedAt: string | null;
}

export type NewAgreement = Pick<ResidencyAcceptance, 'token' | 'aocId' | 'slug' | 'version'>;

/**
 * The statement by the holder of the applicant's account that the application is theirs, with these
 * particulars. It counts while the account has the application's address and has not been deactivated since.
 */
export interface HolderConfirmation {
  readonly personId: string;
  readonly credentialEpoch: number;
  readonly confirmedAt: string;
}

/** The reason after an objection, for the partner, the applicant and the audit trail. */
export const objectionReason = 'The person at this e-mail address has objected to the application.';

/** The part of an application that its rules use. Instants are ISO 8601 in UTC. */
export interface ResidencyApplicationState extends DecidedFiling {
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
  readonly personId: string | null;
  readonly residentPermitNumber: string | null;
  readonly residencyEffectiveDate: string | null;
  /** Null or absent: the account holder has not confirmed the current application. */
  readonly holderConfirmation?: HolderConfirmation | null | undefined;
  /** When someone with access to the applicant's email objected; absent: nobody has. */
  readonly objectedAt?: string | undefined;
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
      /** The token of the link that was followed. */
      readonly token: string;
      readonly signerName: string;
      /** The agreement that was shown, which may be newer than the one that the link was made for. */
      readonly aocId: string;
      readonly slug: string;
      readonly version: string;
      readonly sha256: string;
      readonly shown?: ShownWords | undefined;
    }
  | {
      readonly type: 'verify';
      readonly id: string;
      readonly status: VerificationOutcome;
      /** The version that was checked; undefined: the current one. */
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
  /** The holder of the applicant's account says that the application is theirs, as it is now. */
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

/** In which language an applicant signed, or swore to their address (`locale` of the published contract); undefined: unknown. */
export function applicantLanguage({
  agreement,
  data,
}: Pick<ResidencyApplicationState, 'agreement' | 'data'>): Locale | undefined {
  return agreement.shown?.locale ?? data.swornStatement?.locale ?? undefined;
}
