import { foldCase, textKey } from '../domain/fold-case.ts';
import { digest, shardOf, shards } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of people, how they sign in, and of partners and visitors. */
export const personKeys = {
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
  /** A call that waits for the approval of the key's owner, and what became of it. */
  keyApproval: (personId: string, id: string) => ({
    pk: `KEY_APPROVALS#${personId}`,
    sk: `APPROVAL#${id}`,
  }),
  /** The call itself, as long as it waits. */
  askedCall: (personId: string, id: string) => ({
    pk: `KEY_APPROVALS#${personId}`,
    sk: `CALL#${id}`,
  }),
  /** On which day a key was used last. */
  keyUse: (keyId: string) => ({ pk: `KEY_USE#${keyId}`, sk: 'USE' }),
  /** For a key, and those that it is rotated into. */
  rateCount: (keyId: string) => ({ pk: `RATE#${keyId}`, sk: 'RATE' }),
  /** Someone with a permit number, among those born on the same day. */
  permitHolder: (dateOfBirth: string, personId: string) => ({
    pk: `BORN#${digest(dateOfBirth)}`,
    sk: `PERSON#${personId}`,
  }),
  /** How often someone was filed there. */
  permitsFiled: (dateOfBirth: string) => ({ pk: `BORN#${digest(dateOfBirth)}`, sk: 'FILED' }),
  residentPermitNumber: (rpn: string) => ({ pk: `RPN#${rpn}`, sk: 'RPN' }),
  /** A proof that a person shows others: `reference` is the digest of its code, which only its recipients know. */
  holderProof: (reference: string) => ({ pk: `PROOF#${reference}`, sk: 'PROOF' }),
  /** The proof as its holder lists it. */
  ownedProof: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `PROOF#${createdAt}#${id}`,
  }),
  /** A staff member: all are in one partition, which is read as a whole to tell them of something. */
  staffMember: (personId: string) => ({ pk: 'STAFF', sk: `MEMBER#${personId}` }),
  /** Which addresses of the setting `REVIEWERS` no longer apply, because items took over. */
  staffSeeds: () => ({ pk: 'STAFF', sk: 'SEEDS' }),
  /** Records that a staff member viewed something in an hour (`YYYY-MM-DDTHH`). */
  staffLook: (personId: string, hour: string, subjectId: string) => ({
    pk: `LOOK#${personId}`,
    sk: `${hour}#${subjectId}`,
  }),
  /** `reference` is the digest of the challenge's id, which is a secret of the browser. */
  signInChallenge: (reference: string) => ({ pk: `SIGN_IN#${reference}`, sk: 'SIGN_IN' }),
  /** Sign-ins for an email address, whether or not there is an account. */
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
  /** The code with which a staff member adds their first passkey. */
  passkeyCode: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'PASSKEY_CODE' }),
  /** A credential id's permanent owner: no second account can use it, even after its removal. */
  passkeyTaken: (reference: string) => ({ pk: `PASSKEY#${reference}`, sk: 'PASSKEY' }),
  /** A challenge that was answered: it is not answered again. */
  answeredCeremony: (reference: string) => ({ pk: `CEREMONY#${reference}`, sk: 'CEREMONY' }),
  /** A form of the portal that was carried out: it is not carried out again. */
  sentForm: (personId: string, formId: string) => ({
    pk: `SENT_FORM#${digest(`${personId} ${formId}`)}`,
    sk: 'SENT_FORM',
  }),
  /** A change of a person's address, until both addresses have got their email. */
  emailChange: (id: string) => ({ pk: `EMAIL_CHANGE#${id}`, sk: 'EMAIL_CHANGE' }),
  /** Someone has lost the mailbox of their account; and what shows that it is them. */
  mailboxCase: (id: string) => ({ pk: `MAILBOX_CASE#${id}`, sk: 'MAILBOX_CASE' }),
  mailboxEvidence: (caseId: string, id: string) => ({
    pk: `MAILBOX_CASE#${caseId}`,
    sk: `EVIDENCE#${id}`,
  }),
  /** The token of an emailed link is a secret; its digest finds the case that it stops. */
  mailboxLink: (token: string) => ({ pk: `MAILBOX_LINK#${digest(token)}`, sk: 'MAILBOX_LINK' }),
  visitorPass: (id: string) => ({ pk: `VISITOR_PASS#${id}`, sk: 'VISITOR_PASS' }),
  /** One application of an address, from one source, on one UTC day (YYYY-MM-DD). */
  visitorPassClaim: (email: string, source: string, day: string) => ({
    pk: `VISITOR_PASS_CLAIM#${digest([day, textKey(email), textKey(source)].join(' '))}`,
    sk: 'VISITOR_PASS_CLAIM',
  }),
  /** The one email about visitor passes that an address gets on a UTC day. */
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
  integration: (id: string) => ({ pk: `INTEGRATION#${id}`, sk: 'INTEGRATION' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** The applications for visitor passes from a source; spread. */
export function visitorPassesOfSource(source: string): string {
  return `VISITOR_PASSES_OF_SOURCE#${digest(textKey(source))}`;
}

/** Keys of OAuth clients and what they hold, and of the credentials that wallets do. */
export const clientKeys = {
  oauthClient: (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' }),
  /** A picture of a client, by its digest. */
  clientLogo: (clientId: string, sha256: string) => ({
    pk: `CLIENT#${clientId}`,
    sk: `LOGO#${sha256}`,
  }),
  /** The applications that a person registered; stored with the person. */
  ownedClients: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'CLIENTS' }),
  registrationToken: (id: string) => ({ pk: 'REGISTRATION_TOKENS', sk: `TOKEN#${id}` }),
  /** Counts the issues of such tokens, so that their limit holds. */
  registrationTokenCount: () => ({ pk: 'REGISTRATION_TOKENS', sk: 'COUNT' }),
  clientKeySet: (clientId: string) => ({ pk: `CLIENT_KEYS#${clientId}`, sk: 'CLIENT_KEYS' }),
  /** A person's consent to a client, in the person's partition, where it is listed. */
  consent: (personId: string, clientId: string) => ({
    pk: `PERSON#${personId}`,
    sk: `CONSENT#${clientId}`,
  }),
  grant: (id: string) => ({ pk: `GRANT#${id}`, sk: 'GRANT' }),
  /** `reference` is the digest of the id in the address of the request's page. */
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
  /** A verifiable credential, stored with its holder; one of an entity can be found from the entity as well. */
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
  /** A wallet's right to a credential and its renewals. */
  credentialGrant: (id: string) => ({ pk: `CREDENTIAL_GRANT#${id}`, sk: 'CREDENTIAL_GRANT' }),
  /** A place of a status list that is "invalid". */
  revokedPlace: (list: string, index: number) => ({
    pk: `STATUS_LIST#${list}`,
    sk: `REVOKED#${index}`,
  }),
  /** That an index of a status list is taken. */
  credentialIndex: (list: string, index: number) => ({
    pk: `CREDENTIAL_INDEX#${list}#${index}`,
    sk: 'CREDENTIAL_INDEX',
  }),
  /** The public keys that verify tokens, in one partition, because they are read together. */
  signingKey: (kid: string) => ({ pk: 'SIGNING_KEYS', sk: `KEY#${kid}` }),
  /** That a client is notified of a logout. */
  logout: (id: string) => ({ pk: `LOGOUT#${id}`, sk: 'LOGOUT' }),
  /** A client's logout receiver is silent until then and is not called. */
  logoutPause: (clientId: string) => ({ pk: `LOGOUT_PAUSE#${clientId}`, sk: 'LOGOUT_PAUSE' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;
