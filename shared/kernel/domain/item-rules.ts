/** The parts of a person's data file. */
export const dataParts = [
  'account',
  'residency',
  'access',
  'applications',
  'entities',
  'proofs',
  'activity',
] as const;
export type DataPart = (typeof dataParts)[number];

/** Why a kind of items is in no export of a person's data. */
const without = {
  secret: 'it is a secret that anyone could use; what it belongs to is listed',
  copy: 'it only repeats or points to an item that is listed',
  nobody: 'it says nothing of any person',
  passing: 'it is temporary and deleted automatically within days',
  register:
    'it is a filing of a legal entity, which has its own file; the activity shows that it was made',
  own: 'its owner sees all of it on the page where they created it',
  work: 'it is how the registry works on a case: the case and its outcome are shown',
} as const;

/**
 * How a kind of items is treated in an export of the registry, in a person's data file, and when a
 * person is erased.
 */
export type ItemRule = {
  /** The partition's prefix, and the sort key: its prefix if it ends in `#` or is empty, otherwise all of it. */
  readonly pk: string;
  readonly sk: string;
  /** The part of a person's data file that contains it, or why none does. */
  readonly shown: DataPart | keyof typeof without;
  readonly erasure: ErasureRule;
} /** An export has it, with these values for secrets and remaining counts; `agreement.token` is a nested field. */ & (
  | { readonly kept: true; readonly instead?: Readonly<Record<string, unknown>> }
  /** An export omits it, for this reason. */
  | { readonly left: string }
);

/**
 * What happens to a kind of items when the person they belong to or mention is erased.
 *
 * - `nothing`: kept, because it contains only ids, numbers, instants, digests and public data.
 * - `removed`: the whole item is deleted, with its file. Items needed to find others are deleted in a later step.
 * - `emptied`: these fields are cleared, the others are kept.
 * - `kept`: kept with its personal data, under a rule.
 */
export type ErasureRule =
  | { readonly does: 'nothing' }
  | { readonly does: 'removed'; readonly step: 1 | 2 | 3 | 4 }
  | { readonly does: 'emptied'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly does: 'kept'; readonly under: KeepingRule };

/** Why an item that names a person is kept, and until when. */
export const keepingRules = {
  /** Filings of legal entities, including who signed, objected, asked and answered. */
  register: 'as long as the register keeps the legal entity',
  /** Receipts, with the payer's name. */
  receipts: 'as long as the registry keeps its accounts',
} as const;
type KeepingRule = keyof typeof keepingRules;

const nothing: ErasureRule = { does: 'nothing' };
const removed = (step: 1 | 2 | 3 | 4 = 1): ErasureRule => ({ does: 'removed', step });
const register: ErasureRule = { does: 'kept', under: 'register' };

/**
 * The cleared fields of `person`. The address becomes an undeliverable placeholder (RFC 2606). The agreement is removed
 * from `residency`, as from the residency's own item, because it contains a signature.
 */
export const emptyPerson = {
  email: '',
  emailVerified: false,
  givenName: null,
  surname: null,
  dateOfBirth: null,
  sex: null,
  countryOfBirth: null,
  citizenships: [],
  address: null,
  phoneNumber: null,
  formerNames: undefined,
  locale: undefined,
  suspension: undefined,
  identityVerification: null,
  referralCode: null,
} as const;

type Shown = ItemRule['shown'];
type Instead = Readonly<Record<string, unknown>>;
/** The rule for a kind that exports contain; `instead` has the values that replace secrets. */
const kept = (
  ...[pk, sk, shown, erasure, instead]: readonly [string, string, Shown, ErasureRule, Instead?]
): ItemRule => ({ pk, sk, shown, erasure, kept: true, ...(instead && { instead }) });
const left = (
  ...[pk, sk, why, shown, erasure]: readonly [string, string, string, Shown, ErasureRule]
): ItemRule => ({ pk, sk, shown, erasure, left: why });

const key = 'keys are issued again; an export must not reveal them';
const link = 'anyone with a link can use it, so links are created again';
const signIn = 'sessions and sign-ins end with the move';
const token = 'codes and tokens of programs end with the move; they ask again';
const passing = 'temporary, and deleted automatically';
const feed = 'readers of feeds start again at the new service, which reports its own changes';
const hook = 'secrets stay behind: receivers of webhooks create an endpoint at the new service';
const machine = 'internal to one deployment';

/** The rules for every kind of item in `shared/kernel/db/keys.ts`; a test fails if one is missing. */
export const itemRules: Readonly<Record<string, ItemRule>> = {
  person: kept(
    'PERSON#',
    'PERSON',
    'account',
    { does: 'emptied', fields: emptyPerson },
    { activeKeys: 0 },
  ),
  email: kept('EMAIL#', 'EMAIL', 'copy', removed(4)),
  residency: kept('PERSON#', 'RESIDENCY#', 'residency', {
    does: 'emptied',
    fields: { agreement: null },
  }),
  personDocument: kept('PERSON#', 'DOCUMENT#', 'residency', removed()),
  // Public keys, which are useless at another host.
  passkey: kept('PERSON#', 'PASSKEY#', 'access', removed()),
  passkeyClaim: kept('PASSKEY#', 'PASSKEY', 'secret', nothing),
  manifestation: kept('PERSON#', 'MANIFESTATION', 'access', removed()),
  permitHolder: kept('BORN#', 'PERSON#', 'copy', removed()),
  permitsFiled: kept('BORN#', 'FILED', 'nobody', nothing),
  residentPermitNumber: kept('RPN#', 'RPN', 'copy', nothing),
  entity: kept('ENTITY#', 'ENTITY', 'register', register),
  entityTerm: kept('ENTITY#', 'TERM', 'register', nothing),
  entityConfirmation: kept('ENTITY#', 'CONFIRMATION#', 'register', nothing),
  termNotice: kept('TERM_NOTICE#', '', 'passing', nothing),
  registryRow: kept('ENTITY#', 'REGISTRY', 'register', nothing),
  registrySharding: kept('REGISTRY_SHARDING', 'REGISTRY_SHARDING', 'nobody', nothing),
  representative: kept('ENTITY#', 'REPRESENTATIVE#', 'copy', nothing),
  represented: kept('PERSON#', 'ENTITY#', 'entities', nothing),
  entityName: kept('NAME#', 'NAME', 'register', nothing),
  document: kept('ENTITY#', 'DOCUMENT#', 'register', register),
  reservedName: kept('RESERVED#', 'OPTION#', 'nobody', nothing),
  reservedNameId: kept('RESERVED_ID#', 'RESERVED_ID', 'nobody', nothing),
  voucher: kept('VOUCHER#', 'VOUCHER', 'nobody', nothing),
  // A code names its owner by an id; it is not secret, and operators create it.
  referralCode: kept('REFERRAL#', 'REFERRAL', 'nobody', nothing),
  referredEntity: kept('REFERRAL#', 'ENTITY#', 'copy', nothing),
  referredPerson: kept('REFERRAL#', 'PERSON#', 'copy', nothing),
  // Approved ones are filings of the resulting entity.
  application: kept('PERSON#', 'APPLICATION#', 'applications', removed(3), {
    signatureToken: null,
  }),
  applicationOwner: kept('APPLICATION#', 'OWNER', 'copy', removed()),
  certificateRequest: kept('ENTITY#', 'CERTIFICATE_REQUEST#', 'register', register),
  certificateRequestEntity: kept('CERTIFICATE_REQUEST#', 'ENTITY', 'register', nothing),
  certificateClaim: kept('ENTITY#', 'CERTIFICATE_CLAIM#', 'register', nothing),
  certificateCode: kept('CERTIFICATE_CODE#', 'CERTIFICATE_CODE', 'register', nothing),
  withdrawal: kept('WITHDRAWAL#', 'WITHDRAWAL', 'register', register),
  taxProof: kept('TAX_PROOF#', 'TAX_PROOF', 'applications', removed()),
  proofOfAddress: kept('PROOF_OF_ADDRESS#', 'PROOF_OF_ADDRESS', 'residency', removed()),
  // Without it, scanned files could never be opened.
  // It refers to the person or the case, and may be the only item that refers to its file.
  uploadScan: kept('UPLOAD_SCAN#', 'UPLOAD_SCAN', 'work', removed()),
  amendment: kept('ENTITY#', 'AMENDMENT#', 'register', register),
  amendmentEntity: kept('AMENDMENT#', 'ENTITY', 'register', nothing),
  entityCorrection: kept('ENTITY#', 'CORRECTION#', 'register', register),
  openAmendment: kept('ENTITY#', 'OPEN_AMENDMENT', 'register', nothing),
  objection: kept('AMENDMENT#', 'OBJECTION#', 'register', register),
  // Its receipt has the payer's name.
  invoice: kept('INVOICE#', 'INVOICE', 'applications', { does: 'kept', under: 'receipts' }),
  receiptCounter: kept('RECEIPTS#', 'COUNTER', 'work', nothing),
  payment: kept('PAYMENT#', 'PAYMENT', 'copy', nothing),
  paymentCase: kept('PAYMENT_CASE#', 'PAYMENT_CASE', 'work', {
    does: 'emptied',
    fields: { reason: null },
  }),
  paymentReturn: kept('PAYMENT_RETURN#', 'PAYMENT_RETURN', 'nobody', nothing),
  paymentStatement: kept('PAYMENT_STATEMENT#', 'PAYMENT_STATEMENT', 'nobody', nothing),
  review: kept('REVIEW#', 'REVIEW', 'work', removed()),
  reviewNote: kept('REVIEW#', 'NOTE#', 'work', removed()),
  reviewQuestion: kept('REVIEW#', 'QUESTION#', 'work', removed()),
  reviewAnswer: kept('REVIEW#', 'ANSWER#', 'work', removed()),
  // A staff role grants no access by itself: each member signs in with an emailed code.
  staffMember: kept('STAFF', 'MEMBER#', 'access', nothing),
  staffSeeds: kept('STAFF', 'SEEDS', 'nobody', nothing),
  reviewWord: kept('REVIEW_WORD#', '', 'copy', removed()),
  reviewParty: kept('REVIEW_PARTY#', '', 'copy', removed()),
  reviewOf: kept('REVIEWS#', 'SUBMISSION#', 'copy', removed(2)),
  // An open case continues; its links are emailed with the next step.
  // Removed after its places on lists, which are found by it.
  mailboxCase: kept('MAILBOX_CASE#', 'MAILBOX_CASE', 'work', removed(2)),
  mailboxEvidence: kept('MAILBOX_CASE#', 'EVIDENCE#', 'work', removed()),
  operatorApproval: kept('OPERATOR_APPROVAL#', 'OPERATOR_APPROVAL', 'work', nothing),
  mailAddress: kept('MAIL_ADDRESS#', 'MAIL_ADDRESS', 'account', removed()),
  visitorPass: kept('VISITOR_PASS#', 'VISITOR_PASS', 'applications', removed()),
  visitorPassOfEmail: kept('VISITOR_PASSES_OF_EMAIL#', '', 'copy', removed(2)),
  visitorPassOfSource: kept('VISITOR_PASSES_OF_SOURCE#', '', 'copy', removed()),
  importedRecord: kept('IMPORT#', 'IMPORT', 'copy', { does: 'emptied', fields: { digest: '' } }),
  integration: kept('INTEGRATION#', 'INTEGRATION', 'nobody', nothing, { activeKeys: 0 }),
  residencyApplication: kept(
    'RESIDENCY_APPLICATION#',
    'RESIDENCY_APPLICATION',
    'residency',
    removed(3),
    { 'agreement.token': '' },
  ),
  residencyApplicationRow: kept('INTEGRATION#', 'RESIDENCY_APPLICATION#', 'copy', removed()),
  residencyReference: kept('RESIDENCY_REFERENCE#', 'RESIDENCY_APPLICATION#', 'copy', removed()),
  applicantAccess: kept('RESIDENCY_APPLICATION#', 'APPLICANT_ACCESS', 'passing', removed()),
  // Operators' own clients belong to no person; a person's clients have their name.
  oauthClient: kept('CLIENT#', 'CLIENT', 'access', removed(), { secrets: [] }),
  clientLogo: kept('CLIENT#', 'LOGO#', 'access', removed()),
  ownedClients: kept('PERSON#', 'CLIENTS', 'copy', removed(2)),
  consent: kept('PERSON#', 'CONSENT#', 'access', removed()),
  listed: kept('LIST#', '', 'copy', removed()),
  actReason: kept('ACT_REASON#', 'ACT_REASON', 'work', removed()),
  audit: kept('AUDIT#', '', 'activity', nothing),
  auditByAction: kept('AUDIT#ACTION#', '', 'copy', nothing),
  auditByActor: kept('AUDIT#ACTOR#', '', 'copy', nothing),
  apiKey: left('KEY#', 'KEY', key, 'copy', removed()),
  ownedKey: left('', 'APIKEY#', key, 'access', removed()),
  keyUse: left('KEY_USE#', 'USE', key, 'access', removed()),
  signingKey: left('SIGNING_KEYS', 'KEY#', key, 'nobody', nothing),
  signatureLink: left('SIGNATURE#', 'SIGNATURE', link, 'secret', removed()),
  mailboxLink: left('MAILBOX_LINK#', 'MAILBOX_LINK', link, 'secret', removed()),
  objectionLink: left('OBJECTION_LINK#', 'OBJECTION_LINK', link, 'secret', removed()),
  agreementLink: left('AGREEMENT#', 'AGREEMENT', link, 'secret', removed()),
  holderProof: left('PROOF#', 'PROOF', link, 'copy', removed()),
  ownedProof: left('PERSON#', 'PROOF#', link, 'proofs', removed()),
  claimLink: left('CLAIM#', 'CLAIM', link, 'secret', removed()),
  // The address is for the provider's receipt.
  checkoutSession: left('CHECKOUT#', 'CHECKOUT', link, 'passing', {
    does: 'emptied',
    fields: { email: null },
  }),
  signInChallenge: left('SIGN_IN#', 'SIGN_IN', signIn, 'passing', removed()),
  signInAddress: left('SIGN_IN_ADDRESS#', 'SIGN_IN_ADDRESS', signIn, 'passing', removed()),
  passkeyCode: left('PERSON#', 'PASSKEY_CODE', signIn, 'secret', removed()),
  answeredCeremony: left('CEREMONY#', 'CEREMONY', signIn, 'passing', nothing),
  knownBrowser: left('PERSON#', 'BROWSER#', signIn, 'access', removed()),
  ownedSession: left('PERSON#', 'SESSION#', signIn, 'access', removed()),
  session: left('SESSION#', 'SESSION', signIn, 'secret', removed()),
  registrationToken: left('REGISTRATION_TOKENS', 'TOKEN#', token, 'nobody', nothing),
  registrationTokenCount: left('REGISTRATION_TOKENS', 'COUNT', token, 'nobody', nothing),
  grant: left('GRANT#', 'GRANT', token, 'copy', nothing),
  refreshToken: left('REFRESH_TOKEN#', 'REFRESH_TOKEN', token, 'secret', nothing),
  revokedToken: left('REVOKED_TOKEN#', 'REVOKED_TOKEN', token, 'passing', nothing),
  authorizationCode: left('OAUTH_CODE#', 'OAUTH_CODE', token, 'secret', nothing),
  answeredRequest: left('OAUTH_ANSWER#', 'OAUTH_ANSWER', token, 'passing', nothing),
  deviceAuthorization: left('DEVICE#', 'DEVICE', token, 'secret', nothing),
  userCode: left('USER_CODE#', 'USER_CODE', token, 'secret', nothing),
  // Its revocation must stay verifiable; the index that records it is not personal data.
  credential: left('PERSON#', 'CREDENTIAL#', token, 'proofs', removed()),
  credentialOfEntity: left('ENTITY#', 'CREDENTIAL#', token, 'copy', removed()),
  credentialOffer: left('CREDENTIAL_OFFER#', 'CREDENTIAL_OFFER', token, 'secret', nothing),
  credentialGrant: left('CREDENTIAL_GRANT#', 'CREDENTIAL_GRANT', token, 'secret', nothing),
  credentialIndex: left('CREDENTIAL_INDEX#', 'CREDENTIAL_INDEX', token, 'nobody', nothing),
  revokedIndex: left('STATUS_LIST#', 'REVOKED#', token, 'nobody', nothing),
  clientKeySet: left('CLIENT_KEYS#', 'CLIENT_KEYS', passing, 'nobody', nothing),
  attempts: left('ATTEMPTS#', 'ATTEMPTS', passing, 'passing', nothing),
  rateCount: left('RATE#', 'RATE', passing, 'passing', nothing),
  staffView: left('STAFF_VIEW#', '', passing, 'copy', nothing),
  queueViews: left('QUEUE_VIEWS#', 'QUEUE_VIEWS', machine, 'own', removed()),
  sentForm: left('SENT_FORM#', 'SENT_FORM', passing, 'passing', nothing),
  requestedOperation: left('OPERATOR_APPROVAL#', 'REQUEST', passing, 'passing', removed()),
  keyApproval: left('KEY_APPROVALS#', 'APPROVAL#', passing, 'copy', removed()),
  requestedCall: left('KEY_APPROVALS#', 'CALL#', passing, 'passing', removed()),
  logout: left('LOGOUT#', 'LOGOUT', passing, 'passing', nothing),
  logoutPause: left('LOGOUT_PAUSE#', 'LOGOUT_PAUSE', passing, 'nobody', nothing),
  emailChange: left('EMAIL_CHANGE#', 'EMAIL_CHANGE', passing, 'passing', removed(4)),
  visitorPassClaim: left('VISITOR_PASS_CLAIM#', 'VISITOR_PASS_CLAIM', passing, 'passing', nothing),
  visitorPassMail: left('VISITOR_PASS_MAIL#', 'VISITOR_PASS_MAIL', passing, 'passing', nothing),
  paymentReport: left('PAYMENT_REPORT#', 'PAYMENT_REPORT', passing, 'passing', nothing),
  sandboxPayment: left('SANDBOX_PAYMENT#', 'SANDBOX_PAYMENT', passing, 'passing', nothing),
  effect: left('EFFECT#', 'EFFECT', passing, 'passing', nothing),
  // Stored responses, for repeated requests.
  idempotency: left('IDEMPOTENCY#', '', passing, 'passing', removed()),
  sentEmail: left('SENT_EMAIL#', 'SENT_EMAIL', passing, 'passing', nothing),
  event: left('OUTBOX#', 'EVENT', passing, 'passing', nothing),
  delivery: left('DELIVERY#', 'DELIVERY', passing, 'passing', nothing),
  // Contains only ids, for thirty days.
  feedEvent: left('FEED_EVENTS#', '', feed, 'copy', nothing),
  feed: left('FEED#', 'FEED', feed, 'nobody', nothing),
  feedClaim: left('FEED_CLAIM#', 'FEED_CLAIM', feed, 'copy', nothing),
  feedListeners: left('FEED#', 'LISTENERS', hook, 'nobody', nothing),
  webhookEndpoint: left('WEBHOOKS#', 'ENDPOINT#', hook, 'secret', removed()),
  webhookDelivery: left('WEBHOOK#', 'DELIVERY#', hook, 'copy', nothing),
  webhookDue: left('WEBHOOK#', 'DUE#', hook, 'passing', nothing),
  reviewDigest: left('REVIEW_DIGEST', 'REVIEW_DIGEST', machine, 'nobody', nothing),
  reviewCounts: left('REVIEW_COUNTS', 'REVIEW_COUNTS', machine, 'nobody', nothing),
  retentionRun: left('RETENTION_RUN', 'RETENTION_RUN', machine, 'nobody', nothing),
  fileErasure: left('FILE_ERASURES', 'FILES#', machine, 'nobody', nothing),
  gatewayRun: left('GATEWAY_RUN', 'GATEWAY_RUN', machine, 'nobody', nothing),
  migrationRun: left('MIGRATION#', 'RUN', machine, 'nobody', nothing),
  migrationSegment: left('MIGRATION#', 'SEGMENT#', machine, 'nobody', nothing),
  demo: left('LOCAL#DEMO', '', machine, 'nobody', nothing),
};

/** A stored item, or a line of an export. */
export type ExportedItem = Readonly<Record<string, unknown>>;

/**
 * The kind of an item, found by its keys; null if no rule matches. The rule with the longest prefix
 * applies.
 */
export function exportedKind(item: ExportedItem): string | null {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  const fitting = Object.entries(itemRules).filter(
    ([, rule]) =>
      pk.startsWith(rule.pk) &&
      (rule.sk === '' || rule.sk.endsWith('#') ? sk.startsWith(rule.sk) : sk === rule.sk),
  );
  const [first] = fitting.toSorted(([, one], [, other]) => other.pk.length - one.pk.length);
  return first?.[0] ?? null;
}

/** The item without its secrets, as an export contains it. */
export function withoutSecrets(item: ExportedItem, rule: ItemRule): ExportedItem {
  if (!('kept' in rule) || rule.instead === undefined) return item;
  const clean: Record<string, unknown> = { ...item };
  for (const [path, value] of Object.entries(rule.instead)) {
    const [name = '', inner] = path.split('.');
    if (clean[name] === undefined) continue;
    clean[name] = inner === undefined ? value : { ...Object(clean[name]), [inner]: value };
  }
  return clean;
}
