import type { AmendmentState } from '../../amendments/domain/amendment.ts';
import type { CertificateState } from '../../certificates/domain/certificate.ts';
import type { AgreementSignature } from '../../incorporation/domain/application.ts';
import type { ShownApplication } from '../../incorporation/pages/application-particulars.ts';
import type { CompanyName, TaxState } from '../../kernel/domain/legal-entity.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { EntityStatus } from '../../registry/domain/good-standing.ts';
import type {
  AccountParticulars,
  ApplicantAccountStatus,
  ComparedField,
} from '../../residency/domain/account-holder.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import type { FileView } from './review-file.ts';
import type { ObjectionView } from './review-objections.ts';

/** A person of the registry who applied for or requested something. */
export interface PersonView {
  readonly person: {
    readonly givenName: string | null;
    readonly surname: string | null;
    readonly email: string;
    readonly residentPermitNumber: string | null;
  };
  readonly residencyActive: boolean;
}

/** The account with the applicant's address, compared with the application. */
export interface AccountView extends PersonView {
  readonly person: PersonView['person'] & AccountParticulars;
  readonly status: ApplicantAccountStatus;
  readonly confirmedAt: string | null;
  readonly differences: readonly ComparedField[];
}

/** The status of an entity when the page is shown. */
export interface StandingView {
  readonly status: EntityStatus;
  /** Null if it is active but its tax state is unknown. */
  readonly good: boolean | null;
}

export interface EntityView extends AmendableEntity, CompanyName {
  readonly optionId: string;
  readonly residentPermitNumber: string;
  readonly taxState: TaxState;
}

export interface InvoiceView {
  readonly amountCents: number;
  readonly currency: string;
  readonly voucherCode: string | null;
}

/** The subject of a review. Links to files open without a credential for an hour. */
export type SubjectView = FactsView & { readonly invoice: InvoiceView | null };

export type FactsView =
  | {
      readonly type: 'legal_entity_application';
      readonly application: ShownApplication & {
        readonly applicationData: { readonly entityDetails: { readonly residentEmail: string } };
        readonly agreement: AgreementSignature | null;
        readonly paidAt: string | null;
        readonly submittedAt: string | null;
        readonly referralCode: string | null;
      };
      readonly owner: PersonView;
    }
  | {
      readonly type: 'amendment';
      readonly filing: AmendmentState & { readonly previousValues: AmendableEntity | null };
      readonly objections: readonly ObjectionView[];
      readonly entity: EntityView;
      readonly standing: StandingView;
    }
  | {
      readonly type: 'certificate_request';
      readonly request: CertificateState & { readonly taxContestNote: string | null };
      readonly entity: EntityView;
      readonly standing: StandingView;
      readonly requester: PersonView;
      readonly taxProof: FileView | null;
    }
  | {
      readonly type: 'residency_application';
      readonly application: ResidencyApplicationState;
      readonly account: AccountView | null;
      readonly partnerName: string | null;
      readonly objections: number;
      readonly proofOfAddress: FileView | null;
    };
