/** Data about a person, in parts that a reader understands. */
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
  secret: 'anyone who has it can use it; the kind it belongs to is listed',
  copy: 'it repeats, or leads to, what another item shows',
  nobody: 'it says nothing of any person',
  passing: 'it is of use for a moment, and gone by itself within days',
  register:
    'it is a filing of a legal entity, which has its own file; the activity shows that it was made',
  work: 'it is how the registry works on a case: the case and its outcome are shown',
} as const;

/** `part`: the part of an export that contains it; `without`: why no export does. */
export type DataRule = { readonly part: DataPart } | { readonly without: keyof typeof without };

const withPart = (part: DataPart): DataRule => ({ part });
const left = (why: keyof typeof without): DataRule => ({ without: why });

/**
 * All kinds of items, by their names in `shared/kernel/db/keys.ts`; a test fails for a missing one.
 */
export const dataRules: Readonly<Record<string, DataRule>> = {
  person: withPart('account'),
  email: left('copy'),
  emailChange: left('passing'),
  mailAddress: withPart('account'),
  visitorPass: withPart('applications'),
  visitorPassOfEmail: left('copy'),
  visitorPassOfSource: left('copy'),
  visitorPassClaim: left('passing'),
  visitorPassMail: left('passing'),

  residency: withPart('residency'),
  permitHolder: left('copy'),
  permitsFiled: left('nobody'),
  residentPermitNumber: left('copy'),
  personDocument: withPart('residency'),
  termNotice: left('passing'),
  residencyApplication: withPart('residency'),
  residencyApplicationRow: left('copy'),
  residencyReference: left('copy'),
  proofOfAddress: withPart('residency'),
  applicantAccess: left('passing'),

  manifestation: withPart('access'),
  ownedKey: withPart('access'),
  apiKey: left('copy'),
  keyApproval: left('copy'),
  askedCall: left('passing'),
  keyUse: withPart('access'),
  rateCount: left('passing'),
  passkey: withPart('access'),
  passkeyTaken: left('secret'),
  passkeyCode: left('secret'),
  knownBrowser: withPart('access'),
  ownedSession: withPart('access'),
  session: left('secret'),
  consent: withPart('access'),
  grant: left('copy'),
  staffMember: withPart('access'),

  application: withPart('applications'),
  applicationOwner: left('copy'),
  taxProof: withPart('applications'),
  invoice: withPart('applications'),
  receiptCounter: left('work'),
  mailboxCase: left('work'),
  mailboxEvidence: left('work'),
  mailboxLink: left('secret'),
  review: left('work'),
  reviewNote: left('work'),
  reviewQuestion: left('work'),
  reviewAnswer: left('work'),
  reviewWord: left('copy'),
  reviewAbout: left('copy'),
  reviewOf: left('copy'),
  checkoutSession: left('passing'),
  payment: left('copy'),
  paymentCase: left('work'),
  uploadScan: left('work'),

  represented: withPart('entities'),
  representative: left('copy'),
  entity: left('register'),
  entityCorrection: left('register'),
  entityTerm: left('register'),
  entityConfirmation: left('register'),
  entityName: left('register'),
  document: left('register'),
  certificateRequest: left('register'),
  certificateRequestEntity: left('register'),
  certificateClaim: left('register'),
  certificateCode: left('register'),
  withdrawal: left('register'),
  amendment: left('register'),
  amendmentEntity: left('register'),
  openAmendment: left('register'),
  objection: left('register'),
  registryRow: left('register'),
  registrySpread: left('nobody'),
  // A code names its owner by an id; it is not secret, and operators create it.
  referralCode: left('nobody'),
  referredEntity: left('copy'),
  referredPerson: left('copy'),

  ownedProof: withPart('proofs'),
  holderProof: left('copy'),
  credential: withPart('proofs'),
  credentialOfEntity: left('copy'),
  credentialOffer: left('secret'),
  credentialGrant: left('secret'),
  credentialIndex: left('nobody'),
  revokedPlace: left('nobody'),

  audit: withPart('activity'),
  auditByAction: left('copy'),
  auditByActor: left('copy'),
  actReason: left('work'),
  staffLook: left('copy'),

  signatureLink: left('secret'),
  objectionLink: left('secret'),
  agreementLink: left('secret'),
  claimLink: left('secret'),
  signInChallenge: left('passing'),
  signInAddress: left('passing'),
  answeredCeremony: left('passing'),
  refreshToken: left('secret'),
  feed: left('nobody'),
  feedEvent: left('copy'),
  feedClaim: left('copy'),
  feedListeners: left('nobody'),
  webhookEndpoint: left('secret'),
  webhookDelivery: left('copy'),
  webhookDue: left('passing'),
  logout: left('passing'),
  logoutPause: left('nobody'),
  revokedToken: left('passing'),
  clientKeySet: left('nobody'),
  registrationToken: left('nobody'),
  registrationTokenCount: left('nobody'),
  authorizationCode: left('secret'),
  answeredRequest: left('passing'),
  deviceAuthorization: left('secret'),
  userCode: left('secret'),
  attempts: left('passing'),
  sentForm: left('passing'),
  effect: left('passing'),
  idempotency: left('passing'),
  mailed: left('passing'),
  event: left('passing'),
  delivery: left('passing'),
  paymentReport: left('passing'),
  sandboxPayment: left('passing'),
  askedRequest: left('passing'),
  operatorApproval: left('work'),
  importedRecord: left('copy'),
  listed: left('copy'),

  reservedName: left('nobody'),
  reservedNameId: left('nobody'),
  voucher: left('nobody'),
  paymentReturn: left('nobody'),
  paymentStatement: left('nobody'),
  integration: left('nobody'),
  oauthClient: withPart('access'),
  clientLogo: withPart('access'),
  ownedClients: left('copy'),
  signingKey: left('nobody'),
  staffSeeds: left('nobody'),
  reviewDigest: left('nobody'),
  reviewCounts: left('nobody'),
  retentionRun: left('nobody'),
  fileErasure: left('nobody'),
  gatewayRun: left('nobody'),
  migrationRun: left('nobody'),
  migrationSegment: left('nobody'),
  demo: left('nobody'),
};

/** Item fields that are never exported: table keys, digests, secrets and storage locations. */
const leftOut: ReadonlySet<string> = new Set([
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttl', 'itemPk', 'itemSk'],
  ...[
    'hash',
    'token',
    'tokenHash',
    'signatureToken',
    'formToken',
    'nonce',
    'reference',
    'publicKey',
  ],
  ...['objectKey', 'version', 'secrets', 'shards', 'counterId', 'sessionPk', 'credentialId'],
]);

/** An item as it is exported to its person: without secrets and internal fields. */
export function shownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, inner]) => [name, shownFields(inner)]),
  );
}
