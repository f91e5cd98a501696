import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import type { TokenResponse } from '../../oauth/contracts/oauth.ts';
import type { StoredClient } from '../../oauth/db/oauth-clients.ts';
import type { IssuerDeps } from '../../oauth/deps/oauth-deps.ts';
import { opensWith } from '../../oauth/domain/oauth-grant.ts';
import { oauthErrors } from '../../oauth/errors/oauth-errors.ts';
import {
  authenticateClient,
  type Once,
  type PresentedClient,
  usedUpByRefusals,
} from '../../oauth/usecases/authenticate-client.ts';
import type { Binding } from '../../oauth/usecases/bind-tokens.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import {
  grantIdOf,
  isLiveGrant,
  refreshHashOf,
  StoredCredentialGrant,
} from '../db/credential-grants.ts';
import { consentKeysOf, consentOfGrant, isStillAllowed } from './client-of-grant.ts';
import { signCredentialTokens } from './credential-tokens.ts';
import { isStillHolder } from './grant-of-access.ts';

/** Whether it has the form of a refresh token for credentials. */
export function isCredentialRefreshToken(text: string): boolean {
  return grantIdOf(text) !== null;
}

/** The grant of a refresh token; null for one that is none of ours, whether or not it has ended. */
export async function findGrantOfToken(
  refreshToken: string,
  { table }: Pick<IssuerDeps, 'table'>,
): Promise<StoredCredentialGrant | null> {
  const id = grantIdOf(refreshToken);
  const stored = id === null ? undefined : await getItem(table, keys.credentialGrant(id));
  const grant = parseFound(StoredCredentialGrant, stored);
  return grant?.refreshHash === refreshHashOf(refreshToken) ? grant : null;
}

/** What a wallet sends to have a credential renewed. */
export interface CredentialRenewal {
  readonly refreshToken: string;
  readonly binding: Binding;
  /** Reads what the request says of its client. Throws where it says nothing. */
  readonly presented: () => PresentedClient;
}

/**
 * Another access token for a wallet that has a refresh token. The refresh token stays as it is. The access token is bound to the key of
 * the request's DPoP proof. A client proves who it is, and may bring another key than before; an attested one must be the same instance.
 * A wallet that took up an offer brings the same key, or proves the key of its first credential. Three round trips.
 *
 * Errors: 400 `invalid_grant` for one that is unknown, ended or revoked, is another client's, or whose owner's account was deactivated
 * or is suspended, who has taken back the consent, or for another instance of the client; 400 `invalid_dpop_proof` where a proof is missing, is by another key
 * than that of the offer, or was used before; those of `authenticateClient`.
 */
export async function renewCredentialTokens(
  { refreshToken, binding, presented }: CredentialRenewal,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const grant = await findGrantOfToken(refreshToken, deps);
  if (grant === null || !isLiveGrant(grant, { now: deps.now().toISOString() })) {
    throw oauthErrors.invalidGrant();
  }
  const renewal = { grant, refreshToken, binding };
  const personKey = keys.person(grant.personId);
  if (grant.client === undefined) {
    const [person] = await getItems(deps.table, [personKey]);
    const once = { assertion: undefined };
    return renew(
      renewal,
      { client: null, instance: undefined, person, consent: undefined, once },
      deps,
    );
  }
  const wanted = [personKey, ...consentKeysOf(grant)] as const;
  const { client, instance, items, once } = await authenticateClient(presented(), wanted, deps);
  const [person, consent] = items;
  return usedUpByRefusals(once, deps, async () => {
    if (client.clientId !== grant.client?.clientId) throw oauthErrors.invalidGrant();
    return renew(renewal, { client, instance, person, consent, once }, deps);
  });
}

/** What was read for a renewal. */
interface Read {
  /** Null: a wallet that took up an offer. */
  readonly client: StoredClient | null;
  readonly instance: string | undefined;
  readonly person: Item | undefined;
  readonly consent: Item | undefined;
  readonly once: Once;
}

async function renew(
  {
    grant,
    refreshToken,
    binding,
  }: Omit<CredentialRenewal, 'presented'> & { readonly grant: StoredCredentialGrant },
  { client, instance, person: personItem, consent, once }: Read,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const bound = { jkt: grant.jkt ?? undefined, instance: grant.instance };
  const method = client === null ? 'none' : client.tokenEndpointAuthMethod;
  if (!opensWith(bound, { jkt: binding?.jkt, instance }, method)) {
    throw grant.instance === instance ? oauthErrors.invalidProof() : oauthErrors.invalidGrant();
  }
  const person = parseFound(StoredPerson, personItem);
  if (
    person === null ||
    !isStillHolder(grant, person) ||
    !isStillAllowed(grant, person, client, consent)
  ) {
    throw oauthErrors.invalidGrant();
  }
  const jkt = grant.jkt && (binding?.jkt ?? grant.jkt);
  const response = await signCredentialTokens({ ...grant, jkt }, refreshToken, deps.now(), deps);
  const outcome = await transact(deps.table, {
    ...once,
    proof: binding?.proof,
    person: actingEpochCheck(person),
    consent: consentOfGrant(grant),
  });
  if (outcome.kind === 'written') return response;
  throw outcome.refusal instanceof ApiError ? outcome.refusal : oauthErrors.invalidGrant();
}
