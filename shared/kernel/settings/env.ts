import * as z from 'zod/mini';
import {
  type PublishedField,
  publishedFields,
  usuallyPublished,
} from '../domain/published-field.ts';
import { BaseUrl, CoreEnvironment, NonEmpty } from './core-env.ts';

export { CoreEnvironment, environment } from './core-env.ts';

/** Environment of functions that store documents or hand them out; and, of those that take uploads, whether these are scanned. */
export const DocumentsEnvironment = z.object({
  DOCUMENTS_BUCKET: NonEmpty,
  MALWARE_SCAN: z._default(z.enum(['true', 'false']), 'false'),
});

/** Environment of the automatic erasure: JSON with the number of days for each kind. Without it nothing is erased. */
export const RetentionEnvironment = z.object({ RETENTION: z._default(z.string(), '{}') });

/** An id of the stack with the usage plans of API keys, that no other has. */
const UsagePlanStack = z.optional(NonEmpty);

/** The ids of the usage plans of API keys, by their names; without them nothing is metered by key. */
export const UsagePlansEnvironment = z.object({
  USAGE_PLAN_STACK: UsagePlanStack,
  USAGE_PLAN_STANDARD: z.optional(NonEmpty),
  USAGE_PLAN_LARGE: z.optional(NonEmpty),
  USAGE_PLAN_WIDE: z.optional(NonEmpty),
});

/** Environment of the authorizer. The two values are those of shared API Gateway keys. */
export const UsagePlanEnvironment = z.object({
  USAGE_PLAN_STACK: UsagePlanStack,
  ANONYMOUS_GATEWAY_KEY: NonEmpty,
  OVERFLOW_GATEWAY_KEY: NonEmpty,
});

const Cents = z.int().check(z.gte(0));

/** Default fees, in cents. */
const defaultFees = {
  legal_entity_application: 30_000,
  amendment: 15_000,
  certificate_request: 2_500,
  residency_application: 13_000,
};

/** Links that lead outside the service: other schemes are not links. */
const Outside = z.optional(z.string().check(z.regex(/^(https:\/\/|mailto:)\S+$/)));

/**
 * JSON: links at the foot of every page instead of the service's own pages, and an address that someone reads.
 * Checked when templates are written as well.
 */
export const LinksSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.strictObject({
    help: Outside,
    privacy: Outside,
    documentation: Outside,
    status: Outside,
    security: Outside,
    contact: z.optional(z.string().check(z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/))),
  }),
);

/**
 * JSON: `true`, or the list of published fields beside name and number. Undefined: there is no public register. Also
 * checked at synthesis.
 */
export const RegisterSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.pipe(
    z.union([z.boolean(), z.array(z.enum(publishedFields))]),
    z.transform((setting): readonly PublishedField[] | undefined => {
      if (typeof setting !== 'boolean') return setting;
      return setting ? usuallyPublished : undefined;
    }),
  ),
);

const Shown = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));

/** JSON: who issues receipts, as tax law wants it on them. Checked when templates are written as well. */
export const ReceiptIssuerSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.strictObject({ name: Shown, address: Shown, taxNumber: Shown }),
);

/** The file with how the jurisdiction looks; unset: as delivered. */
const BrandingFile = z.optional(NonEmpty);

/** Environment of functions that hand out links or make invoices. `FEES` is JSON: product to cents. */
export const ServiceEnvironment = z.object({
  BASE_URL: BaseUrl,
  JURISDICTION: z._default(NonEmpty, 'Resident Registry'),
  REGISTRY_KEEPER: z.optional(NonEmpty),
  SITE_LINKS: z.prefault(LinksSetting, '{}'),
  RECEIPT_ISSUER: z.prefault(ReceiptIssuerSetting, '{}'),
  BRANDING: BrandingFile,
  PUBLIC_REGISTER: z.prefault(RegisterSetting, 'false'),
  RESIDENT_CLIENTS: z._default(z.enum(['true', 'false']), 'false'),
  CLIENT_REGISTRATION: z._default(z.enum(['true', 'false']), 'false'),
  CURRENCY: z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), 'USD'),
  FEES: z.pipe(
    z.pipe(
      z._default(z.string(), '{}'),
      z.transform((fees: string) => ({ ...defaultFees, ...JSON.parse(fees) })),
    ),
    z.object({
      legal_entity_application: Cents,
      amendment: Cents,
      certificate_request: Cents,
      residency_application: Cents,
    }),
  ),
});

/** Environment of functions that issue or accept access tokens: the tokens' audience. */
export const TokenEnvironment = z.object({ TOKEN_AUDIENCE: z._default(NonEmpty, 'registry-api') });

/** Environment of what switches the stage: the ids of its APIs in API Gateway, separated by commas. */
export const StageEnvironment = z.object({ REST_API_IDS: NonEmpty });

/** Environment of what signs tokens: the id of the secret with the private keys. */
export const SigningEnvironment = z.object({ SIGNING_KEYS_SECRET: NonEmpty });

/**
 * Environment of what signs credentials: the certificates of the key, PEM, its own one first. Without them verifiers find the key
 * where the service publishes it.
 */
export const CredentialsEnvironment = z.object({
  CREDENTIAL_CERTIFICATES: z._default(z.string(), ''),
});

const KmsKeyIds = z.optional(
  z
    .array(z.string().check(z.regex(/^arn:[^:]+:kms:[^:]+:\d{12}:key\/[\w-]+$/)))
    .check(z.minLength(1)),
);

/**
 * JSON: ARNs of the keys of KMS that sign tokens, by algorithm, in the order of their use. Checked when templates are
 * written as well.
 */
export const TokenKeysSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.strictObject({ RS256: KmsKeyIds, ES256: KmsKeyIds, PS256: KmsKeyIds }),
);

/** Environment of what rotates token-signing keys. */
export const RotationEnvironment = z.object({
  ...SigningEnvironment.shape,
  TOKEN_KEYS: z.prefault(TokenKeysSetting, '{}'),
});

/** Environment of functions that seal what browsers keep: the id of the secret that they sign with. */
export const SealingEnvironment = z.object({ SEAL_SECRET: NonEmpty });

/** Environment of functions that hold ceremonies with passkeys: the host that these belong to, unless it is the service's. */
export const PasskeyEnvironment = z.object({ PASSKEY_RP_ID: z.optional(NonEmpty) });

/** Environment of functions that issue documents: the names and links that stand on them. */
export const IssuerEnvironment = z.object({
  BASE_URL: BaseUrl,
  JURISDICTION: ServiceEnvironment.shape.JURISDICTION,
  REGISTRY_NAME: z._default(NonEmpty, 'Resident Registry'),
  REGISTRY_PLACE: z.optional(NonEmpty),
  BRANDING: BrandingFile,
  REGISTRAR_NAME: z.optional(NonEmpty),
});

/**
 * Environment of functions that sign documents: the id of the secret with the certificate, and the key of KMS that is
 * certified; without a key the secret has it. Without a certificate nothing is signed.
 */
export const DocumentSigningEnvironment = z.object({
  DOCUMENT_CERTIFICATE: z.optional(NonEmpty),
  DOCUMENT_KEY: z.optional(NonEmpty),
});

/** Environment of functions that speak to payment providers: JSON, provider to its adapter's settings. */
export const PaymentsEnvironment = z.object({ PAYMENT_PROVIDERS: z._default(z.string(), '{}') });

/** Environment of what tries versions before they get calls: JSON, a list of them (`shared/service/deps/release.ts`). */
export const ReleaseEnvironment = z.object({ CANDIDATES: NonEmpty });

/** Environment of what asks the service from outside: its address, and the id of the secret with a key. */
export const ProbeEnvironment = z.object({
  BASE_URL: BaseUrl,
  PROBE_SECRET: z.optional(NonEmpty),
});

/** Environment of what takes play money, in a sandbox: what its reports are signed with. */
export const SandboxEnvironment = z.object({
  SANDBOX: CoreEnvironment.shape.SANDBOX,
  PAYMENTS_SANDBOX_SECRET: z.optional(NonEmpty),
});

/**
 * Environment of pages of staff: addresses of the first reviewers, separated by commas, and whether decisions need
 * a passkey.
 */
export const ReviewersEnvironment = z.object({
  STAFF_PASSKEYS: z._default(z.enum(['optional', 'required']), 'required'),
  REVIEWERS: z.pipe(
    z._default(z.string(), ''),
    z.transform((list: string) =>
      list
        .split(',')
        .map((address) => address.trim())
        .filter((address) => address !== ''),
    ),
  ),
});

const OneOrTwo = z._default(z.literal([1, 2]), 1);

/** Environment of what decides reviews: JSON, how many persons approve a type of case, 1 or 2; 1 where it says nothing. */
export const ApprovalsEnvironment = z.object({
  REVIEW_APPROVALS: z.pipe(
    z._default(z.string(), '{}'),
    z.pipe(
      z.transform((text: string): unknown => JSON.parse(text)),
      z.strictObject({
        legal_entity_application: OneOrTwo,
        amendment: OneOrTwo,
        certificate_request: OneOrTwo,
        residency_application: OneOrTwo,
      }),
    ),
  ),
});

/** Environment of the function that counts the public register. */
export const PublishingEnvironment = z.object({
  PUBLIC_REGISTER: z.prefault(RegisterSetting, 'false'),
});

/** Environment of what offers reviewers texts: the file with them; unset: there are none. */
export const ReviewTextsEnvironment = z.object({ REVIEW_TEXTS: z.optional(NonEmpty) });

const Covered = z._default(z.boolean(), false);

/**
 * Environment of operators' functions whose actions need a second operator: JSON. `vouchersAbove`: cents, in any
 * currency. `namedRoles`: IAM roles whose trust policy makes the session's name the person's.
 */
export const OperatorApprovalsEnvironment = z.object({
  OPERATOR_APPROVALS: z.pipe(
    z._default(z.string(), '{}'),
    z.pipe(
      z.transform((text: string): unknown => JSON.parse(text)),
      z.pipe(
        z.strictObject({
          vouchersAbove: z._default(z.nullable(Cents), null),
          representatives: Covered,
          emailAddresses: Covered,
          permitNumbers: Covered,
          taxState: Covered,
          keys: Covered,
          identityVerifications: Covered,
          staff: Covered,
          namedRoles: z._default(z.array(z.string().check(z.regex(/^[\w+=,.@-]{1,64}$/))), []),
        }),
        z.transform((setting) => ({
          ...setting,
          // Anyone who can change an address can sign in as its owner, and then has the rights that these
          // settings give.
          emailAddresses:
            setting.emailAddresses || setting.keys || setting.staff || setting.representatives,
        })),
      ),
    ),
  ),
});

/** JSON: the URL of each queue, by its name. */
const QueueUrls = z.pipe(
  z.pipe(
    NonEmpty,
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.record(z.string(), NonEmpty),
);

/** Environment of what puts events into queues, and of consumers: the queues that they use. */
export const QueueEnvironment = z.object({ QUEUE_URLS: QueueUrls });

/**
 * Environment of what looks after dead letters: the queues that hold them, in addition to those that they
 * came from.
 */
export const DeadLetterEnvironment = z.object({ DEAD_LETTER_URLS: QueueUrls });

/**
 * Environment of webhooks: `loopback` lets them also go to this machine, and a URL to that address of this machine: on a laptop, and
 * nowhere else.
 */
export const WebhooksEnvironment = z.object({
  WEBHOOKS_TO: z._default(z.union([z.enum(['internet', 'loopback']), z.url()]), 'internet'),
});

/** Environment of what sends emails. */
export const MailEnvironment = z.object({
  MAIL_FROM: NonEmpty,
  MAIL_FROM_NAME: z.optional(NonEmpty),
  MAIL_CONFIGURATION_SET: z.optional(NonEmpty),
  MAIL_UNASKED_CONFIGURATION_SET: z.optional(NonEmpty),
  REVIEWERS: ReviewersEnvironment.shape.REVIEWERS,
});

/** Environment of what starts workflows. */
export const WorkflowStartEnvironment = z.object({
  REVIEW_DISPATCH_ARN: NonEmpty,
  REVIEW_DECISION_ARN: NonEmpty,
  CERTIFICATE_ISSUANCE_ARN: NonEmpty,
  MIGRATION_ARN: NonEmpty,
});

/** Environment of what copies what must not be rewritten: the bucket with Object Lock. */
export const EvidenceEnvironment = z.object({ EVIDENCE_BUCKET: NonEmpty });

/** Environment of what signs the copies of a day: the asymmetric key of KMS. */
export const EvidenceSigningEnvironment = z.object({ EVIDENCE_KEY: NonEmpty });

/** Environment of what searches the registry or prepares that: the ARNs of a cluster and its secret, where it is in PostgreSQL. */
export const SearchEnvironment = z.object({
  SEARCH_CLUSTER: z.optional(NonEmpty),
  SEARCH_SECRET: z._default(z.string(), ''),
});
