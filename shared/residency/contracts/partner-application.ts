import * as z from 'zod/mini';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import { Address, AddressInput } from '../../kernel/contracts/address.ts';
import { Email } from '../../kernel/contracts/email.ts';
import { OwnReference } from '../../kernel/contracts/own-list.ts';
import { pageLimit } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { RedirectUrl } from '../../kernel/contracts/redirect-url.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import {
  CalendarDate,
  Id,
  Line,
  Name,
  OptionalFreeLine,
  OptionalLine,
  OptionalName,
  OutputInstant,
  oneNameOf,
  PhoneNumber,
} from '../../kernel/contracts/text.ts';
import { countryCodes, isCountryCode } from '../../kernel/domain/country.ts';
import { locales } from '../../kernel/domain/locale.ts';
import { InvoiceSummary, presentSummary } from '../../payments/contracts/payment-contract.ts';
import { sexes } from '../../people/domain/person.ts';
import {
  InformationRequested,
  InformationSteps,
  presentInformation,
  type Waiting,
} from '../../reviews/contracts/information-contract.ts';
import { rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import {
  appliedResidencies,
  type ResidencyApplicationData,
  type ResidencyApplicationState,
  residencyApplicationStatuses,
} from '../domain/residency-application-state.ts';

/** ISO 3166-1 alpha-2; unassigned codes are violations. */
const CountryCode = z
  .string()
  .check(
    rule(
      { enum: [...countryCodes] },
      z.refine(isCountryCode, { error: 'Must be a country code of ISO 3166-1 alpha-2' }),
    ),
  );

export const SwornStatement = z.object({
  agreed: z.literal(true),
  signature: Name(200),
  locale: z.optional(z.nullable(z.enum(locales))),
});

const Remark = z.optional(z.nullable(OptionalFreeLine(2000)));

export const PartnerApplicationData = z.object({
  residencyType: z.enum(appliedResidencies),
  personalDetails: z
    .object({
      givenName: OptionalName(100),
      surname: OptionalName(100),
      email: Email(),
      dateOfBirth: CalendarDate,
      sex: z.enum(sexes),
      countryOfBirth: CountryCode,
      citizenships: z.array(CountryCode).check(z.maxLength(20)),
      alternateNamesAttestation: z.boolean(),
      alternateNames: z.optional(z.nullable(OptionalLine(500))),
      criminalBackgroundAttestation: z.boolean(),
      address: z.extend(AddressInput, { country: CountryCode }),
      phoneNumber: PhoneNumber,
      proofOfAddressUploadId: z.optional(z.nullable(Id)),
      proofOfAddressSwornStatement: z.optional(z.nullable(SwornStatement)),
    })
    .check(oneNameOf('givenName', 'surname')),
  information: z.optional(
    z.nullable(z.object({ residencyReason: Remark, referralSource: Remark })),
  ),
});

/** The complete application data of a request; omitted fields are null. */
const ResidencyData = z.pipe(
  PartnerApplicationData,
  z.transform((sent: z.output<typeof PartnerApplicationData>): ResidencyApplicationData => {
    const { residencyType, personalDetails, information } = sent;
    const { proofOfAddressUploadId, proofOfAddressSwornStatement, ...details } = personalDetails;
    const sworn = proofOfAddressSwornStatement ?? null;
    return {
      residencyType,
      personalDetails: { ...details, alternateNames: details.alternateNames ?? null },
      information: {
        residencyReason: information?.residencyReason ?? null,
        referralSource: information?.referralSource ?? null,
      },
      // Ids are stored in lower case.
      proofOfAddressUploadId: proofOfAddressUploadId?.toLowerCase() ?? null,
      swornStatement:
        sworn === null ? null : { signature: sworn.signature, locale: sworn.locale ?? null },
    };
  }),
);

const ReferralCode = z.optional(z.nullable(Line(100)));
const Redirect = z.optional(z.nullable(RedirectUrl));

/** Body of `POST /api/v1/partner/residency_applications`. */
export const CreateResidencyApplication = z.object({
  applicationData: ResidencyData,
  referralCode: ReferralCode,
  redirectUrl: Redirect,
  reference: OwnReference,
});
export type CreateResidencyApplication = z.output<typeof CreateResidencyApplication>;

/**
 * Body of `PATCH …/{id}` (spec 4.17). The application data replace the previous data entirely; `referralCode` and
 * `redirectUrl` stay unchanged if omitted.
 */
export const ReviseResidencyApplication = z.object({
  expectedVersion: z.int().check(z.gte(1)),
  applicationData: ResidencyData,
  referralCode: ReferralCode,
  redirectUrl: Redirect,
});
export type ReviseResidencyApplication = z.output<typeof ReviseResidencyApplication>;

/** Query of the list, newest first: 1 to 100 per page, default 20. The contract's cursors are UUIDs. */
export const ResidencyApplicationQuery = z.object({
  limit: pageLimit(20),
  cursor: z.optional(Id),
  reference: z.optional(Line(100)),
});

/** A partner's residency application as returned (spec 2.9), without the sworn statement. */
export const ResidencyApplication = z.object({
  id: Id,
  version: z.int(),
  statusId: z.enum(residencyApplicationStatuses),
  applicationVersion: z.string(),
  submittedAt: z.nullable(OutputInstant),
  createdAt: OutputInstant,
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  rejectedReason: z.nullable(z.string()),
  /** An addition to the contract. */
  rejectedReasonCode: z.nullable(z.enum(rejectionReasons)),
  /** An addition to the contract. */
  invoice: z.nullable(InvoiceSummary),
  residentPermitNumber: z.nullable(z.string()),
  referralCode: z.nullable(z.string()),
  /** An addition to the contract. */
  reference: z.nullable(z.string()),
  applicationData: z.object({
    residencyType: z.enum(appliedResidencies),
    aoc: z.object({
      aocId: z.string(),
      signed: z.boolean(),
      signedByName: z.nullable(z.string()),
      signedAt: z.nullable(OutputInstant),
      agentAuthorized: z.boolean(),
    }),
    personalDetails: z.object({
      givenName: z.string(),
      surname: z.string(),
      email: z.string(),
      dateOfBirth: z.string(),
      sex: z.enum(sexes),
      countryOfBirth: z.string(),
      citizenships: z.array(z.string()),
      alternateNamesAttestation: z.boolean(),
      alternateNames: z.nullable(z.string()),
      criminalBackgroundAttestation: z.boolean(),
      proofOfAddressUploadId: z.nullable(Id),
      address: Address,
      phoneNumber: z.string(),
    }),
    information: z.object({
      residencyReason: z.nullable(z.string()),
      referralSource: z.nullable(z.string()),
    }),
  }),
  applicantPortalAccess: z.object({
    email: z.string(),
    hasLoggedIn: z.boolean(),
    lastLogin: z.nullable(OutputInstant),
    claimLinkSent: z.boolean(),
    claimLinkSentAt: z.nullable(OutputInstant),
  }),
  informationRequest: InformationRequested,
  nextSteps: z.object({
    agreementUrl: z.nullable(z.url()),
    proofOfAddressRequired: z.boolean(),
    paymentRequired: z.boolean(),
    verificationRequired: z.boolean(),
    verificationInstructions: z.nullable(z.string()),
    submitReady: z.boolean(),
    /** Additions to the contract. */
    ...InformationSteps.shape,
  }),
});
export type ResidencyApplication = z.output<typeof ResidencyApplication>;

export const ResidencyApplicationAnswer = z.object({ data: ResidencyApplication });

export const ResidencyApplicationList = z.object({
  data: z.array(ResidencyApplication),
  pagination: z.object({ limit: z.int(), nextCursor: z.nullable(Id) }),
});

/** Answer of a payment: the application, and the next step in a sentence. */
export const PaidResidencyApplication = z.object({
  success: z.literal(true),
  data: ResidencyApplication,
  message: z.string(),
});

/** Documents of the residency, and the status of the agreement (facts C12.9). */
export const AgreementDocuments = z.object({
  data: z.array(
    z.object({
      id: Id,
      name: z.string(),
      slug: z.nullable(z.string()),
      version: z.nullable(z.string()),
      fileUrl: z.nullable(z.url()),
      createdAt: OutputInstant,
    }),
  ),
  agreementOfCoexistence: z.nullable(
    z.object({
      aocId: z.string(),
      slug: z.string(),
      version: z.string(),
      residencyType: z.enum(appliedResidencies),
      templatePdfUrl: z.nullable(z.url()),
      accepted: z.boolean(),
      acceptedAt: z.nullable(OutputInstant),
      signerName: z.nullable(z.string()),
      invalidatedAt: z.nullable(OutputInstant),
    }),
  ),
  residencyEffectiveDate: z.nullable(OutputInstant),
});

interface Shown extends ResidencyApplicationState {
  readonly id: string;
  readonly applicationVersion: string;
  readonly createdAt: string;
  readonly ownReference?: string | undefined;
}

const instructions = {
  pending:
    'The registry verifies the identity of the applicant. Read the application again until verificationRequired is false.',
  declined:
    'The identity of the applicant could not be verified. Correct the application, or have the applicant contact the registry.',
} as const;

export function presentResidencyApplication(
  application: Shown,
  access: ResidencyApplication['applicantPortalAccess'],
  invoice: InvoiceSummary | null,
  { baseUrl }: { readonly baseUrl: string },
): ResidencyApplication {
  const { verification } = application;
  const steps = nextStepsOfResidencyApplication(application);
  const information = presentInformation(application, waiting[application.statusId], { baseUrl });
  return presented(ResidencyApplication, {
    ...application,
    rejectedReasonCode: application.rejectedReasonCode ?? null,
    reference: application.ownReference ?? null,
    invoice: presentSummary(invoice),
    applicationData: presentData(application.data, application.agreement),
    applicantPortalAccess: access,
    informationRequest: information.informationRequest,
    nextSteps: {
      agreementUrl: steps.agreementRequired
        ? `${baseUrl}/agreements/${application.agreement.token}`
        : null,
      proofOfAddressRequired: steps.proofOfAddressRequired,
      paymentRequired: steps.paymentRequired,
      verificationRequired: steps.verificationRequired,
      verificationInstructions:
        steps.verificationRequired && verification.status !== 'approved'
          ? instructions[verification.status]
          : null,
      submitReady: steps.submitReady,
      ...information.nextSteps,
    },
  });
}

/** Applicants sign and pay in their own browsers, and the registry verifies their identity. */
const waiting: Readonly<Record<Shown['statusId'], Waiting>> = {
  Draft: 'for_people',
  'Pending Review': 'for_review',
  Approved: 'ended',
  Rejected: 'ended',
};

function presentData(
  { residencyType, personalDetails, information, proofOfAddressUploadId }: ResidencyApplicationData,
  { aocId, acceptedAt, signerName }: ResidencyApplicationState['agreement'],
): ResidencyApplication['applicationData'] {
  const { address, citizenships } = personalDetails;
  return {
    residencyType,
    aoc: {
      aocId,
      signed: acceptedAt !== null,
      signedByName: signerName,
      signedAt: acceptedAt,
      agentAuthorized: false,
    },
    personalDetails: {
      givenName: personalDetails.givenName,
      surname: personalDetails.surname,
      email: personalDetails.email,
      dateOfBirth: personalDetails.dateOfBirth,
      sex: personalDetails.sex,
      countryOfBirth: personalDetails.countryOfBirth,
      citizenships: [...citizenships],
      alternateNamesAttestation: personalDetails.alternateNamesAttestation,
      alternateNames: personalDetails.alternateNames,
      criminalBackgroundAttestation: personalDetails.criminalBackgroundAttestation,
      proofOfAddressUploadId,
      address,
      phoneNumber: personalDetails.phoneNumber,
    },
    information,
  };
}

/** Fields of `POST /api/v1/uploads/proof_of_address`, multipart/form-data. For the description only. */
export const ProofOfAddressUpload = z.object({
  applicationId: Id,
  file: z.file().check(z.mime(Object.keys(proofExtensions)), z.maxSize(maxProofBytes)),
});

/** An upload as returned: an opaque id, no URL. `size` is in bytes. */
export const ProofOfAddressAnswer = z.object({
  data: z.object({ id: Id, applicationId: Id, contentType: z.string(), size: z.int() }),
});

const undecided = 'Choose whether the application is yours';

/** The form for the holder of the account that has a residency application's email address. */
export const AnswerAsHolder = z.object({
  decision: z.enum(['confirm', 'object'], { error: undecided }),
  /** Digest of the version that the page showed, so that only that version is confirmed. */
  digest: z._default(z.string().check(z.maxLength(64)), ''),
});

/** The form behind an emailed link. Without a decision, it opens the account. */
export const AnswerClaim = z.object({
  decision: z._default(
    z.enum(['open', 'object'], { error: 'Choose whether to open the account or to object' }),
    'open',
  ),
});

/** The limit on proof-of-address uploads per application. `window` is in milliseconds. */
export const addressProofUploads = { kind: 'proof_of_address', max: 20, window: 3_600_000 };
