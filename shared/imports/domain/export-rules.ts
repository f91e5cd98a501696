/** The export rule of a kind of items: exported, with replacements for secret fields; or left out, with the reason. */
export type ExportRule = {
  /** The partition's prefix, and the sort key: its prefix if it ends in `#` or is empty, otherwise all of it. */
  readonly pk: string;
  readonly sk: string;
} & (
  | { readonly kept: true; readonly instead?: Readonly<Record<string, unknown>> }
  | { readonly left: string }
);

const kept = (pk: string, sk: string, instead?: Readonly<Record<string, unknown>>): ExportRule => ({
  pk,
  sk,
  kept: true,
  ...(instead && { instead }),
});
const left = (pk: string, sk: string, why: string): ExportRule => ({ pk, sk, left: why });

const key = 'keys are issued again: an export must give no hint of them';
const link = 'anyone with a link can use it, so links are made again';
const signIn = 'sessions and sign-ins end with the move';
const token = 'codes and tokens of programs end with the move; they ask again';
const passing = 'of use for a moment, and gone by itself';
const feed = 'readers of feeds start again at the new service, which reports its own changes';
const hook = 'secrets stay behind: receivers of webhooks create an endpoint at the new service';
const machine = 'about the machinery of one deployment';

/**
 * The rule for every kind of item in `shared/kernel/db/keys.ts`. `instead` replaces secret fields of an exported kind,
 * and remaining counts; `agreement.token` is a nested field.
 */
export const exportRules: Readonly<Record<string, ExportRule>> = {
  person: kept('PERSON#', 'PERSON', { activeKeys: 0 }),
  email: kept('EMAIL#', 'EMAIL'),
  residency: kept('PERSON#', 'RESIDENCY#'),
  personDocument: kept('PERSON#', 'DOCUMENT#'),
  // Public keys, which are useless at another host.
  passkey: kept('PERSON#', 'PASSKEY#'),
  passkeyTaken: kept('PASSKEY#', 'PASSKEY'),
  manifestation: kept('PERSON#', 'MANIFESTATION'),
  permitHolder: kept('BORN#', 'PERSON#'),
  permitsFiled: kept('BORN#', 'FILED'),
  residentPermitNumber: kept('RPN#', 'RPN'),
  entity: kept('ENTITY#', 'ENTITY'),
  entityTerm: kept('ENTITY#', 'TERM'),
  entityConfirmation: kept('ENTITY#', 'CONFIRMATION#'),
  termNotice: kept('TERM_NOTICE#', ''),
  registryRow: kept('ENTITY#', 'REGISTRY'),
  registrySpread: kept('REGISTRY_SPREAD', 'REGISTRY_SPREAD'),
  representative: kept('ENTITY#', 'REPRESENTATIVE#'),
  represented: kept('PERSON#', 'ENTITY#'),
  entityName: kept('NAME#', 'NAME'),
  document: kept('ENTITY#', 'DOCUMENT#'),
  reservedName: kept('RESERVED#', 'OPTION#'),
  reservedNameId: kept('RESERVED_ID#', 'RESERVED_ID'),
  voucher: kept('VOUCHER#', 'VOUCHER'),
  referralCode: kept('REFERRAL#', 'REFERRAL'),
  referredEntity: kept('REFERRAL#', 'ENTITY#'),
  referredPerson: kept('REFERRAL#', 'PERSON#'),
  application: kept('PERSON#', 'APPLICATION#', { signatureToken: null }),
  applicationOwner: kept('APPLICATION#', 'OWNER'),
  certificateRequest: kept('ENTITY#', 'CERTIFICATE_REQUEST#'),
  certificateRequestEntity: kept('CERTIFICATE_REQUEST#', 'ENTITY'),
  certificateClaim: kept('ENTITY#', 'CERTIFICATE_CLAIM#'),
  certificateCode: kept('CERTIFICATE_CODE#', 'CERTIFICATE_CODE'),
  withdrawal: kept('WITHDRAWAL#', 'WITHDRAWAL'),
  taxProof: kept('TAX_PROOF#', 'TAX_PROOF'),
  proofOfAddress: kept('PROOF_OF_ADDRESS#', 'PROOF_OF_ADDRESS'),
  // Without it, scanned files could never be opened.
  uploadScan: kept('UPLOAD_SCAN#', 'UPLOAD_SCAN'),
  amendment: kept('ENTITY#', 'AMENDMENT#'),
  amendmentEntity: kept('AMENDMENT#', 'ENTITY'),
  entityCorrection: kept('ENTITY#', 'CORRECTION#'),
  openAmendment: kept('ENTITY#', 'OPEN_AMENDMENT'),
  objection: kept('AMENDMENT#', 'OBJECTION#'),
  invoice: kept('INVOICE#', 'INVOICE'),
  receiptCounter: kept('RECEIPTS#', 'COUNTER'),
  payment: kept('PAYMENT#', 'PAYMENT'),
  paymentCase: kept('PAYMENT_CASE#', 'PAYMENT_CASE'),
  paymentReturn: kept('PAYMENT_RETURN#', 'PAYMENT_RETURN'),
  paymentStatement: kept('PAYMENT_STATEMENT#', 'PAYMENT_STATEMENT'),
  review: kept('REVIEW#', 'REVIEW'),
  reviewNote: kept('REVIEW#', 'NOTE#'),
  reviewQuestion: kept('REVIEW#', 'QUESTION#'),
  reviewAnswer: kept('REVIEW#', 'ANSWER#'),
  // A staff role grants no access by itself: each member signs in with an emailed code.
  staffMember: kept('STAFF', 'MEMBER#'),
  staffSeeds: kept('STAFF', 'SEEDS'),
  reviewWord: kept('REVIEW_WORD#', ''),
  reviewAbout: kept('REVIEW_ABOUT#', ''),
  reviewOf: kept('REVIEWS#', 'SUBMISSION#'),
  // An open case continues; its links are emailed with the next step.
  mailboxCase: kept('MAILBOX_CASE#', 'MAILBOX_CASE'),
  mailboxEvidence: kept('MAILBOX_CASE#', 'EVIDENCE#'),
  operatorApproval: kept('OPERATOR_APPROVAL#', 'OPERATOR_APPROVAL'),
  mailAddress: kept('MAIL_ADDRESS#', 'MAIL_ADDRESS'),
  visitorPass: kept('VISITOR_PASS#', 'VISITOR_PASS'),
  visitorPassOfEmail: kept('VISITOR_PASSES_OF_EMAIL#', ''),
  visitorPassOfSource: kept('VISITOR_PASSES_OF_SOURCE#', ''),
  importedRecord: kept('IMPORT#', 'IMPORT'),
  integration: kept('INTEGRATION#', 'INTEGRATION', { activeKeys: 0 }),
  residencyApplication: kept('RESIDENCY_APPLICATION#', 'RESIDENCY_APPLICATION', {
    'agreement.token': '',
  }),
  residencyApplicationRow: kept('INTEGRATION#', 'RESIDENCY_APPLICATION#'),
  residencyReference: kept('RESIDENCY_REFERENCE#', 'RESIDENCY_APPLICATION#'),
  applicantAccess: kept('RESIDENCY_APPLICATION#', 'APPLICANT_ACCESS'),
  oauthClient: kept('CLIENT#', 'CLIENT', { secrets: [] }),
  clientLogo: kept('CLIENT#', 'LOGO#'),
  ownedClients: kept('PERSON#', 'CLIENTS'),
  consent: kept('PERSON#', 'CONSENT#'),
  listed: kept('LIST#', ''),
  actReason: kept('ACT_REASON#', 'ACT_REASON'),
  audit: kept('AUDIT#', ''),
  auditByAction: kept('AUDIT#ACTION#', ''),
  auditByActor: kept('AUDIT#ACTOR#', ''),

  apiKey: left('KEY#', 'KEY', key),
  ownedKey: left('', 'APIKEY#', key),
  keyUse: left('KEY_USE#', 'USE', key),
  signingKey: left('SIGNING_KEYS', 'KEY#', key),
  signatureLink: left('SIGNATURE#', 'SIGNATURE', link),
  mailboxLink: left('MAILBOX_LINK#', 'MAILBOX_LINK', link),
  objectionLink: left('OBJECTION_LINK#', 'OBJECTION_LINK', link),
  agreementLink: left('AGREEMENT#', 'AGREEMENT', link),
  holderProof: left('PROOF#', 'PROOF', link),
  ownedProof: left('PERSON#', 'PROOF#', link),
  claimLink: left('CLAIM#', 'CLAIM', link),
  checkoutSession: left('CHECKOUT#', 'CHECKOUT', link),
  signInChallenge: left('SIGN_IN#', 'SIGN_IN', signIn),
  signInAddress: left('SIGN_IN_ADDRESS#', 'SIGN_IN_ADDRESS', signIn),
  passkeyCode: left('PERSON#', 'PASSKEY_CODE', signIn),
  answeredCeremony: left('CEREMONY#', 'CEREMONY', signIn),
  knownBrowser: left('PERSON#', 'BROWSER#', signIn),
  ownedSession: left('PERSON#', 'SESSION#', signIn),
  session: left('SESSION#', 'SESSION', signIn),
  registrationToken: left('REGISTRATION_TOKENS', 'TOKEN#', token),
  registrationTokenCount: left('REGISTRATION_TOKENS', 'COUNT', token),
  grant: left('GRANT#', 'GRANT', token),
  refreshToken: left('REFRESH_TOKEN#', 'REFRESH_TOKEN', token),
  revokedToken: left('REVOKED_TOKEN#', 'REVOKED_TOKEN', token),
  authorizationCode: left('OAUTH_CODE#', 'OAUTH_CODE', token),
  answeredRequest: left('OAUTH_ANSWER#', 'OAUTH_ANSWER', token),
  deviceAuthorization: left('DEVICE#', 'DEVICE', token),
  userCode: left('USER_CODE#', 'USER_CODE', token),
  credential: left('PERSON#', 'CREDENTIAL#', token),
  credentialOfEntity: left('ENTITY#', 'CREDENTIAL#', token),
  credentialOffer: left('CREDENTIAL_OFFER#', 'CREDENTIAL_OFFER', token),
  credentialGrant: left('CREDENTIAL_GRANT#', 'CREDENTIAL_GRANT', token),
  credentialIndex: left('CREDENTIAL_INDEX#', 'CREDENTIAL_INDEX', token),
  revokedPlace: left('STATUS_LIST#', 'REVOKED#', token),
  clientKeySet: left('CLIENT_KEYS#', 'CLIENT_KEYS', passing),
  attempts: left('ATTEMPTS#', 'ATTEMPTS', passing),
  rateCount: left('RATE#', 'RATE', passing),
  staffLook: left('LOOK#', '', passing),
  sentForm: left('SENT_FORM#', 'SENT_FORM', passing),
  askedRequest: left('OPERATOR_APPROVAL#', 'REQUEST', passing),
  keyApproval: left('KEY_APPROVALS#', 'APPROVAL#', passing),
  askedCall: left('KEY_APPROVALS#', 'CALL#', passing),
  logout: left('LOGOUT#', 'LOGOUT', passing),
  logoutPause: left('LOGOUT_PAUSE#', 'LOGOUT_PAUSE', passing),
  emailChange: left('EMAIL_CHANGE#', 'EMAIL_CHANGE', passing),
  visitorPassClaim: left('VISITOR_PASS_CLAIM#', 'VISITOR_PASS_CLAIM', passing),
  visitorPassMail: left('VISITOR_PASS_MAIL#', 'VISITOR_PASS_MAIL', passing),
  paymentReport: left('PAYMENT_REPORT#', 'PAYMENT_REPORT', passing),
  sandboxPayment: left('SANDBOX_PAYMENT#', 'SANDBOX_PAYMENT', passing),
  effect: left('EFFECT#', 'EFFECT', passing),
  idempotency: left('IDEMPOTENCY#', '', passing),
  mailed: left('MAILED#', 'MAILED', passing),
  event: left('OUTBOX#', 'EVENT', passing),
  delivery: left('DELIVERY#', 'DELIVERY', passing),
  feedEvent: left('FEED_EVENTS#', '', feed),
  feed: left('FEED#', 'FEED', feed),
  feedClaim: left('FEED_CLAIM#', 'FEED_CLAIM', feed),
  feedListeners: left('FEED#', 'LISTENERS', hook),
  webhookEndpoint: left('WEBHOOKS#', 'ENDPOINT#', hook),
  webhookDelivery: left('WEBHOOK#', 'DELIVERY#', hook),
  webhookDue: left('WEBHOOK#', 'DUE#', hook),
  reviewDigest: left('REVIEW_DIGEST', 'REVIEW_DIGEST', machine),
  reviewCounts: left('REVIEW_COUNTS', 'REVIEW_COUNTS', machine),
  retentionRun: left('RETENTION_RUN', 'RETENTION_RUN', machine),
  fileErasure: left('FILE_ERASURES', 'FILES#', machine),
  gatewayRun: left('GATEWAY_RUN', 'GATEWAY_RUN', machine),
  migrationRun: left('MIGRATION#', 'RUN', machine),
  migrationSegment: left('MIGRATION#', 'SEGMENT#', machine),
  demo: left('LOCAL#DEMO', '', machine),
};

/** A stored item, or a line of an export. */
export type ExportedItem = Readonly<Record<string, unknown>>;

/** The kind of an item by its keys; null if no rule knows it. The rule with the longest prefix counts. */
export function exportedKind(item: ExportedItem): string | null {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  const fitting = Object.entries(exportRules).filter(
    ([, rule]) =>
      pk.startsWith(rule.pk) &&
      (rule.sk === '' || rule.sk.endsWith('#') ? sk.startsWith(rule.sk) : sk === rule.sk),
  );
  const [first] = fitting.toSorted(([, one], [, other]) => other.pk.length - one.pk.length);
  return first?.[0] ?? null;
}

/** The item as an export has it: without its secrets. */
export function withoutSecrets(item: ExportedItem, rule: ExportRule): ExportedItem {
  if (!('kept' in rule) || rule.instead === undefined) return item;
  const clean: Record<string, unknown> = { ...item };
  for (const [path, value] of Object.entries(rule.instead)) {
    const [name = '', inner] = path.split('.');
    if (clean[name] === undefined) continue;
    clean[name] = inner === undefined ? value : { ...Object(clean[name]), [inner]: value };
  }
  return clean;
}
