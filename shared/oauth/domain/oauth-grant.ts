import type { AuthMethod } from './client-metadata.ts';
import { type Consent, consentStands, type GrantOwner } from './oauth-consent.ts';
import { intersection } from './oauth-scope.ts';

/** The lifetime of access tokens and ID tokens in seconds (spec 4.1). */
export const accessTokenLifetime = 3_600;

/** The most days for which a refresh token family lasts, and the same in milliseconds. */
export const familyDays = 180;
const familyLifetime = familyDays * 86_400_000;

/** A token family: all tokens from one authorization. Instants are ISO 8601 in UTC. */
export interface Grant {
  readonly id: string;
  readonly consentId: string;
  readonly personId: string;
  readonly clientId: string;
  /** In the contract's spelling. */
  readonly scopes: readonly string[];
  /** As the client spelled them, for the responses. */
  readonly scope: string;
  /** The legal entities chosen at this authorization. */
  readonly legalEntityIds: readonly string[];
  readonly credentialEpoch: number;
  readonly authTime: string;
  /** Authentication methods. */
  readonly amr: readonly string[];
  /** The session id for this client; absent for devices. */
  readonly sid?: string | undefined;
  /** The thumbprint of the key in its first proof; absent: its refresh tokens need no proof. */
  readonly jkt?: string | undefined;
  /**
   * The thumbprint of the attested instance's key to which it was issued; absent: the client is not
   * attested.
   */
  readonly instance?: string | undefined;
  /**
   * The Agent Key with which the client acts: its tokens are for the MCP endpoint. The grant has
   * ended when this key is revoked. Absent: its tokens are for the API.
   */
  readonly agentKey?: { readonly id: string; readonly hash: string } | undefined;
  readonly nonce: string | null;
  readonly createdAt: string;
  /** When its code was issued or its device asked, which is before `createdAt`. */
  readonly authorizedAt: string;
  readonly lastUsedAt: string;
  readonly revokedAt: string | null;
  /** The latest time at which the family's last refresh token expires. */
  readonly refreshExpiresAt: string;
}

/** Whether a family's refresh token is reused instead of being rotated (decision 92). */
export function staysAsItIs(
  { jkt }: Pick<Grant, 'jkt'>,
  { dpopBoundAccessTokens }: { readonly dpopBoundAccessTokens: boolean },
): boolean {
  return dpopBoundAccessTokens && jkt !== undefined;
}

/** Key thumbprints: of the DPoP proof, and of the attested client instance. Absent if there is none. */
interface ProvedKeys {
  readonly jkt?: string | undefined;
  readonly instance?: string | undefined;
}

/**
 * Whether a refresh token is valid with the keys that its request proves. The token of a
 * confidential client is bound to the client and can be used with any DPoP key (RFC 9449, section
 * 5; decision 92), that of an attested client is bound to its instance
 * (draft-ietf-oauth-attestation-based-client-auth, section 10.3), and that of a public client to
 * the DPoP key.
 */
export function opensWith(grant: ProvedKeys, proved: ProvedKeys, method: AuthMethod): boolean {
  if (grant.instance !== undefined && grant.instance !== proved.instance) return false;
  if (grant.jkt === undefined || grant.jkt === proved.jkt) return true;
  const isConfidential = method === 'client_secret' || method === 'private_key_jwt';
  return proved.jkt !== undefined && (isConfidential || grant.instance !== undefined);
}

/**
 * `withdrawn`: the user withdrew the consent; `void`: the account was deactivated. A grant that has
 * ended stays ended.
 */
export type GrantStatus = 'live' | 'revoked' | 'withdrawn' | 'void';

/** Tokens authorized before this instant are no longer valid. */
export interface TokenEnd {
  readonly tokensNotBefore?: string | undefined;
}

/**
 * Whether something was authorized before the client's tokens ended. A code can be redeemed after
 * that instant, so a family is judged by its authorization.
 */
export function isBeforeTokensCount(
  { authorizedAt }: Pick<Grant, 'authorizedAt'>,
  { tokensNotBefore }: TokenEnd,
): boolean {
  return tokensNotBefore !== undefined && authorizedAt < tokensNotBefore;
}

/** The grant's current status, from its own item, its consent, its owner and its client. */
export function grantStatus(
  grant: Grant,
  consent: Consent | null,
  owner: GrantOwner | null,
  client: TokenEnd,
): GrantStatus {
  if (grant.revokedAt !== null || isBeforeTokensCount(grant, client)) return 'revoked';
  const theirs = owner?.id === grant.personId && owner.status === 'active';
  if (!theirs || owner.credentialEpoch !== grant.credentialEpoch) return 'void';
  return consent?.id === grant.consentId && consentStands(consent, owner) ? 'live' : 'withdrawn';
}

/**
 * The current scopes of a token: at most those it was issued with, and those that the user still
 * allows.
 */
export function effectiveScopes<S extends string>(
  tokenScopes: readonly S[],
  grant: Pick<Grant, 'scopes'>,
  consent: Pick<Consent, 'scopes'>,
): S[] {
  return intersection(intersection(tokenScopes, grant.scopes), consent.scopes);
}

/** The legal entities to which the grant currently gives access. */
export function effectiveEntities(
  grant: Pick<Grant, 'legalEntityIds'>,
  consent: Pick<Consent, 'legalEntityIds'>,
): string[] {
  return intersection(grant.legalEntityIds, consent.legalEntityIds);
}

/** Whether a grant with these scopes has refresh tokens: one for agents always, until its key ends. */
export function isRefreshable(
  { agentKey }: Pick<Grant, 'agentKey'>,
  scopes: readonly string[],
): boolean {
  return agentKey !== undefined || scopes.includes('offline_access');
}

/** When the last refresh token of a family expires, as an instant in ISO 8601. */
export function familyEnd(createdAt: string): string {
  return new Date(Date.parse(createdAt) + familyLifetime).toISOString();
}
