import { foldCase } from '../../kernel/domain/fold-case.ts';

/**
 * What the erasure of a person does with a kind of items that are theirs, or that must do with them.
 *
 * - `nothing`: it holds ids, numbers, instants, digests, and what is public; no value of a person. It stays.
 * - `removed`: the whole item goes, with its file. In steps: what leads to others goes after them.
 * - `emptied`: these fields go, the others stay.
 * - `kept`: it stays with what it says of them, under a rule.
 */
export type ErasureRule =
  | { readonly does: 'nothing' }
  | { readonly does: 'removed'; readonly step: 1 | 2 | 3 | 4 }
  | { readonly does: 'emptied'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly does: 'kept'; readonly under: KeepingRule };

/** Why an item that names a person stays, and until when. */
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

/** The rule for every kind of item in `shared/kernel/db/keys.ts`; a test fails if one is missing. */
export const erasureRules: Readonly<Record<string, ErasureRule>> = {
  person: { does: 'emptied', fields: emptyPerson },
  email: removed(4),
  residency: { does: 'emptied', fields: { agreement: null } },
  personDocument: removed(),
  passkey: removed(),
  passkeyCode: removed(),
  passkeyTaken: nothing,
  manifestation: removed(),
  permitHolder: removed(),
  permitsFiled: nothing,
  residentPermitNumber: nothing,
  entity: register,
  entityCorrection: register,
  entityTerm: nothing,
  entityConfirmation: nothing,
  termNotice: nothing,
  registryRow: nothing,
  registrySpread: nothing,
  representative: nothing,
  represented: nothing,
  entityName: nothing,
  document: register,
  reservedName: nothing,
  reservedNameId: nothing,
  voucher: nothing,
  referralCode: nothing,
  referredEntity: nothing,
  referredPerson: nothing,
  // Approved ones are filings of the resulting entity.
  application: removed(3),
  applicationOwner: removed(),
  certificateRequest: register,
  certificateRequestEntity: nothing,
  certificateClaim: nothing,
  certificateCode: nothing,
  withdrawal: register,
  holderProof: removed(),
  ownedProof: removed(),
  // Its revocation must stay verifiable; the index that records it is not personal data.
  credential: removed(),
  credentialOfEntity: removed(),
  credentialOffer: nothing,
  credentialGrant: nothing,
  credentialIndex: nothing,
  revokedPlace: nothing,
  // It refers to the person or the case, and may be the only item that refers to its file.
  uploadScan: removed(),
  taxProof: removed(),
  proofOfAddress: removed(),
  amendment: register,
  amendmentEntity: nothing,
  openAmendment: nothing,
  objection: register,
  // Its receipt has the payer's name.
  invoice: { does: 'kept', under: 'receipts' },
  receiptCounter: nothing,
  payment: nothing,
  paymentCase: { does: 'emptied', fields: { reason: null } },
  paymentReturn: nothing,
  paymentStatement: nothing,
  review: removed(),
  reviewNote: removed(),
  reviewQuestion: removed(),
  reviewAnswer: removed(),
  reviewWord: removed(),
  reviewAbout: removed(),
  reviewOf: removed(2),
  staffMember: nothing,
  staffSeeds: nothing,
  mailAddress: removed(),
  visitorPass: removed(),
  visitorPassOfEmail: removed(2),
  visitorPassOfSource: removed(),
  importedRecord: { does: 'emptied', fields: { digest: '' } },
  integration: nothing,
  residencyApplication: removed(3),
  residencyApplicationRow: removed(),
  residencyReference: removed(),
  applicantAccess: removed(),
  // Operators' own clients belong to no person; a person's clients have their name.
  oauthClient: removed(),
  clientLogo: removed(),
  ownedClients: removed(2),
  consent: removed(),
  listed: removed(),
  actReason: removed(),
  audit: nothing,
  auditByAction: nothing,
  auditByActor: nothing,
  apiKey: removed(),
  ownedKey: removed(),
  keyApproval: removed(),
  askedCall: removed(),
  keyUse: removed(),
  signingKey: nothing,
  signatureLink: removed(),
  objectionLink: removed(),
  agreementLink: removed(),
  claimLink: removed(),
  // The address is for the provider's receipt.
  checkoutSession: { does: 'emptied', fields: { email: null } },
  signInChallenge: removed(),
  signInAddress: removed(),
  answeredCeremony: nothing,
  knownBrowser: removed(),
  ownedSession: removed(),
  session: removed(),
  grant: nothing,
  refreshToken: nothing,
  revokedToken: nothing,
  clientKeySet: nothing,
  registrationToken: nothing,
  registrationTokenCount: nothing,
  authorizationCode: nothing,
  answeredRequest: nothing,
  deviceAuthorization: nothing,
  userCode: nothing,
  attempts: nothing,
  rateCount: nothing,
  staffLook: nothing,
  sentForm: nothing,
  emailChange: removed(4),
  visitorPassClaim: nothing,
  visitorPassMail: nothing,
  paymentReport: nothing,
  sandboxPayment: nothing,
  effect: nothing,
  // Answers of requests as they were given, for a repeat.
  idempotency: removed(),
  mailed: nothing,
  event: nothing,
  // Ids, for thirty days.
  feedEvent: nothing,
  feed: nothing,
  feedClaim: nothing,
  feedListeners: nothing,
  webhookEndpoint: removed(),
  webhookDelivery: nothing,
  webhookDue: nothing,
  logout: nothing,
  logoutPause: nothing,
  delivery: nothing,
  reviewDigest: nothing,
  reviewCounts: nothing,
  retentionRun: nothing,
  fileErasure: nothing,
  gatewayRun: nothing,
  migrationRun: nothing,
  migrationSegment: nothing,
  // What its places on lists are found by.
  mailboxCase: removed(2),
  mailboxEvidence: removed(),
  mailboxLink: removed(),
  operatorApproval: nothing,
  askedRequest: removed(),
  demo: nothing,
};

/** Characters that JSON escapes. */
const escapes = /\\(?:["\\/bfnrt]|u[\da-f]{4})/g;
/** What makes an address a part of a longer one. A full stop after it may end a sentence. */
const goesBefore = /[\p{L}\p{N}._%+-]$/u;
const goesAfter = /^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u;

/** Whether an item names one of these addresses (folded) anywhere, and not only as a part of a longer one. */
export function namesAddress(item: unknown, emails: ReadonlySet<string>): boolean {
  const whole = foldCase(JSON.stringify(item)).replace(escapes, ' ');
  return [...emails].some((email) => {
    for (let at = whole.indexOf(email); at !== -1; at = whole.indexOf(email, at + 1)) {
      const end = at + email.length;
      // Two units each: a letter can be a surrogate pair.
      if (goesBefore.test(whole.slice(Math.max(0, at - 2), at))) continue;
      if (!goesAfter.test(whole.slice(end, end + 3))) return true;
    }
    return false;
  });
}
