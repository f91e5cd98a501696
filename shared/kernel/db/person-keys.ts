import { foldCase, textKey } from '../domain/fold-case.ts';
import { digest, shardOf, shards } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of people, their sign-ins, partners and visitors. */
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
  /** A key in its owner's list: `owner` is the partition of a person or an integration. */
  ownedKey: (owner: string, createdAt: string, keyId: string) => ({
    pk: owner,
    sk: `APIKEY#${createdAt}#${keyId}`,
  }),
  /** A call that requires the approval of the key's owner, and its outcome. */
  keyApproval: (personId: string, id: string) => ({
    pk: `KEY_APPROVALS#${personId}`,
    sk: `APPROVAL#${id}`,
  }),
  /** The call itself, while it waits for approval. */
  requestedCall: (personId: string, id: string) => ({
    pk: `KEY_APPROVALS#${personId}`,
    sk: `CALL#${id}`,
  }),
  /** The day on which a key was last used. */
  keyUse: (keyId: string) => ({ pk: `KEY_USE#${keyId}`, sk: 'USE' }),
  /** Shared by a key and the keys that replace it in a rotation. */
  rateCount: (keyId: string) => ({ pk: `RATE#${keyId}`, sk: 'RATE' }),
  /** A permit holder, among those born on the same day. */
  permitHolder: (dateOfBirth: string, personId: string) => ({
    pk: `BORN#${digest(dateOfBirth)}`,
    sk: `PERSON#${personId}`,
  }),
  /** The number of changes to the permit holders of a day. */
  permitsFiled: (dateOfBirth: string) => ({ pk: `BORN#${digest(dateOfBirth)}`, sk: 'FILED' }),
  residentPermitNumber: (rpn: string) => ({ pk: `RPN#${rpn}`, sk: 'RPN' }),
  /**
   * A proof that a person shares: `reference` is the digest of its code, which only its recipients
   * know.
   */
  holderProof: (reference: string) => ({ pk: `PROOF#${reference}`, sk: 'PROOF' }),
  /** A proof in its holder's list. */
  ownedProof: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `PROOF#${createdAt}#${id}`,
  }),
  /** A staff member: all are in one partition, which is read as a whole to notify them. */
  staffMember: (personId: string) => ({ pk: 'STAFF', sk: `MEMBER#${personId}` }),
  /** The addresses of the setting `REVIEWERS` that items have replaced. */
  staffSeeds: () => ({ pk: 'STAFF', sk: 'SEEDS' }),
  /** Records that a staff member viewed something in an hour (`YYYY-MM-DDTHH`). */
  staffView: (personId: string, hour: string, subjectId: string) => ({
    pk: `STAFF_VIEW#${personId}`,
    sk: `${hour}#${subjectId}`,
  }),
  /** `reference` is the digest of the challenge's id, which is a secret of the browser. */
  signInChallenge: (reference: string) => ({ pk: `SIGN_IN#${reference}`, sk: 'SIGN_IN' }),
  /** The sign-ins for an email address, with or without an account. */
  signInAddress: (email: string) => ({
    pk: `SIGN_IN_ADDRESS#${digest(textKey(email))}`,
    sk: 'SIGN_IN_ADDRESS',
  }),
  /** A browser that has signed in to the account before; its id is in a signed cookie. */
  knownBrowser: (personId: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `BROWSER#${id}`,
  }),
  /** A session in its owner's list. */
  ownedSession: (personId: string, createdAt: string, id: string) => ({
    pk: `PERSON#${personId}`,
    sk: `SESSION#${createdAt}#${id}`,
  }),
  /** The token in the session's cookie is a secret; its digest finds the session. */
  session: (token: string) => ({ pk: `SESSION#${digest(token)}`, sk: 'SESSION' }),
  /** A passkey is stored with its owner; `reference` is the digest of its credential id. */
  passkey: (personId: string, reference: string) => ({
    pk: `PERSON#${personId}`,
    sk: `PASSKEY#${reference}`,
  }),
  /** The code with which a staff member adds their first passkey. */
  passkeyCode: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'PASSKEY_CODE' }),
  /**
   * The permanent owner of a credential id: no other account can use it, even after its removal.
   */
  passkeyClaim: (reference: string) => ({ pk: `PASSKEY#${reference}`, sk: 'PASSKEY' }),
  /** An answered challenge, which can't be answered again. */
  answeredCeremony: (reference: string) => ({ pk: `CEREMONY#${reference}`, sk: 'CEREMONY' }),
  /** A processed form of the portal, which can't be processed again. */
  sentForm: (personId: string, formId: string) => ({
    pk: `SENT_FORM#${digest(`${personId} ${formId}`)}`,
    sk: 'SENT_FORM',
  }),
  /** A change of a person's email address, until both addresses have been notified. */
  emailChange: (id: string) => ({ pk: `EMAIL_CHANGE#${id}`, sk: 'EMAIL_CHANGE' }),
  /** A request to recover an account after losing its mailbox, with its evidence. */
  mailboxCase: (id: string) => ({ pk: `MAILBOX_CASE#${id}`, sk: 'MAILBOX_CASE' }),
  mailboxEvidence: (caseId: string, id: string) => ({
    pk: `MAILBOX_CASE#${caseId}`,
    sk: `EVIDENCE#${id}`,
  }),
  /** The token of an emailed link is a secret; its digest finds the case that the link stops. */
  mailboxLink: (token: string) => ({ pk: `MAILBOX_LINK#${digest(token)}`, sk: 'MAILBOX_LINK' }),
  visitorPass: (id: string) => ({ pk: `VISITOR_PASS#${id}`, sk: 'VISITOR_PASS' }),
  /** An address's only application from one source on one UTC day (YYYY-MM-DD). */
  visitorPassClaim: (email: string, source: string, day: string) => ({
    pk: `VISITOR_PASS_CLAIM#${digest([day, textKey(email), textKey(source)].join(' '))}`,
    sk: 'VISITOR_PASS_CLAIM',
  }),
  /** The only email about visitor passes that an address gets on a UTC day. */
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

/** The visitor pass applications from a source; sharded. */
export function visitorPassesOfSource(source: string): string {
  return `VISITOR_PASSES_OF_SOURCE#${digest(textKey(source))}`;
}

/** Keys of OAuth clients and their grants, and of credentials in wallets. */
export const clientKeys = {
  oauthClient: (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' }),
  /** A client's logo, by its digest. */
  clientLogo: (clientId: string, sha256: string) => ({
    pk: `CLIENT#${clientId}`,
    sk: `LOGO#${sha256}`,
  }),
  /** The applications that a person registered; stored with the person. */
  ownedClients: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'CLIENTS' }),
  registrationToken: (id: string) => ({ pk: 'REGISTRATION_TOKENS', sk: `TOKEN#${id}` }),
  /** Counts the registration tokens, to enforce their limit. */
  registrationTokenCount: () => ({ pk: 'REGISTRATION_TOKENS', sk: 'COUNT' }),
  clientKeySet: (clientId: string) => ({ pk: `CLIENT_KEYS#${clientId}`, sk: 'CLIENT_KEYS' }),
  /** A person's consent to a client, listed in the person's partition. */
  consent: (personId: string, clientId: string) => ({
    pk: `PERSON#${personId}`,
    sk: `CONSENT#${clientId}`,
  }),
  grant: (id: string) => ({ pk: `GRANT#${id}`, sk: 'GRANT' }),
  /** `reference` is the digest of the id in the URL of the request's page. */
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
  /** `code` is the normalized user code. */
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
  /** `reference` is the digest of the code in a wallet's offer, which is a secret. */
  credentialOffer: (reference: string) => ({
    pk: `CREDENTIAL_OFFER#${reference}`,
    sk: 'CREDENTIAL_OFFER',
  }),
  /** A wallet's right to a credential and its renewals. */
  credentialGrant: (id: string) => ({ pk: `CREDENTIAL_GRANT#${id}`, sk: 'CREDENTIAL_GRANT' }),
  /** A revoked index of a status list. */
  revokedIndex: (list: string, index: number) => ({
    pk: `STATUS_LIST#${list}`,
    sk: `REVOKED#${index}`,
  }),
  /** A used index of a status list. */
  credentialIndex: (list: string, index: number) => ({
    pk: `CREDENTIAL_INDEX#${list}#${index}`,
    sk: 'CREDENTIAL_INDEX',
  }),
  /** The public keys that verify tokens, in one partition because they are read together. */
  signingKey: (kid: string) => ({ pk: 'SIGNING_KEYS', sk: `KEY#${kid}` }),
  /** A pending logout notification to a client. */
  logout: (id: string) => ({ pk: `LOGOUT#${id}`, sk: 'LOGOUT' }),
  /** Until then a client's logout endpoint is not called, because it did not respond. */
  logoutPause: (clientId: string) => ({ pk: `LOGOUT_PAUSE#${clientId}`, sk: 'LOGOUT_PAUSE' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;
