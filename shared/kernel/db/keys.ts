import { codeKey } from '../domain/code.ts';
import { nameKey } from '../domain/company-name.ts';
import { foldCase } from '../domain/fold-case.ts';
import { digest, nameClaim, nameReservation, textKey } from './key-parts.ts';
import { shardOf, shards } from './shards.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** Keys of every item in the table; docs/table.md describes them. */
export const keys = {
  person: (id: string) => ({ pk: `PERSON#${id}`, sk: 'PERSON' }),
  email: (email: string) => ({ pk: `EMAIL#${digest(foldCase(email.trim()))}`, sk: 'EMAIL' }),
  residency: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `RESIDENCY#${createdAt}#${id}`,
  }),
  personDocument: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `DOCUMENT#${createdAt}#${id}`,
  }),
  manifestation: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'MANIFESTATION' }),
  apiKey: (hash: string) => ({ pk: `KEY#${hash}`, sk: 'KEY' }),
  /** The key as its owner lists it: `owner` is the partition of a person or an integration. */
  ownedKey: (owner: string, createdAt: string, keyId: string) => ({
    pk: owner,
    sk: `APIKEY#${createdAt}#${keyId}`,
  }),
  /** On which day a key was used last. */
  keyUse: (keyId: string) => ({ pk: `KEY_USE#${keyId}`, sk: 'USE' }),
  /** The newest comparison of keys and API Gateway. */
  gatewayRun: () => ({ pk: 'GATEWAY_RUN', sk: 'GATEWAY_RUN' }),
  /** The newest run of a migration, and how far each of its segments is. */
  migrationRun: (name: string) => ({ pk: `MIGRATION#${name}`, sk: 'RUN' }),
  migrationSegment: (name: string, index: number) => ({
    pk: `MIGRATION#${name}`,
    sk: `SEGMENT#${index}`,
  }),
  /** Of a key, and of those that it is rotated into. */
  rateCount: (keyId: string) => ({ pk: `RATE#${keyId}`, sk: 'RATE' }),
  residentPermitNumber: (rpn: string) => ({ pk: `RPN#${rpn}`, sk: 'RPN' }),
  entity: (id: string) => ({ pk: `ENTITY#${id}`, sk: 'ENTITY' }),
  registryRow: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'REGISTRY' }),
  /** That rows of the registry lie on its spread lists. */
  registrySpread: () => ({ pk: 'REGISTRY_SPREAD', sk: 'REGISTRY_SPREAD' }),
  representative: (entityId: string, personId: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `REPRESENTATIVE#${personId}`,
  }),
  represented: (personId: string, entityId: string) => ({
    pk: `PERSON#${personId}`,
    sk: `ENTITY#${entityId}`,
  }),
  entityName: (optionId: string, name: string) => nameClaim(optionId, nameKey(name)),
  document: (entityId: string, createdAt: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `DOCUMENT#${createdAt}#${id}`,
  }),
  /** `optionId` null: the name is reserved for every option. */
  reservedName: (optionId: string | null, name: string) => nameReservation(optionId, nameKey(name)),
  reservedNameId: (id: string) => ({ pk: `RESERVED_ID#${id}`, sk: 'RESERVED_ID' }),
  /** Codes in any spelling that counts as the same. */
  voucher: (code: string) => ({ pk: `VOUCHER#${codeKey(code)}`, sk: 'VOUCHER' }),
  referralCode: (code: string) => ({ pk: `REFERRAL#${codeKey(code)}`, sk: 'REFERRAL' }),
  /** The code's partition lists whom it brought. */
  referredEntity: (code: string, createdAt: string, entityId: string) => ({
    pk: `REFERRAL#${codeKey(code)}`,
    sk: `ENTITY#${createdAt}#${entityId}`,
  }),
  referredPerson: (code: string, createdAt: string, personId: string) => ({
    pk: `REFERRAL#${codeKey(code)}`,
    sk: `PERSON#${createdAt}#${personId}`,
  }),
  /** An application lies with its owner: whoever reads it by its key has shown that it is theirs. */
  application: (ownerId: string, id: string) => ({
    pk: `PERSON#${ownerId}`,
    sk: `APPLICATION#${id}`,
  }),
  applicationOwner: (id: string) => ({ pk: `APPLICATION#${id}`, sk: 'OWNER' }),
  /** The token of a signature link is a secret; its digest finds the application. */
  signatureLink: (token: string) => ({ pk: `SIGNATURE#${digest(token)}`, sk: 'SIGNATURE' }),
  /** A certificate request lies with its entity, where it is listed. */
  certificateRequest: (entityId: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CERTIFICATE_REQUEST#${id}`,
  }),
  certificateRequestEntity: (id: string) => ({ pk: `CERTIFICATE_REQUEST#${id}`, sk: 'ENTITY' }),
  /** The one request of the entity that is open or issued. */
  certificateClaim: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'CERTIFICATE_CLAIM' }),
  /** The code that is printed on a certificate: hashed, so that readers of the table don't learn it. */
  certificateCode: (code: string) => ({
    pk: `CERTIFICATE_CODE#${digest(code)}`,
    sk: 'CERTIFICATE_CODE',
  }),
  /** That a document of an entity was withdrawn: by its bytes, by which a certificate knows it, too. */
  withdrawal: (entityId: string, sha256: string) => ({
    pk: `WITHDRAWAL#${digest(`${entityId} ${sha256}`)}`,
    sk: 'WITHDRAWAL',
  }),
  taxProof: (id: string) => ({ pk: `TAX_PROOF#${id}`, sk: 'TAX_PROOF' }),
  /** What a person shows others of themselves: `reference` is the digest of its code, which is a secret of who was shown it. */
  holderProof: (reference: string) => ({ pk: `PROOF#${reference}`, sk: 'PROOF' }),
  /** The proof as its holder lists it. */
  ownedProof: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `PROOF#${createdAt}#${id}`,
  }),
  /** How the scan of an uploaded file stands; `objectKey` is where it lies in the bucket. */
  uploadScan: (objectKey: string) => ({ pk: `UPLOAD_SCAN#${objectKey}`, sk: 'UPLOAD_SCAN' }),
  proofOfAddress: (id: string) => ({ pk: `PROOF_OF_ADDRESS#${id}`, sk: 'PROOF_OF_ADDRESS' }),
  /** An amendment filing lies with its entity, where it is listed. */
  amendment: (entityId: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `AMENDMENT#${id}`,
  }),
  amendmentEntity: (id: string) => ({ pk: `AMENDMENT#${id}`, sk: 'ENTITY' }),
  /** What was said of an entity by mistake, in the order of its corrections. */
  entityCorrection: (entityId: string, at: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CORRECTION#${at}#${id}`,
  }),
  /** The entity's one filing that is still open. */
  openAmendment: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'OPEN_AMENDMENT' }),
  /** What a representative has against a filing: one objection each. */
  objection: (filingId: string, personId: string) => ({
    pk: `AMENDMENT#${filingId}`,
    sk: `OBJECTION#${personId}`,
  }),
  /** The token of a mailed link is a secret; its digest finds the filing, and who may object to it. */
  objectionLink: (token: string) => ({
    pk: `OBJECTION_LINK#${digest(token)}`,
    sk: 'OBJECTION_LINK',
  }),
  invoice: (id: string) => ({ pk: `INVOICE#${id}`, sk: 'INVOICE' }),
  /** `reference` is the digest of the session's id, which is a secret. */
  checkoutSession: (reference: string) => ({ pk: `CHECKOUT#${reference}`, sk: 'CHECKOUT' }),
  /** Ids that a provider chose are hashed: their form and length are not ours. */
  paymentReport: (provider: string, eventId: string) => ({
    pk: `PAYMENT_REPORT#${provider}#${digest(eventId)}`,
    sk: 'PAYMENT_REPORT',
  }),
  payment: (provider: string, paymentId: string) => ({
    pk: `PAYMENT#${provider}#${digest(paymentId)}`,
    sk: 'PAYMENT',
  }),
  /** Its id is made of the difference that it is about: see `shared/payments/db/payment-cases.ts`. */
  paymentCase: (id: string) => ({ pk: `PAYMENT_CASE#${id}`, sk: 'PAYMENT_CASE' }),
  /** How far the statements of a provider have been read. */
  paymentStatement: (provider: string) => ({
    pk: `PAYMENT_STATEMENT#${provider}`,
    sk: 'PAYMENT_STATEMENT',
  }),
  paymentReturn: (provider: string, entryId: string) => ({
    pk: `PAYMENT_RETURN#${provider}#${digest(entryId)}`,
    sk: 'PAYMENT_RETURN',
  }),
  sandboxPayment: (paymentId: string) => ({
    pk: `SANDBOX_PAYMENT#${digest(paymentId)}`,
    sk: 'SANDBOX_PAYMENT',
  }),
  /** When reviewers were last told of what waits. */
  reviewDigest: () => ({ pk: 'REVIEW_DIGEST', sk: 'REVIEW_DIGEST' }),
  review: (id: string) => ({ pk: `REVIEW#${id}`, sk: 'REVIEW' }),
  /** What reviewers note for each other. */
  reviewNote: (reviewId: string, at: string, id: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `NOTE#${at}#${id}`,
  }),
  /** What a reviewer asked whoever applied. */
  reviewQuestion: (reviewId: string, at: string, id: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `QUESTION#${at}#${id}`,
  }),
  /** The one answer to a question. */
  reviewAnswer: (reviewId: string, requestId: string) => ({
    pk: `REVIEW#${reviewId}`,
    sk: `ANSWER#${requestId}`,
  }),
  /** The reviews of one subject; `submission` is the event that asked for the review. */
  reviewOf: (subjectId: string, submission: string) => ({
    pk: `REVIEWS#${subjectId}`,
    sk: `SUBMISSION#${submission}`,
  }),
  /** The reviews of cases whose name has a word that begins so, and those that somebody or something has to do with. */
  reviewWord: (beginning: string, createdAt: string, id: string) => ({
    pk: `REVIEW_WORD#${digest(beginning)}`,
    sk: `${createdAt}#${id}`,
  }),
  reviewAbout: (about: string, createdAt: string, id: string) => ({
    pk: `REVIEW_ABOUT#${about}`,
    sk: `${createdAt}#${id}`,
  }),
  /** How many reviews waited when they were counted last. */
  reviewCounts: () => ({ pk: 'REVIEW_COUNTS', sk: 'REVIEW_COUNTS' }),
  /** Somebody of the staff: all are in one partition, which is read as a whole to tell them of something. */
  staffMember: (personId: string) => ({ pk: 'STAFF', sk: `MEMBER#${personId}` }),
  /** Which addresses of the setting `REVIEWERS` count no more, because items took over. */
  staffSeeds: () => ({ pk: 'STAFF', sk: 'SEEDS' }),
  /** That somebody of the staff looked at something in an hour (`YYYY-MM-DDTHH`) is recorded. */
  staffLook: (personId: string, hour: string, subjectId: string) => ({
    pk: `LOOK#${personId}`,
    sk: `${hour}#${subjectId}`,
  }),
  /** `reference` is the digest of the challenge's id, which is a secret of the browser. */
  signInChallenge: (reference: string) => ({ pk: `SIGN_IN#${reference}`, sk: 'SIGN_IN' }),
  /** What is known of the sign-ins for a mail address, whether or not there is an account. */
  signInAddress: (email: string) => ({
    pk: `SIGN_IN_ADDRESS#${digest(textKey(email))}`,
    sk: 'SIGN_IN_ADDRESS',
  }),
  /** A browser that has signed in to the account before; its id is in the browser's signed cookie. */
  knownBrowser: (personId: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `BROWSER#${id}`,
  }),
  /** The session as its owner lists it. */
  ownedSession: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `SESSION#${createdAt}#${id}`,
  }),
  /** The token in the session's cookie is a secret; its digest finds the session. */
  session: (token: string) => ({ pk: `SESSION#${digest(token)}`, sk: 'SESSION' }),
  /** A passkey lies with its owner; `reference` is the digest of the id that its authenticator gave it. */
  passkey: (personId: string, reference: string) => ({
    pk: `PERSON#${personId}`,
    sk: `PASSKEY#${reference}`,
  }),
  /** The code with which somebody of the staff adds their first passkey. */
  passkeyCode: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'PASSKEY_CODE' }),
  /** That a credential id belongs to somebody, for ever: no second account can have it, and none that was removed. */
  passkeyTaken: (reference: string) => ({ pk: `PASSKEY#${reference}`, sk: 'PASSKEY' }),
  /** A challenge that was answered: it is not answered again. */
  answeredCeremony: (reference: string) => ({ pk: `CEREMONY#${reference}`, sk: 'CEREMONY' }),
  /** Attempts of a mail or network address: hashed with the window, so that no two windows can be linked. */
  attempts: (kind: string, subject: string, windowStart: string) => ({
    pk: `ATTEMPTS#${kind}#${digest(`${windowStart} ${foldCase(subject.trim())}`)}`,
    sk: 'ATTEMPTS',
  }),
  /** A form of the portal that was carried out: it is not carried out again. */
  sentForm: (personId: string, formId: string) => ({
    pk: `SENT_FORM#${digest(`${personId} ${formId}`)}`,
    sk: 'SENT_FORM',
  }),
  /** A change of a person's address, until both addresses are told. */
  emailChange: (id: string) => ({ pk: `EMAIL_CHANGE#${id}`, sk: 'EMAIL_CHANGE' }),
  /** An address that mail came back from, or whose reader complained. */
  mailAddress: (email: string) => ({
    pk: `MAIL_ADDRESS#${digest(textKey(email))}`,
    sk: 'MAIL_ADDRESS',
  }),
  /** A mail of an event that one of its recipients has been sent; `recipient` is no address. */
  mailed: (eventId: string, recipient: string) => ({
    pk: `MAILED#${digest(`${eventId} ${recipient}`)}`,
    sk: 'MAILED',
  }),
  /** What an operator has asked for, and a second one has to approve; and the request itself, as long as that can be. */
  operatorApproval: (id: string) => ({
    pk: `OPERATOR_APPROVAL#${id}`,
    sk: 'OPERATOR_APPROVAL',
  }),
  askedRequest: (id: string) => ({ pk: `OPERATOR_APPROVAL#${id}`, sk: 'REQUEST' }),
  /** Somebody has lost the mailbox of their account; and what shows that it is them. */
  mailboxCase: (id: string) => ({ pk: `MAILBOX_CASE#${id}`, sk: 'MAILBOX_CASE' }),
  mailboxEvidence: (caseId: string, id: string) => ({
    pk: `MAILBOX_CASE#${caseId}`,
    sk: `EVIDENCE#${id}`,
  }),
  /** The token of a mailed link is a secret; its digest finds the case that it stops. */
  mailboxLink: (token: string) => ({ pk: `MAILBOX_LINK#${digest(token)}`, sk: 'MAILBOX_LINK' }),
  visitorPass: (id: string) => ({ pk: `VISITOR_PASS#${id}`, sk: 'VISITOR_PASS' }),
  /** One application of an address, from one source, on one UTC day (YYYY-MM-DD). */
  visitorPassClaim: (email: string, source: string, day: string) => ({
    pk: `VISITOR_PASS_CLAIM#${digest([day, textKey(email), textKey(source)].join(' '))}`,
    sk: 'VISITOR_PASS_CLAIM',
  }),
  /** The one mail about visitor passes that an address gets on a UTC day. */
  visitorPassMail: (email: string, day: string) => ({
    pk: `VISITOR_PASS_MAIL#${digest([day, textKey(email)].join(' '))}`,
    sk: 'VISITOR_PASS_MAIL',
  }),
  /** The applications of an address, and those from a source, by age. */
  visitorPassOfEmail: (email: string, createdAt: string, id: string) => ({
    pk: `VISITOR_PASSES_OF_EMAIL#${digest(textKey(email))}`,
    sk: `${createdAt}#${id}`,
  }),
  visitorPassOfSource: (source: string, createdAt: string, id: string) => ({
    pk: shardOf(visitorPassesOfSource(source), shards.source, id),
    sk: `${createdAt}#${id}`,
  }),
  /** A record of a former register that was imported; what that register calls it may be about a person. */
  importedRecord: (batch: string, kind: string, sourceId: string) => ({
    pk: `IMPORT#${batch}#${digest(`${kind} ${sourceId}`)}`,
    sk: 'IMPORT',
  }),
  /** What an operator typed as the reason of an act; the entry of the trail has its id. */
  actReason: (id: string) => ({ pk: `ACT_REASON#${id}`, sk: 'ACT_REASON' }),
  /** How far the decided cases were looked at for files whose days are over. */
  retentionRun: () => ({ pk: 'RETENTION_RUN', sk: 'RETENTION_RUN' }),
  /** Files that no item leads to any more, until they are gone: few, and read as a whole. */
  fileErasure: (id: string) => ({ pk: 'FILE_ERASURES', sk: `FILES#${id}` }),
  integration: (id: string) => ({ pk: `INTEGRATION#${id}`, sk: 'INTEGRATION' }),
  /** When the entity's residency ends and when it was registered, on the lists of that. */
  entityTerm: (entityId: string) => ({ pk: `ENTITY#${entityId}`, sk: 'TERM' }),
  /** That a representative has confirmed what the register says of the entity, for a year (YYYY). */
  entityConfirmation: (entityId: string, year: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CONFIRMATION#${year}`,
  }),
  /** One notice of the end of a term (a residency, or that of an entity): so many days before that UTC day. */
  termNotice: (termId: string, day: string, step: string) => ({
    pk: `TERM_NOTICE#${termId}`,
    sk: `${day}#${step}`,
  }),
  residencyApplication: (id: string) => ({
    pk: `RESIDENCY_APPLICATION#${id}`,
    sk: 'RESIDENCY_APPLICATION',
  }),
  /** The partition of the integration lists its applications by age. */
  residencyApplicationRow: (integrationId: string, createdAt: string, id: string) => ({
    pk: `INTEGRATION#${integrationId}`,
    sk: `RESIDENCY_APPLICATION#${createdAt}#${id}`,
  }),
  /** The token of the link under which the agreement is accepted is a secret, like a signature link's. */
  agreementLink: (token: string) => ({ pk: `AGREEMENT#${digest(token)}`, sk: 'AGREEMENT' }),
  /** The token of a mailed link is a secret; its digest finds the application whose account it claims. */
  claimLink: (token: string) => ({ pk: `CLAIM#${digest(token)}`, sk: 'CLAIM' }),
  /** It lies beside the application: its key follows from the application's id. */
  applicantAccess: (applicationId: string) => ({
    pk: `RESIDENCY_APPLICATION#${applicationId}`,
    sk: 'APPLICANT_ACCESS',
  }),
  oauthClient: (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' }),
  registrationToken: (id: string) => ({ pk: 'REGISTRATION_TOKENS', sk: `TOKEN#${id}` }),
  /** Counts the issues of such tokens, so that their limit holds. */
  registrationTokenCount: () => ({ pk: 'REGISTRATION_TOKENS', sk: 'COUNT' }),
  clientKeySet: (clientId: string) => ({ pk: `CLIENT_KEYS#${clientId}`, sk: 'CLIENT_KEYS' }),
  /** What a person allows a client; it lies with the person, where it is listed. */
  consent: (personId: string, clientId: string) => ({
    pk: `PERSON#${personId}`,
    sk: `CONSENT#${clientId}`,
  }),
  grant: (id: string) => ({ pk: `GRANT#${id}`, sk: 'GRANT' }),
  /**
   * `reference` is the digest of the request's id, which is in the address of its page. Version 0.1.0 stored
   * requests; since then, only the fact that one was answered is stored.
   */
  authorizationRequest: (reference: string) => ({
    pk: `OAUTH_REQUEST#${reference}`,
    sk: 'OAUTH_REQUEST',
  }),
  answeredRequest: (reference: string) => ({
    pk: `OAUTH_ANSWER#${reference}`,
    sk: 'OAUTH_ANSWER',
  }),
  /** Codes and tokens are secrets; their digests find them. */
  authorizationCode: (code: string) => ({ pk: `OAUTH_CODE#${digest(code)}`, sk: 'OAUTH_CODE' }),
  refreshToken: (token: string) => ({
    pk: `REFRESH_TOKEN#${digest(token)}`,
    sk: 'REFRESH_TOKEN',
  }),
  revokedToken: (jti: string) => ({ pk: `REVOKED_TOKEN#${jti}`, sk: 'REVOKED_TOKEN' }),
  /** `reference` is the digest of the device code, which is a secret of the device. */
  deviceAuthorization: (reference: string) => ({ pk: `DEVICE#${reference}`, sk: 'DEVICE' }),
  /** `code` in the form in which user codes are compared. */
  userCode: (code: string) => ({ pk: `USER_CODE#${digest(code)}`, sk: 'USER_CODE' }),
  /** A verifiable credential lies with the person whose it is; that of an entity can be found from the entity, too. */
  credential: (personId: string, issuedAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `CREDENTIAL#${issuedAt}#${id}`,
  }),
  credentialOfEntity: (entityId: string, issuedAt: string, id: string) => ({
    pk: `ENTITY#${entityId}`,
    sk: `CREDENTIAL#${issuedAt}#${id}`,
  }),
  /** `reference` is the digest of the code that a wallet was offered, which is a secret. */
  credentialOffer: (reference: string) => ({
    pk: `CREDENTIAL_OFFER#${reference}`,
    sk: 'CREDENTIAL_OFFER',
  }),
  /** What a wallet may have, and have renewed. */
  credentialGrant: (id: string) => ({ pk: `CREDENTIAL_GRANT#${id}`, sk: 'CREDENTIAL_GRANT' }),
  /** That a place of a status list says "invalid". */
  revokedPlace: (list: string, index: number) => ({
    pk: `STATUS_LIST#${list}`,
    sk: `REVOKED#${index}`,
  }),
  /** That an index of a status list is taken. */
  credentialIndex: (list: string, index: number) => ({
    pk: `CREDENTIAL_INDEX#${list}#${index}`,
    sk: 'CREDENTIAL_INDEX',
  }),
  /** The public keys of tokens, in one partition, because they are read together. */
  signingKey: (kid: string) => ({ pk: 'SIGNING_KEYS', sk: `KEY#${kid}` }),
  /**
   * A member of a list that operators page through, newest first. `count`: over how many partitions the list was spread
   * when it was put there; before lists were spread, 0.
   */
  listed: (
    collection: Collection,
    createdAt: string,
    id: string,
    count: number = listShards(collection),
  ) => ({
    pk: shardOf(`LIST#${collection}`, count, id),
    sk: `${createdAt}#${id}`,
  }),
  audit: (subjectId: string | null, at: string, id: string) => ({
    pk: `AUDIT#${subjectId ?? 'none'}`,
    sk: `${at}#${id}`,
  }),
  /**
   * Copies of an entry, on the lists of filters that its own keys don't serve: see
   * `shared/audit/audit-items.ts`.
   */
  auditByAction: (filter: string, at: string, id: string) => ({
    pk: `AUDIT#ACTION#${digest(filter)}`,
    sk: `${at}#${id}`,
  }),
  auditByActor: (filter: string, at: string, id: string) => ({
    pk: `AUDIT#ACTOR#${digest(filter)}`,
    sk: `${at}#${id}`,
  }),
  event: (id: string) => ({ pk: `OUTBOX#${id}`, sk: 'EVENT' }),
  /** What became of an event: who delivers it, and that it was. */
  delivery: (eventId: string) => ({ pk: `DELIVERY#${eventId}`, sk: 'DELIVERY' }),
  /** An event at its place in a feed, whose twelve digits sort as texts; `feed` as `feeds` below makes it. */
  feedEvent: (feed: string, position: string) => ({ pk: `FEED_EVENTS#${feed}`, sk: position }),
  /** How far a feed has come. */
  feed: (feed: string) => ({ pk: `FEED#${feed}`, sk: 'FEED' }),
  /** How many addresses are told of a feed's events; beside how far it has come. */
  feedListeners: (feed: string) => ({ pk: `FEED#${feed}`, sk: 'LISTENERS' }),
  /** An address that is told of the events of a feed. */
  webhookEndpoint: (feed: string, id: string) => ({
    pk: `WEBHOOKS#${feed}`,
    sk: `ENDPOINT#${id}`,
  }),
  /** What an address was told, or is to be told; its id begins with the event's position. */
  webhookDelivery: (endpointId: string, id: string) => ({
    pk: `WEBHOOK#${endpointId}`,
    sk: `DELIVERY#${id}`,
  }),
  /** That a delivery is due at an instant. */
  webhookDue: (endpointId: string, at: string, id: string) => ({
    pk: `WEBHOOK#${endpointId}`,
    sk: `DUE#${at}#${id}`,
  }),
  /** That a client is told of a logout. */
  logout: (id: string) => ({ pk: `LOGOUT#${id}`, sk: 'LOGOUT' }),
  /** That a client's receiver of logouts is silent, and until when it is left alone. */
  logoutPause: (clientId: string) => ({ pk: `LOGOUT_PAUSE#${clientId}`, sk: 'LOGOUT_PAUSE' }),
  /** That a change of the table is in a feed: it is there once, however often the stream tells of it. */
  feedClaim: (feed: string, changeId: string) => ({
    pk: `FEED_CLAIM#${digest(`${feed} ${changeId}`)}`,
    sk: 'FEED_CLAIM',
  }),
  /** `scope` is the digest of an `Idempotency-Key` with its sender and its operation. */
  effect: (scope: string) => ({ pk: `EFFECT#${scope}`, sk: 'EFFECT' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** Lists that are kept in the table itself, not in an index, because a list must show what was just written. */
export type Collection =
  | 'person'
  | 'voucher'
  | 'reserved_name'
  | 'mail_address'
  | 'payment_case'
  | `payment_case#${'open' | 'taken' | 'closed'}`
  | 'mailbox_case'
  | 'mailbox_case#running'
  /** Those about the account of a person. */
  | `mailbox_case#of#${string}`
  | 'operator_approval'
  | `operator_approval#${'pending' | 'carried_out' | 'refused' | 'withdrawn' | 'expired'}`
  | 'review'
  | 'review_pending'
  /** Those of a type, those of a status, or those of both: `review#amendment#approved`. */
  | `review#${string}`
  /** The reviewers' queue, by tab and type (`review_waiting#amendment`, `*` for any); and what somebody has claimed. */
  | `review_${'waiting' | 'answered' | 'asked' | 'decided' | 'claimed'}#${string}`
  | 'visitor_pass';

/** Over how many partitions a list is spread: those to which few things go are not. */
export function listShards(collection: Collection): number {
  // Of differences about money there are few.
  if (collection.startsWith('payment_case')) return 0;
  // Two people are at work on each.
  if (collection.startsWith('mailbox_case')) return 0;
  if (collection.startsWith('operator_approval')) return 0;
  // Nobody is at work on a thousand things in a second.
  if (collection.startsWith('review_claimed')) return 0;
  return collection === 'reserved_name' || collection === 'mail_address' ? 0 : shards.listed;
}

/** The applications for visitor passes from a source; spread. */
export function visitorPassesOfSource(source: string): string {
  return `VISITOR_PASSES_OF_SOURCE#${digest(textKey(source))}`;
}

/** The feeds of events: one for each of those who are told, and one for everybody who may search the registry. */
export const feeds = {
  person: (id: string) => `PERSON#${id}`,
  integration: (id: string) => `INTEGRATION#${id}`,
  registry: 'REGISTRY',
} as const;

/** Partitions that hold what belongs to one owner. */
export const partitions = {
  person: (id: string) => keys.person(id).pk,
  entity: (id: string) => keys.entity(id).pk,
  integration: (id: string) => keys.integration(id).pk,
  /**
   * The answer that is kept for repeats of a request; `scope` is the digest of the key with its sender and its
   * operation.
   */
  idempotency: (scope: string) => `IDEMPOTENCY#${scope}`,
  /** In an index: the applications for visitor passes of an address, from a source. */
  visitorPassesOf: (email: string, source: string) =>
    `VISITOR_PASSES_OF#${digest(JSON.stringify([textKey(email), textKey(source)]))}`,
  /** In an index: the addresses that are to be told of something, by when. */
  webhooksDue: (list: number) => `WEBHOOKS_DUE#${list}`,
  /** In an index: the checkout sessions whose provider is to be asked about a payment, by when. */
  paymentQuestions: (list: number) => `PAYMENT_QUESTIONS#${list}`,
  /** In an index: the payments that had their effect on a UTC day (YYYY-MM-DD). */
  paymentsOfDay: (provider: string, day: string, list: number) =>
    `PAYMENTS#${provider}#${day}#${list}`,
  /** In an index: what the sandbox was paid on a UTC day. */
  sandboxStatement: (provider: string, day: string) => `SANDBOX_STATEMENT#${provider}#${day}`,
  /** In the indexes: things whose name, or part of an address, begins with these letters. */
  beginning: (found: string, letters: string) =>
    `BEGINNINGS#${digest(JSON.stringify([found, letters]))}`,
  /** In the indexes: the entries of the audit trail that match a filter. */
  auditFilter: (filter: string) => `AUDIT_FILTER#${digest(filter)}`,
} as const;
