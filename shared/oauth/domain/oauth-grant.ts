import type { AuthMethod } from './client-metadata.ts';
import { type Consent, consentStands, type GrantOwner } from './oauth-consent.ts';
import { intersection } from './oauth-scope.ts';

/** How long an access token and an id token live, in seconds (spec 4.1). */
export const accessTokenLifetime = 3_600;

/** How long a family of refresh tokens can live from its authorization, in milliseconds: 180 days. */
const familyLifetime = 15_552_000_000;

/** A token family: all tokens that go back to one authorization. Instants are ISO 8601 in UTC. */
export interface Grant {
  readonly id: string;
  readonly consentId: string;
  readonly personId: string;
  readonly clientId: string;
  /** In the contract's spelling. */
  readonly scopes: readonly string[];
  /** As the client spelled them, for the answers. */
  readonly scope: string;
  /** The legal entities that were chosen at this authorization. */
  readonly legalEntityIds: readonly string[];
  readonly credentialEpoch: number;
  readonly authTime: string;
  /** How. */
  readonly amr: readonly string[];
  /** The id of the session for this client; absent for devices. */
  readonly sid?: string | undefined;
  /** Thumbprint of the key of its first proof; absent: there was none, and its refresh tokens need none. */
  readonly jkt?: string | undefined;
  /** Thumbprint of the key of the attested instance that it was given to; absent: the client is not attested. */
  readonly instance?: string | undefined;
  readonly nonce: string | null;
  readonly createdAt: string;
  /** When its code was issued, or its device asked: before `createdAt`. */
  readonly authorizedAt: string;
  readonly lastUsedAt: string;
  readonly revokedAt: string | null;
  /** The latest time at which the family's last refresh token expires. */
  readonly refreshExpiresAt: string;
}

/** Whether a family's refresh token is used again and again, instead of being replaced (decision 92). */
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
 * Whether a refresh token is valid with the keys that its request proves. That of a confidential client is bound to the client and may
 * come with any DPoP key (RFC 9449, section 5; decision 139), that of an attested client to the instance it was given to
 * (draft-ietf-oauth-attestation-based-client-auth, section 10.3). That of a public client is bound to the DPoP key.
 */
export function opensWith(grant: ProvedKeys, proved: ProvedKeys, method: AuthMethod): boolean {
  if (grant.instance !== undefined && grant.instance !== proved.instance) return false;
  if (grant.jkt === undefined || grant.jkt === proved.jkt) return true;
  const isConfidential = method === 'client_secret' || method === 'private_key_jwt';
  return proved.jkt !== undefined && (isConfidential || grant.instance !== undefined);
}

/** `withdrawn`: the user took the consent back; `void`: the account was deactivated. A grant that has ended stays so. */
export type GrantStatus = 'live' | 'revoked' | 'withdrawn' | 'void';

/** Tokens whose authorization was before this instant are no longer valid. */
export interface TokenEnd {
  readonly tokensNotBefore?: string | undefined;
}

/**
 * Whether something of a client's goes back to before what counts. A code of before may be redeemed after the instant and
 * before the client has it, so a family goes by its authorization.
 */
export function isBeforeTokensCount(
  { authorizedAt }: Pick<Grant, 'authorizedAt'>,
  { tokensNotBefore }: TokenEnd,
): boolean {
  return tokensNotBefore !== undefined && authorizedAt < tokensNotBefore;
}

/** The status as the grant's own item, its consent, its owner and its client have it now. */
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

/** The scopes of a token now: never more than it was issued with, nor than the user allows today. */
export function effectiveScopes<S extends string>(
  tokenScopes: readonly S[],
  grant: Pick<Grant, 'scopes'>,
  consent: Pick<Consent, 'scopes'>,
): S[] {
  return intersection(intersection(tokenScopes, grant.scopes), consent.scopes);
}

/** The legal entities that the grant reaches now. */
export function effectiveEntities(
  grant: Pick<Grant, 'legalEntityIds'>,
  consent: Pick<Consent, 'legalEntityIds'>,
): string[] {
  return intersection(grant.legalEntityIds, consent.legalEntityIds);
}

/** When the last refresh token of a family ends, as an instant in ISO 8601. */
export function familyEnd(createdAt: string): string {
  return new Date(Date.parse(createdAt) + familyLifetime).toISOString();
}
