import { shards } from '../../shared/kernel/db/key-parts.ts';

/** Partition keys with the same pattern. */
export interface PartitionKind {
  /** `…` stands for the variable part. For a sharded list, the list's name. */
  readonly pattern: string;
  readonly where: 'table' | 'gsi1' | 'gsi2';
  /** The subject of one key. */
  readonly of: string;
  /** The number of partitions of a list to which everyone writes; absent if each key concerns one resource. */
  readonly shards?: number;
}

const listed = shards.listed;

/** The subject of one key, by the part of the key before its first `#`. */
const partitions: Readonly<Record<string, string>> = {
  PERSON: 'a person, their applications, keys, sessions, consents',
  EMAIL: 'an email address',
  KEY: 'a key',
  KEY_USE: 'the last use of a key',
  KEY_APPROVALS: 'calls of a person’s keys that need approval',
  INTEGRATION: 'a partner’s integration, with its list of applications',
  RATE: 'the counted calls of a key',
  BORN: 'people with a date of birth',
  RPN: 'a permit number',
  ENTITY: 'a legal entity, its documents, filings and requests',
  NAME: 'a name',
  RESERVED: 'a reserved name',
  RESERVED_ID: 'the id of a reserved name',
  VOUCHER: 'a voucher',
  REFERRAL: 'a referral code, and who was referred with it',
  APPLICATION: 'an application',
  SIGNATURE: 'a link to sign an application',
  CERTIFICATE_REQUEST: 'the entity of a certificate request',
  CERTIFICATE_CODE: 'a certificate',
  WITHDRAWAL: 'a document that was withdrawn',
  PROOF: 'a proof that a person shows others',
  TAX_PROOF: 'an uploaded proof of paid taxes',
  PROOF_OF_ADDRESS: 'an uploaded proof of address',
  UPLOAD_SCAN: 'the scan of a file',
  AMENDMENT: 'the entity of an amendment, and its objections',
  OBJECTION_LINK: 'an emailed link to object',
  INVOICE: 'an invoice',
  RECEIPTS: 'the receipt numbers of a year',
  CHECKOUT: 'a checkout',
  PAYMENT_REPORT: 'a provider’s report of a payment',
  PAYMENT: 'a payment',
  SANDBOX_PAYMENT: 'a test payment',
  PAYMENT_CASE: 'a payment case',
  PAYMENT_RETURN: 'money returned to a payer',
  PAYMENT_STATEMENT: 'progress through the statements of a provider',
  REVIEW: 'a review',
  REVIEWS: 'the reviews of one application or filing',
  REVIEW_WORD: 'cases with a word that begins with the same letters',
  RESIDENCY_REFERENCE: 'residency applications with a partner’s reference',
  REVIEW_PARTY: 'cases about a person or legal entity',
  STAFF_VIEW: 'what a staff member viewed',
  QUEUE_VIEWS: 'the saved views of a staff member',
  SIGN_IN: 'a sign-in',
  SIGN_IN_ADDRESS: 'the newest long codes of an address',
  PASSKEY: 'a passkey',
  CEREMONY: 'an answered challenge of a passkey',
  SESSION: 'a session',
  ATTEMPTS: 'attempts of an address, a network or an integration in a window',
  SENT_FORM: 'a form that was carried out',
  MAILBOX_CASE: 'a lost-mailbox case, with its evidence',
  MAILBOX_LINK: 'an emailed link of a lost-mailbox case',
  OPERATOR_APPROVAL: 'an operator’s request',
  EMAIL_CHANGE: 'a change of an email address',
  MAIL_ADDRESS: 'the bounces and complaints of an address',
  SENT_EMAIL: 'an email',
  VISITOR_PASS: 'a visitor-pass application',
  VISITOR_PASS_CLAIM: 'the application of an address, through a source, on a day',
  VISITOR_PASS_MAIL: 'the email to an address on a day',
  VISITOR_PASSES_OF_EMAIL: 'the visitor passes of an address',
  RESIDENCY_APPLICATION: 'a residency application',
  AGREEMENT: 'a link to an agreement',
  CLAIM: 'an emailed link to open an account',
  CLIENT: 'an OAuth client',
  CLIENT_KEYS: 'the public keys of an OAuth client',
  LOGOUT: 'a logout notification to an OAuth client',
  LOGOUT_PAUSE: 'a pause of the logout notifications to an OAuth client',
  GRANT: 'a token family',
  OAUTH_ANSWER: 'an answered authorization request',
  OAUTH_CODE: 'an authorization code',
  REFRESH_TOKEN: 'a refresh token',
  REVOKED_TOKEN: 'a revoked access token',
  DEVICE: 'a device that waits for its user',
  USER_CODE: 'the code that a device shows',
  CREDENTIAL_OFFER: 'an offer to a wallet',
  CREDENTIAL_GRANT: 'a wallet’s right to renew a credential',
  CREDENTIAL_INDEX: 'a place in a status list',
  STATUS_LIST: 'the revoked places in a status list',
  ACT_REASON: 'the reason that an operator typed',
  MIGRATION: 'a migration and its progress',
  IMPORT: 'a record of a previous register',
  TERM_NOTICE: 'the notices about the end of a residency',
  FEED_EVENTS: 'the events of a person, an integration or the registry',
  FEED: 'the newest position of a feed, and the number of its webhook endpoints',
  FEED_CLAIM: 'a change that a feed reports',
  WEBHOOKS: 'the webhook endpoints of a feed',
  WEBHOOK: 'the deliveries to an endpoint, sent and due',
  OUTBOX: 'an event',
  DELIVERY: 'the delivery of an event',
  EFFECT: 'the effect of a request with an `Idempotency-Key`',
  IDEMPOTENCY: 'the answer to a request with an `Idempotency-Key`',
};

/** Every kind of partition that is written. The first match applies. */
export const partitionKinds: readonly PartitionKind[] = [
  { pattern: 'AUDIT', where: 'gsi1', of: 'the audit trail', shards: shards.trail },
  {
    pattern: 'AUDIT_FILTER#…',
    where: 'gsi1',
    of: 'the trail of an action',
    shards: shards.trailFilter,
  },
  {
    pattern: 'AUDIT_FILTER#…',
    where: 'gsi2',
    of: 'the trail of an actor and an action',
    shards: shards.trailFilter,
  },
  {
    pattern: 'AUDIT_ACTOR#…',
    where: 'gsi2',
    of: 'the trail of an operator, a partner or a client',
    shards: shards.trailFilter,
  },
  {
    pattern: 'AUDIT_ACTOR#…',
    where: 'gsi2',
    of: 'the trail of a person or a key',
  },
  {
    pattern: 'RECORDS#…#…',
    where: 'gsi2',
    of: 'items of one kind and status, as operators list them',
    shards: shards.things,
  },
  {
    pattern: 'RECORDS#…',
    where: 'gsi1',
    of: 'items of one kind: entities, applications, filings, invoices, integrations, clients',
    shards: shards.things,
  },
  ...(['gsi1', 'gsi2'] as const).map((where) => ({
    pattern: 'PREFIXES#…',
    where,
    of:
      where === 'gsi1'
        ? 'surnames, addresses or entity names that begin with the same letters'
        : 'given names or domains that begin with the same letters',
    shards: listed,
  })),
  { pattern: 'LIST#review_pending', where: 'table', of: 'reviews that wait', shards: listed },
  { pattern: 'LIST#review', where: 'table', of: 'all reviews', shards: listed },
  {
    pattern: 'LIST#review#…',
    where: 'table',
    of: 'reviews of a type, a status or both',
    shards: listed,
  },
  {
    pattern: 'LIST#review_waiting#…',
    where: 'table',
    of: 'cases that wait for a decision, of all types and of each type',
    shards: listed,
  },
  ...['answered', 'awaiting_answer', 'decided'].map((tab) => ({
    pattern: `LIST#review_${tab}#…`,
    where: 'table' as const,
    of: `cases in the state “${tab.replace('_', ' ')}”, of all types and of each type`,
    shards: listed,
  })),
  { pattern: 'LIST#review_claimed#…', where: 'table', of: 'cases assigned to someone' },
  { pattern: 'LIST#person', where: 'table', of: 'all persons', shards: listed },
  { pattern: 'LIST#voucher', where: 'table', of: 'all vouchers', shards: listed },
  { pattern: 'LIST#visitor_pass', where: 'table', of: 'all visitor passes', shards: listed },
  {
    pattern: 'VISITOR_PASSES_OF_SOURCE#…',
    where: 'table',
    of: 'visitor passes from a source',
    shards: shards.source,
  },
  {
    pattern: 'REGISTRY',
    where: 'gsi2',
    of: 'changes of legal entities',
    shards: shards.registry,
  },
  {
    pattern: 'REGISTRY',
    where: 'gsi1',
    of: 'the same, unless the registry’s lists are sharded (`shardRegistry`)',
    shards: 1,
  },
  {
    pattern: 'ENDS#…',
    where: 'gsi1',
    of: 'residencies that end in a month',
    shards: shards.ends,
  },
  {
    pattern: 'ANNIVERSARIES#…',
    where: 'gsi2',
    of: 'legal entities registered in a month, in any year',
    shards: shards.ends,
  },
  {
    pattern: 'PAYMENT_CHECKS',
    where: 'gsi1',
    of: 'payments that we still ask providers about',
    shards: 8,
  },
  {
    pattern: 'WEBHOOKS_DUE',
    where: 'gsi1',
    of: 'webhook endpoints with due deliveries',
    shards: 4,
  },
  {
    pattern: 'PAYMENTS#…',
    where: 'gsi1',
    of: 'payments of a provider on a day',
    shards: 8,
  },
  { pattern: 'SANDBOX_STATEMENT#…', where: 'gsi1', of: 'test payments of a day' },
  { pattern: 'LIST#payment_case', where: 'table', of: 'all payment cases', shards: 1 },
  { pattern: 'LIST#payment_case#…', where: 'table', of: 'payment cases of a status', shards: 1 },
  {
    pattern: 'LIST#operator_approval',
    where: 'table',
    of: 'all requests of operators',
    shards: 1,
  },
  {
    pattern: 'LIST#operator_approval#…',
    where: 'table',
    of: 'requests of operators, of a status',
    shards: 1,
  },
  { pattern: 'LIST#mailbox_case', where: 'table', of: 'cases of lost mailboxes', shards: 1 },
  {
    pattern: 'LIST#mailbox_case#…',
    where: 'table',
    of: 'open cases of lost mailboxes, and those about one account',
    shards: 1,
  },
  { pattern: 'LIST#reserved_name', where: 'table', of: 'all reserved names', shards: 1 },
  { pattern: 'LIST#mail_address', where: 'table', of: 'all suppressed addresses', shards: 1 },
  { pattern: 'LIST#gateway_key', where: 'table', of: 'keys that have a gateway key', shards: 1 },
  {
    pattern: 'AUDIT#none',
    where: 'table',
    of: 'acts that concern no person, entity or case: unmatched payments',
    shards: 1,
  },
  { pattern: 'REVIEW_COUNTS', where: 'table', of: 'the number of waiting cases', shards: 1 },
  {
    pattern: 'REGISTRATION_TOKENS',
    where: 'table',
    of: 'tokens with which clients are registered',
    shards: 1,
  },
  { pattern: 'SIGNING_KEYS', where: 'table', of: 'token-signing keys', shards: 1 },
  { pattern: 'STAFF', where: 'table', of: 'the staff', shards: 1 },
  { pattern: 'GATEWAY_RUN', where: 'table', of: 'the comparison with API Gateway', shards: 1 },
  { pattern: 'REVIEW_DIGEST', where: 'table', of: 'when reviewers were last notified', shards: 1 },
  { pattern: 'RETENTION_RUN', where: 'table', of: 'progress of the erasure', shards: 1 },
  { pattern: 'FILE_ERASURES', where: 'table', of: 'files that are being erased', shards: 1 },
  { pattern: 'REGISTRY_SHARDING', where: 'table', of: 'marker of sharded lists', shards: 1 },
  { pattern: 'AUDIT#ACTION#…', where: 'table', of: 'the trail of a subject and an action' },
  { pattern: 'AUDIT#ACTOR#…', where: 'table', of: 'the trail of a subject and an actor' },
  { pattern: 'AUDIT#…', where: 'table', of: 'the trail of a subject' },
  {
    pattern: 'AUDIT_FILTER#…',
    where: 'gsi1',
    of: 'the trail of a subject, an actor and an action',
  },
  {
    pattern: 'VISITOR_PASSES_OF#…',
    where: 'gsi1',
    of: 'visitor passes of an address and a source',
  },
  ...Object.entries(partitions).map(([name, of]) => ({
    pattern: `${name}#…`,
    where: 'table' as const,
    of,
  })),
];

const tests = partitionKinds.map((kind) => {
  const name = kind.pattern
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  const shard = kind.shards !== undefined && kind.shards > 1 ? '#\\d+' : '';
  return { kind, shape: new RegExp(`^${name}${shard}$`, 's') };
});

/** The kind of a partition, by its key; undefined if unknown. */
export function partitionKind(where: string, key: string): PartitionKind | undefined {
  return tests.find(({ kind, shape }) => kind.where === where && shape.test(key))?.kind;
}

/** The list of a partition: the key without its shard. */
export function listOf({ shards: count = 0 }: PartitionKind, key: string): string {
  return count > 1 ? key.replace(/#\d+$/, '') : key;
}
