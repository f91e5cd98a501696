import { type AttemptLimit, countAttempt } from '../../kernel/db/attempt-counters.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { newCode } from '../auth/oauth-token.ts';
import { parseScope, scopeProblem } from '../contracts/oauth-scope.ts';
import {
  deviceReference,
  newDeviceWrites,
  type StoredDevice,
} from '../db/device-authorizations.ts';
import type { ClientKeyDeps } from '../deps/client-keys.ts';
import {
  deviceLifetime,
  drawUserCode,
  pollInterval,
  userCodeKey,
} from '../domain/device-authorization.ts';
import { deviceGrant, mayUse } from '../domain/grant-type.ts';
import { credentialScopeOf } from '../domain/oauth-scope.ts';
import { oauthErrors } from '../errors/oauth-errors.ts';
import { authenticateClient, type PresentedClient, spend } from './authenticate-client.ts';

/** Requests of one client from one network in five minutes: each is kept in the table for an hour. */
const requests: AttemptLimit = { kind: 'oauth_device', max: 60, window: 300_000 };

/** What the device and its user are told. Times in seconds. */
export interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/**
 * Begins the sign-in of a device without a browser (RFC 8628): makes a code for the device, and one for its
 * user to enter on our page within ten minutes. `scope` null: none was sent.
 *
 * Scopes that the service does not know are left out.
 *
 * Errors: those of `authenticateClient`; 400 `unauthorized_client` for one that registered for other grants; 400 `invalid_scope` where none is left, or one is not the client's; 429 beyond 60 requests of one client from one
 * network within five minutes.
 */
export async function startDeviceAuthorization(
  scope: string | null,
  presented: PresentedClient,
  deps: ServiceDeps & ClientKeyDeps,
): Promise<DeviceCodes> {
  const { client, once } = await authenticateClient(presented, [], deps);
  await spend(once, deps);
  if (!mayUse(client, deviceGrant)) throw oauthErrors.unauthorizedClient(deviceGrant);
  const wish = parseScope(scope ?? '');
  const problem = scopeProblem(wish, client.scopes);
  // Without a wish there is a problem; the compiler can't know.
  if (problem !== null || wish === null) throw oauthErrors.invalidScope(problem?.description ?? '');
  // RFC 8628 has no question that a wallet could rely on: who shows the code need not be who holds the device.
  if (credentialScopeOf(wish.scopes) !== undefined) {
    throw oauthErrors.invalidScope('A device cannot ask for a credential');
  }
  const now = deps.now();
  const subject = `${client.clientId} ${clientNetwork(presented.clientAddress)}`;
  const { counted, windowEnd } = await countAttempt(deps.table, requests, subject, now.getTime());
  if (!counted) {
    throw oauthErrors.tooManyRequests(Math.ceil((windowEnd - now.getTime()) / 1000));
  }
  return untilWritten(async () => {
    const deviceCode = newCode(deps.random);
    const userCode = drawUserCode(deps.random);
    const device: StoredDevice = {
      reference: deviceReference(deviceCode),
      clientId: client.clientId,
      scopes: [...wish.scopes],
      scope: wish.scope,
      status: 'pending',
      personId: null,
      consentId: null,
      legalEntityIds: [],
      authTime: null,
      credentialEpoch: null,
      grantId: deps.newId(),
      interval: pollInterval,
      lastPolledAt: null,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + deviceLifetime).toISOString(),
      version: 0,
    };
    // Without its dash, a drawn code is in the form in which codes are compared.
    const key = userCodeKey(userCode) ?? userCode;
    const outcome = await transact(deps.table, newDeviceWrites(device, key));
    if (outcome.kind === 'refused') return lostRace;
    const page = `${deps.baseUrl}/oauth/device`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?${new URLSearchParams({ user_code: userCode })}`,
      expires_in: deviceLifetime / 1000,
      interval: pollInterval,
    };
  });
}
