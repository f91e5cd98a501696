import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { challengeOf } from '../auth/oauth-token.ts';
import { isResourceOf } from '../contracts/authorization.ts';
import type { TokenResponse } from '../contracts/oauth.ts';
import { deviceReference, deviceWrite, StoredDevice } from '../db/device-authorizations.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { redeemCodeWrite, StoredCode } from '../db/oauth-codes.ts';
import { familyTtl } from '../db/oauth-grants.ts';
import type { IssuerDeps } from '../deps/oauth-deps.ts';
import { deviceGrant, mayUse } from '../domain/client-metadata.ts';
import {
  type DeviceAuthorization,
  type DeviceStatus,
  decideDevice,
  deviceStatus,
  isTooFast,
} from '../domain/device-authorization.ts';
import { redeemAuthorizationCode as decide } from '../domain/oauth-code.ts';
import { familyEnd } from '../domain/oauth-grant.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import {
  authenticateClient,
  countUnknownCode,
  type KnownClient,
  type PresentedClient,
  spend,
  usedUpByRefusals,
} from './authenticate-client.ts';
import { type Binding, requireBinding } from './bind-tokens.ts';
import { type Allowed, type NewFamily, newFamily } from './issue-tokens.ts';
import { type FamilyToRevoke, revokeFamily } from './revoke-tokens.ts';

interface CodeRedemption {
  readonly code: string;
  readonly redirectUri: string;
  /** PKCE; null if none was sent. */
  readonly codeVerifier: string | null;
  /** The resource (RFC 8707); null if none was named. */
  readonly resource: string | null;
  readonly binding: Binding;
}

/** The writes of a redemption, and the handling of a code's second use. */
export interface Redeemed {
  begin(
    stored: StoredCode,
    client: StoredClient,
    how: Parameters<typeof newFamily>[2],
    deps: IssuerDeps,
  ): Promise<NewFamily>;
  end(family: FamilyToRevoke, deps: IssuerDeps): Promise<void>;
}

/** A token family, the result of every code that is not for a credential. */
export const tokenFamily: Redeemed = { begin: newFamily, end: revokeFamily };

/**
 * Exchanges an authorization code for tokens, once: one transaction uses up the code and creates
 * the family, if the consent and the account still exist. Three round trips.
 *
 * A second use by the same client is `invalid_grant` and revokes everything issued at the first,
 * even if both arrive at the same time.
 *
 * Errors: those of `authenticateClient`; 400 `invalid_grant`; 400 `invalid_scope`; 400
 * `unauthorized_client`.
 */
export async function redeemCode(
  redemption: CodeRedemption,
  presented: PresentedClient,
  redeemedFor: (code: StoredCode) => Redeemed,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const requested = [keys.authorizationCode(redemption.code)] as const;
  const known = await authenticateClient(presented, requested, deps);
  return usedUpByRefusals(known.once, deps, () =>
    redeem(redemption, presented, known, redeemedFor, deps),
  );
}

async function redeem(
  { code, redirectUri, codeVerifier, resource, binding }: CodeRedemption,
  presented: PresentedClient,
  { client, items, once, instance }: KnownClient<readonly [ItemKey]>,
  redeemedFor: (code: StoredCode) => Redeemed,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  if (!mayUse(client, 'authorization_code')) {
    throw oauthErrors.unauthorizedClient('authorization_code');
  }
  const { jkt, proof } = requireBinding(client, binding);
  const stored = parseFound(StoredCode, items[0]);
  if (stored === null) {
    await spend(once, deps);
    await countUnknownCode(presented, deps);
    throw oauthErrors.invalidGrant();
  }
  const { clientId } = client;
  const { begin, end } = redeemedFor(stored);
  const { grantId, personId } = stored;
  const replayed = { grantId, personId, clientId, reason: 'code_reuse' } as const;
  const now = deps.now();
  const at = now.toISOString();
  const challenge = codeVerifier === null ? null : challengeOf(codeVerifier);
  const decision = decide(stored, { clientId, redirectUri, challenge }, at);
  if (!decision.ok) {
    await spend(once, deps);
    if (decision.reason === 'used') await end(replayed, deps);
    throw oauthErrors.invalidGrant();
  }
  const forAgents = stored.forAgents !== undefined;
  if (!isResourceOf({ forAgents }, resource, deps.baseUrl)) {
    await spend(once, deps);
    throw oauthErrors.invalidTarget(deps.baseUrl);
  }
  // The proof's key differs from the one that the request named.
  if (stored.dpopJkt !== undefined && stored.dpopJkt !== jkt) throw oauthErrors.invalidGrant();
  const family = await begin(stored, client, { now, jkt, instance }, deps);
  const outcome = await transact(deps.table, {
    // This comes first because the first refusal decides, and a replayed request must not end the
    // family.
    ...once,
    proof,
    code: orElse(redeemCodeWrite(code, at, familyTtl(familyEnd(at))), () => 'used'),
    ...family.writes,
  });
  if (outcome.kind === 'written') return family.response;
  // It was redeemed at the same moment.
  if (outcome.refusal instanceof ApiError) throw outcome.refusal;
  if (outcome.refusal === 'used') await end(replayed, deps);
  throw oauthErrors.invalidGrant();
}

/** The errors for a request that is neither pending nor approved. */
const refusals: Readonly<Record<Exclude<DeviceStatus, 'pending' | 'approved'>, () => ApiError>> = {
  denied: oauthErrors.accessDenied,
  expired: oauthErrors.expiredToken,
  redeemed: oauthErrors.invalidGrant,
};

/**
 * Exchanges a device code for tokens, once, as soon as the user has approved it (RFC 8628). Three
 * round trips.
 *
 * Errors: those of `authenticateClient`; 400 `authorization_pending`; 400 `slow_down` for a device
 * that polls too fast; 400 `access_denied`, `expired_token`, `invalid_grant`, `invalid_scope`,
 * `unauthorized_client`.
 */
export async function redeemDeviceCode(
  { deviceCode, binding }: { readonly deviceCode: string; readonly binding: Binding },
  presented: PresentedClient,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const requested = [keys.deviceAuthorization(deviceReference(deviceCode))] as const;
  const known = await authenticateClient(presented, requested, deps);
  return usedUpByRefusals(known.once, deps, () => redeemDevice(binding, presented, known, deps));
}

async function redeemDevice(
  binding: Binding,
  presented: PresentedClient,
  { client, items, once, instance }: KnownClient<readonly [ItemKey]>,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  if (!mayUse(client, deviceGrant)) throw oauthErrors.unauthorizedClient(deviceGrant);
  const { jkt, proof } = requireBinding(client, binding);
  const device = parseFound(StoredDevice, items[0]);
  if (device === null) {
    await spend(once, deps);
    await countUnknownCode(presented, deps);
    throw oauthErrors.invalidGrant();
  }
  if (device.clientId !== client.clientId) throw oauthErrors.invalidGrant();
  const now = deps.now();
  const at = now.toISOString();
  const status = deviceStatus(device, at);
  if (status !== 'approved') await spend(once, deps);
  if (status === 'pending') throw await notePoll(device, at, deps);
  if (status !== 'approved') throw refusals[status]();
  const redeemed = decideDevice(device, { type: 'redeem' }, at);
  if (!redeemed.ok) throw oauthErrors.invalidGrant();
  const family = await newFamily(allowedTo(device), client, { now, jkt, instance }, deps);
  const outcome = await transact(deps.table, {
    // This comes first because the first refusal decides, and a replayed request must not end the
    // family.
    ...once,
    proof,
    device: deviceWrite(redeemed.next),
    ...family.writes,
  });
  if (outcome.kind === 'written') return family.response;
  if (outcome.refusal instanceof ApiError) throw outcome.refusal;
  throw oauthErrors.invalidGrant();
}

/** Records a poll, unless the user decides or another poll is recorded at the same moment. */
async function notePoll(
  device: StoredDevice,
  at: string,
  { table }: IssuerDeps,
): Promise<ApiError> {
  const polled = decideDevice(device, { type: 'poll' }, at);
  if (!polled.ok) throw new Error(`a ${polled.reason} device was polled as a pending one`);
  await transact(table, { device: deviceWrite(polled.next) });
  return isTooFast(device, at)
    ? oauthErrors.slowDown(polled.next.interval)
    : oauthErrors.authorizationPending();
}

/** Throws for an approved request without its approver, which is never written. */
function allowedTo(device: DeviceAuthorization & { readonly grantId: string }): Allowed {
  const { personId, consentId, authTime, amr, credentialEpoch } = device;
  if (
    personId === null ||
    consentId === null ||
    authTime === null ||
    amr === undefined ||
    credentialEpoch === null
  ) {
    throw new Error('an approved device has no approver');
  }
  const { grantId, scopes, scope, legalEntityIds, createdAt } = device;
  const approver = { personId, consentId, authTime, amr, credentialEpoch };
  return { grantId, scopes, scope, legalEntityIds, ...approver, nonce: null, createdAt };
}
