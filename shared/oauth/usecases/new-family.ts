import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import type { TokenResponse } from '../contracts/oauth.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { consentCheck, StoredConsent } from '../db/oauth-consents.ts';
import { newGrantWrite, type StoredGrant } from '../db/oauth-grants.ts';
import type { IssuerDeps } from '../deps/issuer.ts';
import {
  effectiveScopes,
  familyEnd,
  grantStatus,
  isBeforeTokensCount,
} from '../domain/oauth-grant.ts';
import { intersection } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import { oauthErrors } from '../errors/oauth-errors.ts';
import { issueTokens } from './issue-tokens.ts';

/** What a user allowed, as stored with a code or a device's request. */
export interface Allowed {
  readonly grantId: string;
  readonly personId: string;
  readonly consentId: string;
  readonly scopes: readonly string[];
  readonly scope: string;
  readonly legalEntityIds: readonly string[];
  readonly authTime: string;
  /** How. */
  readonly amr: readonly string[];
  /** What stands for the session with the client; a device has none. */
  readonly sid?: string | undefined;
  readonly credentialEpoch: number;
  readonly nonce: string | null;
  /** When the code was issued, or the device asked. */
  readonly createdAt: string;
}

/** The answer to a redemption, and the writes that make its tokens valid. */
export interface NewFamily {
  readonly response: TokenResponse;
  readonly writes: {
    readonly grant: Write;
    readonly refreshToken: Write | undefined;
    /** Refused when the user took the consent back meanwhile. */
    readonly consent: Write | undefined;
    /** Refused when the account was deactivated meanwhile. */
    readonly person: Write;
  };
}

/**
 * The first tokens of a family, bound to the key of the thumbprint `jkt` and to the attested `instance` where there is one: for those of the allowed scopes that the client may still have. One round trip.
 *
 * Errors: 400 `invalid_grant` when the consent or the account is gone, or the client's tokens of that time were ended; 400 `invalid_scope` when the client
 * may have nothing of it any more.
 */
export async function newFamily(
  allowed: Allowed,
  client: StoredClient,
  how: {
    readonly now: Date;
    readonly jkt: string | undefined;
    readonly instance: string | undefined;
  },
  deps: IssuerDeps,
): Promise<NewFamily> {
  const { personId } = allowed;
  const { now, jkt } = how;
  if (isBeforeTokensCount({ authorizedAt: allowed.createdAt }, client))
    throw oauthErrors.invalidGrant();
  // It may have gone back to test mode since the code was issued.
  if (!isOpenTo(client, personId)) throw oauthErrors.invalidGrant();
  const [consentItem, personItem] = await getItems(deps.table, [
    keys.consent(personId, client.clientId),
    keys.person(personId),
  ]);
  const consent = parseFound(StoredConsent, consentItem);
  const person = parseFound(StoredPerson, personItem);
  const grant = grantOf(allowed, client, how);
  if (
    consent === null ||
    person === null ||
    grantStatus(grant, consent, person, client) !== 'live'
  ) {
    throw oauthErrors.invalidGrant();
  }
  const scopes = intersection(effectiveScopes(allowed.scopes, grant, consent), client.scopes);
  if (scopes.length === 0) throw oauthErrors.invalidScope('No scope is left for the client');
  const { response, refreshToken } = await issueTokens(
    {
      grant,
      client,
      jkt,
      scopes,
      spelled: allowed.scope,
      refreshable: scopes.includes('offline_access'),
      nonce: allowed.nonce,
    },
    now,
    deps,
  );
  return {
    response,
    writes: {
      grant: newGrantWrite(grant),
      refreshToken,
      consent: consentCheck(personId, client.clientId, consent.id),
      person: actingEpochCheck(person),
    },
  };
}

function grantOf(
  allowed: Allowed,
  { clientId }: StoredClient,
  { now, jkt, instance }: Parameters<typeof newFamily>[2],
): StoredGrant {
  const at = now.toISOString();
  return {
    id: allowed.grantId,
    consentId: allowed.consentId,
    personId: allowed.personId,
    clientId,
    scopes: [...allowed.scopes],
    scope: allowed.scope,
    legalEntityIds: [...allowed.legalEntityIds],
    credentialEpoch: allowed.credentialEpoch,
    authTime: allowed.authTime,
    amr: allowed.amr,
    sid: allowed.sid,
    jkt,
    instance,
    nonce: allowed.nonce,
    createdAt: at,
    authorizedAt: allowed.createdAt,
    lastUsedAt: at,
    revokedAt: null,
    refreshExpiresAt: familyEnd(at),
  };
}
