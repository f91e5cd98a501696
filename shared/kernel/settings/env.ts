import * as z from 'zod/mini';
import { locales } from '../domain/locale.ts';
import { defaultFees, forEachProduct } from '../domain/product.ts';
import {
  type PublishedField,
  publishedFields,
  usuallyPublished,
} from '../domain/published-field.ts';
import { BaseUrl, CoreEnvironment, NonEmpty } from './core-env.ts';

export { CoreEnvironment, environment } from './core-env.ts';

/**
 * The environment of functions that store or return documents and, for those that accept uploads,
 * whether uploads are scanned.
 */
export const DocumentsEnvironment = z.object({
  DOCUMENTS_BUCKET: NonEmpty,
  MALWARE_SCAN: z._default(z.enum(['true', 'false']), 'false'),
});

/**
 * The environment of the automatic erasure: JSON with the number of days for each kind. Without it
 * nothing is erased.
 */
export const RetentionEnvironment = z.object({ RETENTION: z._default(z.string(), '{}') });

/** The unique id of the stack that has the usage plans of API keys. */
const UsagePlanStack = z.optional(NonEmpty);

/**
 * The ids of the usage plans of API keys, by name; without them API Gateway does not meter keys.
 */
export const UsagePlansEnvironment = z.object({
  USAGE_PLAN_STACK: UsagePlanStack,
  USAGE_PLAN_STANDARD: z.optional(NonEmpty),
  USAGE_PLAN_LARGE: z.optional(NonEmpty),
  USAGE_PLAN_WIDE: z.optional(NonEmpty),
});

/** The environment of the authorizer. The two values are those of shared API Gateway keys. */
export const UsagePlanEnvironment = z.object({
  USAGE_PLAN_STACK: UsagePlanStack,
  ANONYMOUS_GATEWAY_KEY: NonEmpty,
  OVERFLOW_GATEWAY_KEY: NonEmpty,
});

const Cents = z.int().check(z.gte(0));

/** A link to another site; other schemes are rejected. */
const Outside = z.optional(z.string().check(z.regex(/^(https:\/\/|mailto:)\S+$/)));

const Hours = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));

/** Only English is required, so a setting stays valid when the registry gets another language. */
const HoursByLanguage = z
  .partialRecord(z.enum(locales), Hours)
  .check(z.refine((hours) => hours.en !== undefined));

/**
 * JSON: footer links that replace the service's own pages, and the registry's contact details. Also checked at
 * synthesis.
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
    phone: z.optional(z.string().check(z.regex(/^\+\d[\d ().-]{4,28}\d$/))),
    hours: z.optional(z.union([Hours, HoursByLanguage])),
  }),
);

/**
 * JSON: `true`, or the list of published fields in addition to name and number. Undefined: there is no
 * public register. Also checked at synthesis.
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

/**
 * The IANA time zone that pages show beside UTC, named by a place, such as `America/Tegucigalpa`. Also
 * checked at synthesis.
 */
export const TimeZoneSetting = z.string().check(
  z.regex(/^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/\w/),
  z.refine((timeZone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
    } catch {
      return false;
    }
  }),
);

const Shown = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));

/** JSON: the issuer of receipts, with the data that tax law requires. Also checked at synthesis. */
export const ReceiptIssuerSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.strictObject({ name: Shown, address: Shown, taxNumber: Shown }),
);

/** The file with the jurisdiction's branding; unset: the default branding. */
const BrandingFile = z.optional(NonEmpty);

/** The environment of functions that create links or invoices. `FEES` is JSON: product to cents. */
export const ServiceEnvironment = z.object({
  BASE_URL: BaseUrl,
  JURISDICTION: z._default(NonEmpty, 'Resident Registry'),
  REGISTRY_AUTHORITY: z.optional(NonEmpty),
  SITE_LINKS: z.prefault(LinksSetting, '{}'),
  TIME_ZONE: z.optional(TimeZoneSetting),
  RECEIPT_ISSUER: z.prefault(ReceiptIssuerSetting, '{}'),
  BRANDING: BrandingFile,
  PUBLIC_REGISTER: z.prefault(RegisterSetting, 'false'),
  RESIDENT_CLIENTS: z._default(z.enum(['true', 'false']), 'false'),
  CLIENT_REGISTRATION: z._default(z.enum(['true', 'false']), 'false'),
  CLIENT_DOCUMENTS: z._default(z.enum(['true', 'false']), 'true'),
  CURRENCY: z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), 'USD'),
  FEES: z.pipe(
    z.pipe(
      z._default(z.string(), '{}'),
      z.transform((fees: string) => ({ ...defaultFees, ...JSON.parse(fees) })),
    ),
    z.object(forEachProduct(Cents)),
  ),
});

/** The environment of functions that issue or accept access tokens: the tokens' audience. */
export const TokenEnvironment = z.object({ TOKEN_AUDIENCE: z._default(NonEmpty, 'registry-api') });

/**
 * The environment of functions that switch the stage: the ids of its APIs in API Gateway, separated
 * by commas.
 */
export const StageEnvironment = z.object({ REST_API_IDS: NonEmpty });

/** The environment of functions that sign tokens: the id of the secret with the private keys. */
export const SigningEnvironment = z.object({ SIGNING_KEYS_SECRET: NonEmpty });

/**
 * The environment of functions that sign credentials: the certificate chain of the key (PEM), its
 * own certificate first. Without it verifiers get the key from the service's JWK set.
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
 * JSON: ARNs of the KMS keys that sign tokens, by algorithm, in the order of their use. Also
 * checked at synthesis.
 */
export const TokenKeysSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.strictObject({ RS256: KmsKeyIds, ES256: KmsKeyIds, PS256: KmsKeyIds }),
);

/** The environment of the rotation of token-signing keys. */
export const RotationEnvironment = z.object({
  ...SigningEnvironment.shape,
  TOKEN_KEYS: z.prefault(TokenKeysSetting, '{}'),
});

/**
 * The environment of functions that seal tokens for browsers: the id of the secret that signs them.
 */
export const SealingEnvironment = z.object({ SEAL_SECRET: NonEmpty });

/**
 * The environment of functions that run passkey ceremonies: the host for which passkeys are
 * registered, if it is not the service's own.
 */
export const PasskeyEnvironment = z.object({ PASSKEY_RP_ID: z.optional(NonEmpty) });

/** The environment of functions that issue documents: the names and links printed on them. */
export const IssuerEnvironment = z.object({
  BASE_URL: BaseUrl,
  JURISDICTION: ServiceEnvironment.shape.JURISDICTION,
  REGISTRY_NAME: z._default(NonEmpty, 'Resident Registry'),
  REGISTRY_PLACE: z.optional(NonEmpty),
  BRANDING: BrandingFile,
  REGISTRAR_NAME: z.optional(NonEmpty),
});

/**
 * The environment of functions that sign documents: the id of the secret with the certificate, and
 * the certified KMS key; without a KMS key the secret contains the key. Without a certificate
 * nothing is signed.
 */
export const DocumentSigningEnvironment = z.object({
  DOCUMENT_CERTIFICATE: z.optional(NonEmpty),
  DOCUMENT_KEY: z.optional(NonEmpty),
});

/**
 * The environment of functions that call payment providers: JSON, provider to its adapter's
 * settings.
 */
export const PaymentsEnvironment = z.object({ PAYMENT_PROVIDERS: z._default(z.string(), '{}') });

/**
 * The environment of the function that tests new versions before they get calls: a JSON list of
 * them (`shared/service/deps/release.ts`).
 */
export const ReleaseEnvironment = z.object({ CANDIDATES: NonEmpty });

/**
 * The environment of the function that checks the service from outside: its URL, and the id of the
 * secret with a key.
 */
export const ProbeEnvironment = z.object({
  BASE_URL: BaseUrl,
  PROBE_SECRET: z.optional(NonEmpty),
});

/**
 * The environment of functions that simulate payments in a sandbox: the secret that signs their
 * reports.
 */
export const SandboxEnvironment = z.object({
  SANDBOX: CoreEnvironment.shape.SANDBOX,
  PAYMENTS_SANDBOX_SECRET: z.optional(NonEmpty),
});

/**
 * The environment of staff pages: addresses of the first reviewers, separated by commas, and
 * whether decisions need a passkey.
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

/**
 * The environment of functions that decide reviews: JSON, the number of required approvals (1 or 2)
 * by type of case; default: 1.
 */
export const ApprovalsEnvironment = z.object({
  REVIEW_APPROVALS: z.pipe(
    z._default(z.string(), '{}'),
    z.pipe(
      z.transform((text: string): unknown => JSON.parse(text)),
      z.strictObject(forEachProduct(OneOrTwo)),
    ),
  ),
});

/** The environment of the function that counts registered names: whether there is a public register. */
export const PublishingEnvironment = z.object({
  PUBLIC_REGISTER: z.prefault(RegisterSetting, 'false'),
});

/**
 * The environment of functions that offer reviewers texts: the file with them; unset: there are
 * none.
 */
export const ReviewTextsEnvironment = z.object({ REVIEW_TEXTS: z.optional(NonEmpty) });

const Covered = z._default(z.boolean(), false);

/**
 * The environment of operators' functions whose actions need a second operator: JSON.
 * `vouchersAbove`: cents, in any currency. `namedRoles`: IAM roles whose trust policy requires the
 * session's name to be the person's.
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
          // Anyone who can change an email address can sign in as its owner, and then has the
          // rights that these settings give.
          emailAddresses:
            setting.emailAddresses || setting.keys || setting.staff || setting.representatives,
        })),
      ),
    ),
  ),
});

/** JSON: the URL of each queue by name. */
const QueueUrls = z.pipe(
  z.pipe(
    NonEmpty,
    z.transform((text: string): unknown => JSON.parse(text)),
  ),
  z.record(z.string(), NonEmpty),
);

/** The environment of functions that send to or consume queues. */
export const QueueEnvironment = z.object({ QUEUE_URLS: QueueUrls });

/**
 * The environment of functions that manage dead letters: their queues, in addition to the source
 * queues.
 */
export const DeadLetterEnvironment = z.object({ DEAD_LETTER_URLS: QueueUrls });

/**
 * The environment of webhooks: `loopback` also allows endpoints on this machine, and a URL allows only
 * that address of it. Both are for local servers only.
 */
export const WebhooksEnvironment = z.object({
  WEBHOOKS_TO: z._default(z.union([z.enum(['internet', 'loopback']), z.url()]), 'internet'),
});

/** The environment of functions that send emails. */
export const MailEnvironment = z.object({
  MAIL_FROM: NonEmpty,
  MAIL_FROM_NAME: z.optional(NonEmpty),
  MAIL_CONFIGURATION_SET: z.optional(NonEmpty),
  MAIL_UNREQUESTED_CONFIGURATION_SET: z.optional(NonEmpty),
  REVIEWERS: ReviewersEnvironment.shape.REVIEWERS,
});

/** The environment of functions that start workflows. */
export const WorkflowStartEnvironment = z.object({
  REVIEW_DISPATCH_ARN: NonEmpty,
  REVIEW_DECISION_ARN: NonEmpty,
  CERTIFICATE_ISSUANCE_ARN: NonEmpty,
  MIGRATION_ARN: NonEmpty,
});

/** The environment of the function that copies evidence: the bucket with Object Lock. */
export const EvidenceEnvironment = z.object({ EVIDENCE_BUCKET: NonEmpty });

/** The environment of the function that signs the copies of a day: the asymmetric KMS key. */
export const EvidenceSigningEnvironment = z.object({ EVIDENCE_KEY: NonEmpty });

/**
 * The environment of functions that search the registry or maintain its index: the ARNs of a
 * cluster and its secret, if it is in PostgreSQL.
 */
export const SearchEnvironment = z.object({
  SEARCH_CLUSTER: z.optional(NonEmpty),
  SEARCH_SECRET: z._default(z.string(), ''),
});
