import { randomBytes, randomUUID } from 'node:crypto';
import { demoReviewer } from './demo-reviewer.ts';
import { documentCertificateSecret, documentKey } from './document-certificate.ts';
import { type Engine, localAws } from './engines/engine.ts';
import { evidenceBucket, evidenceKey } from './evidence.ts';
import { sealSecret } from './seal-secret.ts';
import { signingKeysSecret } from './signing-keys.ts';
import { workflowArns } from './workflows.ts';

export const tableName = 'registry';
const bucketName = 'registry-documents';

/** Values of the gateway keys that a deployment creates, and the ids of its usage plans. */
export const sharedGatewayKeys = {
  anonymous: 'anonymous-callers',
  overflow: 'keys-without-their-own',
} as const;
export const usagePlanIds = { standard: 'standard', large: 'large', wide: 'wide' } as const;

/** Whether this is a sandbox: locally, unless `SANDBOX=false` is set. */
export function isLocalSandbox(): boolean {
  return process.env['SANDBOX'] !== 'false';
}

/** Points the AWS SDK at the engines, and sets the variables of a deployment. */
export function setEnvironment(parts: {
  readonly baseUrl: string;
  /** `loopback`, or the only address of this machine to which webhooks may go. */
  readonly webhooksTo: string;
  readonly secretAccessKey: string;
  readonly database: string;
  /** Whether transactions have a token; not for our own engine. */
  readonly transactionTokens: boolean;
  /** Whether no other process uses the table. */
  readonly isAlone: boolean;
  readonly s3: Engine;
  readonly ses: Engine;
  readonly secrets: Engine;
  readonly apiGateway: Engine;
  readonly kms: Engine;
}): void {
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: parts.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: parts.database,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: parts.database,
    AWS_ENDPOINT_URL_S3: parts.s3.endpoint,
    AWS_ENDPOINT_URL_SESV2: parts.ses.endpoint,
    AWS_ENDPOINT_URL_API_GATEWAY: parts.apiGateway.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: parts.apiGateway.endpoint,
    AWS_ENDPOINT_URL_KMS: parts.kms.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: parts.secrets.endpoint,
    TRANSACTION_TOKENS: String(parts.transactionTokens),
    // Only this service uses our own engine's table, because the directory is locked. Another engine's table may have
    // other users.
    ...(parts.isAlone && { ALONE_SINCE: new Date().toISOString() }),
    TABLE_NAME: tableName,
    DOCUMENTS_BUCKET: bucketName,
    MALWARE_SCAN: process.env['MALWARE_SCAN'] ?? 'true',
    EVIDENCE_BUCKET: evidenceBucket,
    EVIDENCE_KEY: evidenceKey,
    BASE_URL: parts.baseUrl,
    SEAL_SECRET: sealSecret,
    WEBHOOKS_TO: parts.webhooksTo,
    CLIENT_REGISTRATION: 'true',
    CLIENT_DOCUMENTS: process.env['CLIENT_DOCUMENTS'] ?? 'true',
    RESIDENT_CLIENTS: process.env['RESIDENT_CLIENTS'] ?? 'true',
    SIGNING_KEYS_SECRET: signingKeysSecret,
    DOCUMENT_CERTIFICATE: documentCertificateSecret,
    DOCUMENT_KEY: documentKey,
    STAGE: 'local',
    REST_API_IDS: 'local',
    SANDBOX: String(isLocalSandbox()),
    PAYMENTS_SANDBOX_SECRET: randomBytes(32).toString('hex'),
    REVIEW_DISPATCH_ARN: workflowArns['review-dispatch'],
    REVIEW_DECISION_ARN: workflowArns['review-decision'],
    CERTIFICATE_ISSUANCE_ARN: workflowArns['certificate-issuance'],
    MIGRATION_ARN: workflowArns.migration,
    MAIL_FROM: 'no-reply@registry.example',
    MAIL_CONFIGURATION_SET: 'registry-local',
    MAIL_UNREQUESTED_CONFIGURATION_SET: 'registry-local-unrequested',
    REVIEWERS: process.env['REVIEWERS'] ?? demoReviewer,
    STAFF_PASSKEYS: process.env['STAFF_PASSKEYS'] ?? 'optional',
    REVIEW_APPROVALS: process.env['REVIEW_APPROVALS'] ?? '{}',
    SITE_LINKS: process.env['SITE_LINKS'] ?? '{"contact":"help@registry.example"}',
    RECEIPT_ISSUER:
      process.env['RECEIPT_ISSUER'] ??
      '{"name":"Office of the Registrar","address":"1 Registry Square, Port Town","taxNumber":"0000-0000-000000"}',
    OPERATOR_APPROVALS: process.env['OPERATOR_APPROVALS'] ?? '{}',
    ANONYMOUS_GATEWAY_KEY: sharedGatewayKeys.anonymous,
    OVERFLOW_GATEWAY_KEY: sharedGatewayKeys.overflow,
    // Its engine forgets all keys, so each start has its own plans, like a rebuilt stack.
    USAGE_PLAN_STACK: randomUUID(),
    USAGE_PLAN_STANDARD: usagePlanIds.standard,
    USAGE_PLAN_LARGE: usagePlanIds.large,
    USAGE_PLAN_WIDE: usagePlanIds.wide,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'WARN',
  });
  delete process.env['AWS_PROFILE'];
  delete process.env['AWS_SESSION_TOKEN'];
}
