import { type Measure, metrics } from '../../kernel/domain/metric.ts';
import { products } from '../../kernel/domain/product.ts';

/** Who did something: an operator (IAM principal, or a person in the console), a key, a client, a signed-in person, or the service itself. */
export interface Actor {
  readonly kind:
    | 'operator'
    | 'person'
    | 'standard_key'
    | 'agent_key'
    | 'partner_key'
    | 'oauth_client'
    | 'system';
  readonly id: string | null;
  /** The person who owns the key or session, works in the console, or is represented by a client. */
  readonly personId: string | null;
}

/** The service itself, if no one else acts: workflows, and payments that providers report. */
export const system: Actor = { kind: 'system', id: null, personId: null };

/** The reviewer in a sandbox: the caller's test helper decides. */
export const sandboxReviewer: Actor = { kind: 'system', id: 'sandbox', personId: null };

interface Subject {
  readonly type: string;
  readonly id: string;
}

/**
 * One line of the audit trail. `action` is a dotted name such as `person.deactivated`. `details` are ids,
 * kinds and names of changed fields: never a credential, a person's data or the content of a document.
 */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: Subject | null;
  readonly outcome: 'success' | 'refused';
  /** The API call that caused it. Absent for scheduled work. */
  readonly requestId?: string | undefined;
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/**
 * The values of audit details: ids, our own names (kinds, reasons, fields, scopes), digests, instants, counts and
 * flags, but no typed text. An entry is permanent, also in copies that can't be deleted, so it must not contain
 * anything that an erasure would remove. A typed reason is a separate item (`actReason`), which `reasonId` identifies.
 */
type Form = 'id' | 'ids' | 'foreign' | 'word' | 'words' | 'digest' | 'time' | 'count' | 'flag';

/** The name and form of every detail. Other names are not accepted. */
const forms = {
  act: 'word',
  requestedBy: 'id',
  fields: 'words',
  applications: 'count',
  filings: 'count',
  operation: 'word',
  acceptedAgreements: 'words',
  active: 'flag',
  agreementRenewed: 'flag',
  agreementSha256: 'digest',
  agreementVersion: 'word',
  amountCents: 'count',
  aocId: 'id',
  applicationId: 'id',
  approvalId: 'id',
  approvalRequired: 'flag',
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
  disclosed: 'words',
  documentId: 'id',
  dry: 'flag',
  dueOn: 'time',
  emailChanged: 'flag',
  emailVerified: 'flag',
  endpointId: 'id',
  endsAt: 'time',
  attemptsLeft: 'count',
  entryId: 'foreign',
  error: 'word',
  eventId: 'foreign',
  events: 'ids',
  expiresAt: 'time',
  failure: 'word',
  files: 'count',
  previousStatus: 'word',
  previousOwner: 'id',
  previousRoles: 'words',
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
  scanned: 'count',
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
  payments: 'count',
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
  trustedBy: 'word',
  voidedApprovals: 'ids',
  needed: 'count',
  withNote: 'flag',
  withoutDryRun: 'flag',
  workflow: 'word',
  year: 'word',
} as const satisfies Readonly<Record<string, Form>>;

/** Details of an act. Only known names are allowed. */
export type ActDetails = {
  readonly [name in keyof typeof forms]?: string | number | boolean | null | readonly string[];
};

const fits: Readonly<Record<Form, (value: unknown) => boolean>> = {
  // IAM chooses some ids. They contain no spaces.
  id: (value) => matches(value, /^\S{1,300}$/),
  ids: (value) => Array.isArray(value) && value.every((each) => fits.id(each)),
  // Providers choose their own. Ids of `reportOf` are made of five words.
  foreign: (value) => matches(value, /^\S{1,300}( \S{1,300}){0,4}$/),
  // Our own words. Statuses and types of residency, such as `Pending Review`, contain a space.
  word: (value) =>
    typeof value === 'number' || matches(value, /^(Limited )?[\w.:/+-]{1,100}( Review| Payment)?$/),
  // A migration records the number of items that it changed.
  words: (value) =>
    typeof value === 'number' || [value].flat().every((each) => matches(each, /^[\w.:/-]{1,60}$/)),
  digest: (value) => matches(value, /^[0-9a-f]{64}$/),
  time: (value) => matches(value, /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/),
  count: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
};

/**
 * Names of details that don't have the form the table gives. Null and missing values are fine. For tests of the whole
 * trail.
 */
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

const { State: states } = metrics.Cases.dimensions;
const { Outcome: asides } = metrics.UnsettledPayments.dimensions;

/** Acts that have a metric of their own or are a value of one. */
const ofAct: Readonly<Record<string, Measure>> = {
  'residency.granted': { metric: 'ResidenciesGranted', value: 1 },
  'visitor_pass.applied': { metric: 'VisitorPassApplications', value: 1 },
  'api_key.issued': { metric: 'KeysIssued', value: 1, dimensions: { Kind: 'personal' } },
  'partner_key.issued': { metric: 'KeysIssued', value: 1, dimensions: { Kind: 'partner' } },
  'person.signed_in': { metric: 'SignIns', value: 1, dimensions: { Outcome: 'signed_in' } },
};

/** Differences found in a statement. Those in reports are counted as money that was set aside. */
const differences: Readonly<
  Record<string, (typeof metrics.PaymentDifferences.dimensions.Outcome)[number]>
> = {
  missing: 'missing',
  amount: 'amount',
  returned: 'returned',
  charged_back: 'returned',
};

/** The metric of an action; undefined for actions that are not counted. */
export function actMeasure({
  action,
  outcome,
}: Pick<AuditEntry, 'action' | 'outcome'>): Measure | undefined {
  const [type, verb] = action.split('.');
  // Money that was set aside is recorded as refused, and so is work that workflows give up.
  const aside = asides.find((each) => each === verb);
  if (type === 'payment' && aside !== undefined) {
    return { metric: 'UnsettledPayments', value: 1, dimensions: { Outcome: aside } };
  }
  const difference = type === 'payment' && verb !== undefined ? differences[verb] : undefined;
  if (difference !== undefined) {
    return { metric: 'PaymentDifferences', value: 1, dimensions: { Outcome: difference } };
  }
  if (outcome !== 'success' && verb !== 'stuck') return undefined;
  const subject = products.find((product) => product === type);
  if (subject === undefined) return ofAct[action];
  // An operator's record also counts as a creation. A submission is counted by its event, because some have no act.
  const state = verb === 'recorded' ? 'created' : states.find((each) => each === verb);
  if (state === undefined || state === 'submitted') return undefined;
  return { metric: 'Cases', value: 1, dimensions: { Subject: subject, State: state } };
}
