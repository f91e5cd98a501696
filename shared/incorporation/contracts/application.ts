import * as z from 'zod/mini';
import { AddressInput } from '../../kernel/contracts/address.ts';
import { agentProviderAliases, canonical } from '../../kernel/contracts/aliases.ts';
import { ExactEmail } from '../../kernel/contracts/email.ts';
import { llcExtensions, RequestedName } from '../../kernel/contracts/legal-ending.ts';
import {
  OwnReference,
  ownListFields,
  referencedListParameters,
} from '../../kernel/contracts/own-list.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { RedirectUrl } from '../../kernel/contracts/redirect-url.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import {
  charactersPattern,
  Id,
  isClean,
  Line,
  Name,
  OutputInstant,
} from '../../kernel/contracts/text.ts';
import { refusedCharacter } from '../../kernel/domain/refused-character.ts';
import type { DefinedError } from '../../kernel/errors/api-error.ts';
import { InvoiceSummary, presentSummary } from '../../payments/contracts/payment-contract.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import {
  InformationRequested,
  InformationSteps,
  presentInformation,
  type Waiting,
} from '../../reviews/contracts/information-contract.ts';
import type { Questioned } from '../../reviews/domain/information-request.ts';
import { rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import { type ApplicationState, applicationStatuses, stepsLeft } from '../domain/application.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import { ownerSignaturePath } from './signature.ts';

const maxKeys = 50;
const maxKeyLength = 100;
/** The maximum size of all keys and values together, in bytes of UTF-8. */
const maxBytes = 20_000;

const freeText = { variationSelectors: true };

/**
 * An integrator's notes on an application: a map of strings, stored as sent. An invalid key is reported for the whole
 * map, because violations never repeat names from the sender.
 */
export const Analytics = z
  .record(z.string(), z.string().check(z.maxLength(2000), isClean(freeText)))
  .check(
    rule(
      { maxProperties: maxKeys },
      z.refine((sent) => Object.keys(sent).length <= maxKeys, {
        error: `Must have at most ${maxKeys} keys`,
      }),
    ),
    rule(
      { propertyNames: { minLength: 1 } },
      z.refine((sent) => !Object.hasOwn(sent, ''), { error: 'A key must not be empty' }),
    ),
    rule(
      { propertyNames: { maxLength: maxKeyLength } },
      z.refine((sent) => Object.keys(sent).every((key) => key.length <= maxKeyLength), {
        error: `A key must have at most ${maxKeyLength} characters`,
      }),
    ),
    rule(
      { propertyNames: { pattern: charactersPattern(freeText) } },
      z.refine(
        (sent) => Object.keys(sent).every((key) => refusedCharacter(key, freeText) === null),
        {
          error: 'A key must not contain control or invisible characters',
        },
      ),
    ),
    z.refine((sent) => Buffer.byteLength(Object.entries(sent).flat().join('')) <= maxBytes, {
      error: `Keys and values together must have at most ${maxBytes} bytes`,
    }),
  );

const RegisteredAgent = z.object({
  attn: Name(200),
  residentPermitNumber: z
    .string()
    .check(
      rule(
        { pattern: '^[89][0-9]{13}$' },
        z.refine(isResidentPermitNumber, { error: 'Must be 14 digits that start with 8 or 9' }),
      ),
    ),
  officeAddress: AddressInput,
  mailingAddress: AddressInput,
});

const AgentProvider = rule(
  { enum: ['registry_employment_solutions', ...Object.keys(agentProviderAliases)] },
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((name: string) => canonical(agentProviderAliases, name)),
      z.literal('registry_employment_solutions'),
    ),
  ),
);

/**
 * The data of an application (spec 2.5a). A separate rule with its own message requires exactly one of
 * `registeredAgentProvider` and `registeredAgentDetails`.
 */
export const ApplicationPayload = z.object({
  residencyType: z.enum(['e-Resident', 'Resident']),
  entityType: z.literal('llc'),
  name: RequestedName,
  extension: z.enum(llcExtensions),
  principalOffice: AddressInput,
  contactEmail: ExactEmail,
  registeredAgentProvider: z.nullable(AgentProvider),
  registeredAgentDetails: z.nullable(RegisteredAgent),
  analytics: z.optional(Analytics),
});
export type ApplicationPayload = z.output<typeof ApplicationPayload>;

/** Body of `POST /api/v1/legal_entity_applications` (spec 4.3). */
export const CreateApplication = z.object({
  applicationData: ApplicationPayload,
  referralCode: z.optional(Line(100)),
  redirectUrl: z.optional(RedirectUrl),
  reference: OwnReference,
});
export type CreateApplication = z.output<typeof CreateApplication>;

/** The error for another entity type takes precedence over all other violations in the body (spec 4.3). */
export function unsupportedEntityType(body: unknown): DefinedError | null {
  const data =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'applicationData') : null;
  const type = typeof data === 'object' && data !== null ? Reflect.get(data, 'entityType') : null;
  return typeof type === 'string' && type !== 'llc' ? incorporationErrors.onlyLlcs : null;
}

/** An application as returned (spec 2.6). `applicationData` is the stored layout. */
export const Application = z.object({
  id: Id,
  statusId: z.enum(applicationStatuses),
  applicationData: z.looseObject({ createdViaAPI: z.boolean() }),
  applicationVersion: z.string(),
  submittedAt: z.nullable(OutputInstant),
  createdAt: OutputInstant,
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  /** An addition to the contract. */
  rejectedReason: z.nullable(z.string()),
  /** An addition to the contract. */
  rejectedReasonCode: z.nullable(z.enum(rejectionReasons)),
  legalEntityId: z.nullable(Id),
  /** An addition to the contract. */
  reference: z.nullable(z.string()),
  /** Additions to the contract. */
  invoice: z.nullable(InvoiceSummary),
  informationRequest: InformationRequested,
  nextSteps: z.object({
    signatureRequired: z.boolean(),
    /** An addition to the contract. */
    signatureUrl: z.nullable(z.url()),
    paymentRequired: z.boolean(),
    ...InformationSteps.shape,
  }),
});
export type Application = z.input<typeof Application>;

export const ApplicationAnswer = z.object({ data: Application });
export const ApplicationList = z.object(ownListFields(Application));

/** Query of `GET /api/v1/legal_entity_applications`. */
export const ApplicationQuery = z.object({
  ...referencedListParameters,
  status: z.optional(z.enum(applicationStatuses)),
});
export const CreatedApplication = z.object({
  data: Application,
  nextSteps: z.object({ signature: z.nullable(z.url()) }),
});

/** The public fields of a stored application. */
export function presentApplication(
  application: ApplicationState &
    Questioned & {
      readonly id: string;
      readonly applicationData: Application['applicationData'];
      readonly applicationVersion: string;
      readonly createdAt: string;
      readonly ownReference?: string | undefined;
    },
  invoice: InvoiceSummary | null,
  site: { readonly baseUrl: string },
): Application {
  const information = presentInformation(application, waiting[application.statusId], site);
  const left = stepsLeft(application);
  const page = `${site.baseUrl}${ownerSignaturePath(application.id)}`;
  const signatureUrl = left.signatureRequired ? page : null;
  return presented(Application, {
    ...application,
    rejectedReasonCode: application.rejectedReasonCode ?? null,
    reference: application.ownReference ?? null,
    invoice: presentSummary(invoice),
    informationRequest: information.informationRequest,
    nextSteps: { ...left, signatureUrl, ...information.nextSteps },
  });
}

/** A draft waits for a signature and a payment, which are made in other browsers. */
const waiting: Readonly<Record<ApplicationState['statusId'], Waiting>> = {
  Draft: 'for_people',
  'Pending Review': 'for_review',
  Approved: 'ended',
  Rejected: 'ended',
};

/**
 * Answer of `POST …/pay/voucher` and `…/pay/coupon`. `message` is present only if the application is paid but not
 * signed.
 */
export const PaidApplication = z.object({
  success: z.literal(true),
  data: Application,
  message: z.optional(z.string()),
});
