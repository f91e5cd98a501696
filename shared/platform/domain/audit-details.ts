/**
 * What details of the audit trail can be: ids, names of our own (of kinds, reasons, fields, scopes), digests, instants, counts and
 * flags. There is no form for what somebody has typed: an entry stays for ever, in copies that nobody can erase, so it must not
 * hold what an erasure would have to touch. A typed reason is an item of its own (`actReason`), to which `reasonId` leads.
 */
type Form = 'id' | 'ids' | 'foreign' | 'word' | 'words' | 'digest' | 'time' | 'count' | 'flag';

/** Every detail that there is, by its name; one that is not here is no detail of an act. */
const forms = {
  act: 'word',
  askedBy: 'id',
  fields: 'words',
  operation: 'word',
  acceptedAgreements: 'words',
  active: 'flag',
  agreementRenewed: 'flag',
  agreementSha256: 'digest',
  agreementVersion: 'word',
  amountCents: 'count',
  aocId: 'id',
  applicationId: 'id',
  attested: 'flag',
  batch: 'id',
  before: 'count',
  bounce: 'flag',
  by: 'word',
  carryOut: 'flag',
  caseId: 'id',
  cause: 'word',
  changed: 'words',
  claimLinkSent: 'flag',
  clientId: 'id',
  code: 'word',
  complaint: 'flag',
  confirmed: 'flag',
  consentChanged: 'flag',
  consentId: 'id',
  contentType: 'word',
  contested: 'flag',
  correctionId: 'id',
  copies: 'count',
  created: 'flag',
  credentialId: 'id',
  currency: 'word',
  day: 'time',
  days: 'count',
  daysBefore: 'count',
  decision: 'word',
  device: 'flag',
  documentId: 'id',
  dry: 'flag',
  dueOn: 'time',
  emailChanged: 'flag',
  emailVerified: 'flag',
  endpointId: 'id',
  endsAt: 'time',
  entriesLeft: 'count',
  entryId: 'foreign',
  error: 'word',
  eventId: 'foreign',
  events: 'ids',
  expiresAt: 'time',
  failure: 'word',
  files: 'count',
  formerly: 'word',
  formerOwner: 'id',
  formerRoles: 'words',
  goesOn: 'flag',
  grantId: 'id',
  integrationId: 'id',
  invoiceId: 'id',
  issuedBefore: 'time',
  items: 'count',
  keyId: 'id',
  kind: 'word',
  legalEntityCount: 'count',
  legalEntityDigest: 'digest',
  legalEntityId: 'id',
  legalEntityIds: 'ids',
  looked: 'count',
  maxClients: 'count',
  method: 'word',
  noteId: 'id',
  optionId: 'id',
  others: 'count',
  overdue: 'flag',
  overlapHours: 'count',
  ownerId: 'id',
  ownerType: 'word',
  paidInvoiceId: 'id',
  passkeyId: 'id',
  paymentId: 'foreign',
  personId: 'id',
  preAccepted: 'flag',
  products: 'words',
  proofId: 'id',
  proposed: 'words',
  provider: 'word',
  public: 'flag',
  rate: 'count',
  reason: 'word',
  reasonCode: 'word',
  reasonId: 'id',
  similarPeople: 'ids',
  referral: 'word',
  referralCode: 'id',
  registrationTokenId: 'id',
  replacedBy: 'id',
  replaces: 'id',
  representatives: 'ids',
  requestId: 'id',
  residencyId: 'id',
  residencyType: 'word',
  restored: 'words',
  retryAfterSeconds: 'count',
  reviewId: 'id',
  revised: 'words',
  revokedKeys: 'ids',
  roles: 'words',
  run: 'id',
  scopes: 'words',
  secretId: 'id',
  selfReferralEnabled: 'flag',
  sessionId: 'id',
  shown: 'words',
  sha256: 'digest',
  signCount: 'count',
  size: 'count',
  status: 'word',
  subjectId: 'id',
  subjectType: 'word',
  subjectTypes: 'words',
  submitted: 'flag',
  suspendedKeys: 'ids',
  synced: 'flag',
  template: 'word',
  terminationDate: 'time',
  tokenId: 'id',
  uploadId: 'id',
  value: 'count',
  verificationId: 'id',
  version: 'word',
  visibility: 'word',
  vouched: 'word',
  voidedApprovals: 'ids',
  wanted: 'count',
  withNote: 'flag',
  withoutDryRun: 'flag',
  workflow: 'word',
  year: 'word',
} as const satisfies Readonly<Record<string, Form>>;

/** Details of an act, by names that are known. */
export type ActDetails = {
  readonly [name in keyof typeof forms]?: string | number | boolean | null | readonly string[];
};

const fits: Readonly<Record<Form, (value: unknown) => boolean>> = {
  // IAM chooses some: no spaces.
  id: (value) => matches(value, /^\S{1,300}$/),
  ids: (value) => Array.isArray(value) && value.every((each) => fits.id(each)),
  // Providers choose theirs, and that of an answer to a question is made of five words (`reportOf`).
  foreign: (value) => matches(value, /^\S{1,300}( \S{1,300}){0,4}$/),
  // Ours; statuses and types of residency, such as `Pending Review`, have a space.
  word: (value) =>
    typeof value === 'number' || matches(value, /^(Limited )?[\w.:/+-]{1,100}( Review| Payment)?$/),
  // A migration says of items that it changed how many.
  words: (value) =>
    typeof value === 'number' || [value].flat().every((each) => matches(each, /^[\w.:/-]{1,60}$/)),
  digest: (value) => matches(value, /^[0-9a-f]{64}$/),
  time: (value) => matches(value, /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/),
  count: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
};

/** Names of details that are not what the table says, for tests of the whole trail; null and what is missing is none. */
export function freeTexts(details: Readonly<Record<string, unknown>>): readonly string[] {
  const known: Readonly<Record<string, Form>> = forms;
  return Object.entries(details).flatMap(([name, value]) => {
    const form = known[name];
    return value === null || (form !== undefined && fits[form](value)) ? [] : [name];
  });
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
