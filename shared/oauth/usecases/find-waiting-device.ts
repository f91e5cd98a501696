import {
  type AttemptLimit,
  countAttempt,
  uncountAttempt,
} from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { type OAuthScope, oauthScopes } from '../../kernel/domain/scopes.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { findDeviceByUserCode, type StoredDevice } from '../db/device-authorizations.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { deviceStatus } from '../domain/device-authorization.ts';
import { intersection } from '../domain/oauth-scope.ts';

/** The span over which tries are counted, in milliseconds: a UTC hour. */
const attemptWindow = 3_600_000;

/**
 * Codes have 34 bits: at 60 tries an hour, finding one of a hundred waiting devices takes some hundred years.
 */
const byPerson: AttemptLimit = { kind: 'user_code_person', max: 20, window: attemptWindow };
const byAddress: AttemptLimit = { kind: 'user_code_address', max: 60, window: attemptWindow };

/** A device that waits, and the client that runs on it. */
export interface WaitingDevice {
  readonly device: StoredDevice;
  readonly client: StoredClient;
  /** What the device asked for, as far as its client may have it today. */
  readonly scopes: readonly OAuthScope[];
}

export interface EnteredUserCode {
  /** In the form in which user codes are compared. */
  readonly userCode: string;
  readonly personId: string;
  readonly clientAddress: string;
}

/**
 * The device whose user entered this code; null for unknown, decided and expired ones alike.
 *
 * Error: 429 beyond 20 such codes of one person or 60 from one network address in a UTC hour.
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
  // Counted before the code is looked at, and taken back if it is right, so that no try gets past the limit.
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

/** The same for a code that was entered before. */
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
