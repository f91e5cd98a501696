import { digest } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of OAuth clients and what they hold, and of the credentials that wallets do. */
export const clientKeys = {
  oauthClient: (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' }),
  /** A picture of a client, by its digest. */
  clientLogo: (clientId: string, sha256: string) => ({
    pk: `CLIENT#${clientId}`,
    sk: `LOGO#${sha256}`,
  }),
  /** Which applications a person has registered; it lies with the person. */
  ownedClients: (personId: string) => ({ pk: `PERSON#${personId}`, sk: 'CLIENTS' }),
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
  /** That a client is told of a logout. */
  logout: (id: string) => ({ pk: `LOGOUT#${id}`, sk: 'LOGOUT' }),
  /** That a client's receiver of logouts is silent, and until when it is left alone. */
  logoutPause: (clientId: string) => ({ pk: `LOGOUT_PAUSE#${clientId}`, sk: 'LOGOUT_PAUSE' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;
