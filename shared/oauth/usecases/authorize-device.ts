import {
  type AttemptLimit,
  countAttempt,
  uncountAttempt,
} from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { type OAuthScope, oauthScopes } from '../../kernel/domain/scopes.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { newCode } from '../auth/oauth-token.ts';
import { parseScope, scopeProblem } from '../contracts/oauth-scope.ts';
import {
  deviceReference,
  deviceWrite,
  findDevice,
  findDeviceByUserCode,
  newDeviceWrites,
  type StoredDevice,
} from '../db/device-authorizations.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import { deviceGrant, mayUse } from '../domain/client-metadata.ts';
import { clientFailures } from '../domain/client-secrets.ts';
import {
  type DeviceStatus,
  decideDevice,
  deviceLifetime,
  deviceStatus,
  drawUserCode,
  pollInterval,
  userCodeKey,
} from '../domain/device-authorization.ts';
import { credentialScopeOf, intersection } from '../domain/oauth-scope.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import { authenticateClient, type PresentedClient, spend } from './authenticate-client.ts';
import { connectedEvent, nextConsent, sharedInTrail } from './consent-writes.ts';
import { type NotRepresented, sharedEntities } from './shared-entities.ts';

/** Requests of one client from one network in five minutes: each is stored for an hour. */
const requests: AttemptLimit = { kind: 'oauth_device', ...clientFailures };

/** The response to a device, which shows part of it to its user. Times are in seconds. */
interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/**
 * Starts the sign-in of a device without a browser (RFC 8628): creates a code for the device, and
 * one that its user enters on our page within ten minutes. `scope` is null if none was sent.
 *
 * Unknown scopes are ignored.
 *
 * Errors: those of `authenticateClient`; 400 `unauthorized_client` for a client that registered for
 * other grants; 400 `invalid_scope` if no scope remains, or the client is not allowed one; 429
 * beyond `requests` of one client from one network.
 */
export async function startDeviceAuthorization(
  scope: string | null,
  presented: PresentedClient,
  deps: ServiceDeps & ClientKeyDeps,
): Promise<DeviceCodes> {
  const { client, once } = await authenticateClient(presented, [], deps);
  await spend(once, deps);
  if (!mayUse(client, deviceGrant)) throw oauthErrors.unauthorizedClient(deviceGrant);
  const requested = parseScope(scope ?? '');
  const problem = scopeProblem(requested, client.scopes);
  // If `requested` is null there is a problem, which the compiler can't know.
  if (problem !== null || requested === null)
    throw oauthErrors.invalidScope(problem?.description ?? '');
  // A wallet can't rely on consent by RFC 8628: the person who enters the code need not hold the
  // device.
  if (credentialScopeOf(requested.scopes) !== undefined) {
    throw oauthErrors.invalidScope('Devices cannot request credentials');
  }
  const now = deps.now();
  const subject = `${client.clientId} ${clientNetwork(presented.clientAddress)}`;
  const { counted, windowEnd } = await countAttempt(deps.table, requests, subject, now.getTime());
  if (!counted) {
    throw oauthErrors.tooManyRequests(Math.ceil((windowEnd - now.getTime()) / 1000));
  }
  return retryOnConflict(async () => {
    const deviceCode = newCode(deps.random);
    const userCode = drawUserCode(deps.random);
    const device: StoredDevice = {
      reference: deviceReference(deviceCode),
      clientId: client.clientId,
      scopes: [...requested.scopes],
      scope: requested.scope,
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
    // Without its hyphen, a generated code is in the form for comparison.
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

/** The window for counting attempts, in milliseconds: a UTC hour. */
const attemptWindow = 3_600_000;

/**
 * Codes have 34 bits: at 60 attempts an hour, finding one of a hundred waiting devices takes about
 * three hundred years.
 */
const byPerson: AttemptLimit = { kind: 'user_code_person', max: 20, window: attemptWindow };
const byAddress: AttemptLimit = { kind: 'user_code_address', max: 60, window: attemptWindow };

/** A waiting device, and its client. */
export interface WaitingDevice {
  readonly device: StoredDevice;
  readonly client: StoredClient;
  /** The scopes that the device requested and its client is currently allowed. */
  readonly scopes: readonly OAuthScope[];
}

interface EnteredUserCode {
  /** In the form for comparison. */
  readonly userCode: string;
  readonly personId: string;
  readonly clientAddress: string;
}

/**
 * The device whose user entered this code; null for unknown, decided and expired codes alike.
 *
 * Error: 429 beyond `byPerson` or `byAddress`.
 */
export async function enterUserCode(
  { userCode, personId, clientAddress }: EnteredUserCode,
  deps: CoreDeps,
): Promise<WaitingDevice | null> {
  const now = deps.now();
  const counters = [
    [byAddress, clientNetwork(clientAddress)],
    [byPerson, personId],
  ] as const;
  // Counted before the code is checked, and undone if it is correct, so concurrent attempts can't
  // exceed the limit.
  for (const [limit, subject] of counters) {
    refuseWhenFull(await countAttempt(deps.table, limit, subject, now.getTime()), now);
  }
  const found = await findWaitingDevice(deps.table, userCode, now);
  if (found === null) return null;
  for (const [limit, subject] of counters) {
    await uncountAttempt(deps.table, limit, subject, now.getTime());
  }
  return found;
}

/** The same for a code that was already entered. */
export async function findWaitingDevice(
  table: Table,
  userCode: string,
  now: Date,
): Promise<WaitingDevice | null> {
  const device = await findDeviceByUserCode(table, userCode);
  if (device === null || deviceStatus(device, now.toISOString()) !== 'pending') return null;
  const client = await findClient(table, device.clientId);
  if (client?.active !== true) return null;
  const scopes = intersection(oauthScopes, intersection(device.scopes, client.scopes));
  return scopes.length === 0 ? null : { device, client, scopes };
}

/** The device and the deciding user. */
interface DeviceDecision {
  /** As `findDeviceByUserCode` found it. */
  readonly reference: string;
  /** The person as currently stored. */
  readonly person: StoredPerson;
}

/** The user's consent: the requested scopes that the client is allowed. */
interface DeviceConsent {
  /** The contract's names. */
  readonly scopes: readonly string[];
  /** The scopes as the device sent them. */
  readonly scope: string;
  /** As they were sent; ignored if the scopes give no access to legal entities. */
  readonly legalEntityIds: readonly string[];
  /** When the user signed in, in ISO 8601. */
  readonly authTime: string;
  /** Authentication methods. */
  readonly amr: readonly string[];
}

type DeviceOutcome =
  | { readonly kind: 'decided' }
  /**
   * It was already decided or has expired; null if there is no such request. Nothing was written.
   */
  | { readonly kind: 'closed'; readonly status: DeviceStatus | null }
  /** The account was deactivated in the meantime: nothing was written. */
  | { readonly kind: 'deactivated' };

/** The outcome of an approval: users can only share entities that they represent. */
type DeviceApprovalOutcome = DeviceOutcome | NotRepresented;

/** Approves a device's request: one transaction writes the request and the user's consent. */
export function approveDevice(
  { reference, person }: DeviceDecision,
  { scopes, scope, legalEntityIds: chosen, authTime, amr }: DeviceConsent,
  deps: CoreDeps,
): Promise<DeviceApprovalOutcome> {
  return retryOnConflict<DeviceApprovalOutcome>(async () => {
    const at = deps.now().toISOString();
    const [device, legalEntityIds] = await Promise.all([
      findDevice(deps.table, reference),
      sharedEntities({ personId: person.id, scopes, chosen }, deps),
    ]);
    if (device === null) return { kind: 'closed', status: null };
    if (legalEntityIds === null) return { kind: 'not_represented' };
    const { clientId } = device;
    const { id: personId, credentialEpoch } = person;
    const toBe = await nextConsent({ person, clientId }, { scopes, legalEntityIds }, at, deps);
    const { consent, write, changed } = toBe;
    const approval = { personId, consentId: consent.id, authTime, amr, credentialEpoch };
    const choice = { scopes: [...scopes], scope, legalEntityIds: [...legalEntityIds] };
    const decision = decideDevice(
      device,
      { type: 'approve', approval: { ...approval, ...choice } },
      at,
    );
    if (!decision.ok) return { kind: 'closed', status: decision.reason };
    const outcome = await transact(deps.table, {
      person: orElse(actingEpochCheck(person), () => ({ kind: 'deactivated' })),
      consent: write,
      notification: connectedEvent(toBe, at, deps),
      device: deviceWrite(decision.next),
      ...auditPerson(deps, {
        at,
        actor: personActor(personId),
        personId,
        action: 'oauth_client.authorized',
        details: {
          clientId,
          scopes,
          ...sharedInTrail(legalEntityIds),
          consentChanged: changed,
          device: true,
        },
      }),
    });
    if (outcome.kind === 'written') return { kind: 'decided' };
    return outcome.refusal ?? lostRace;
  });
}

/** Denies a device's request. */
export function denyDevice(
  { reference, person }: DeviceDecision,
  deps: CoreDeps,
): Promise<DeviceOutcome> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const device = await findDevice(deps.table, reference);
    if (device === null) return { kind: 'closed', status: null };
    const decision = decideDevice(device, { type: 'deny', personId: person.id }, at);
    if (!decision.ok) return { kind: 'closed', status: decision.reason };
    const outcome = await transact(deps.table, {
      device: deviceWrite(decision.next),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.denied',
        details: { clientId: device.clientId, device: true },
      }),
    });
    return outcome.kind === 'written' ? { kind: 'decided' } : lostRace;
  });
}
