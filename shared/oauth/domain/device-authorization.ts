import { bareCode, uniformInteger } from '../../kernel/domain/code.ts';
import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** How long a device's request can be approved and redeemed, in milliseconds. */
export const deviceLifetime = 600_000;

/** The polling interval in seconds, unless a device was asked to slow down. */
export const pollInterval = 5;

/**
 * How much longer the interval becomes, in seconds, for a device that polls too fast (RFC 8628,
 * section 3.5).
 */
const slowDownBy = 5;

/** A device waiting for its user. Instants are ISO 8601 in UTC, the interval is in seconds. */
export interface DeviceAuthorization {
  readonly clientId: string;
  /** In the contract's spelling. */
  readonly scopes: readonly string[];
  /** The scopes as the device sent them. */
  readonly scope: string;
  readonly status: 'pending' | 'approved' | 'denied' | 'redeemed';
  readonly personId: string | null;
  readonly consentId: string | null;
  readonly legalEntityIds: readonly string[];
  readonly authTime: string | null;
  /** Authentication methods. */
  readonly amr?: readonly string[] | undefined;
  readonly credentialEpoch: number | null;
  readonly interval: number;
  readonly lastPolledAt: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export const deviceStatuses = ['pending', 'approved', 'denied', 'redeemed', 'expired'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

export type DeviceCommand =
  | { readonly type: 'poll' }
  | { readonly type: 'approve'; readonly approval: DeviceApproval }
  | { readonly type: 'deny'; readonly personId: string }
  | { readonly type: 'redeem' };

/** The approving user, and the approved scopes and entities. */
interface DeviceApproval {
  readonly personId: string;
  readonly consentId: string;
  readonly scopes: readonly string[];
  readonly scope: string;
  readonly legalEntityIds: readonly string[];
  readonly authTime: string;
  /** Authentication methods. */
  readonly amr?: readonly string[] | undefined;
  readonly credentialEpoch: number;
}

/** Every status with its accepted commands and the next status. */
export const deviceTransitions: Readonly<
  Record<DeviceStatus, Readonly<Partial<Record<DeviceCommand['type'] | 'lapse', DeviceStatus>>>>
> = {
  pending: { poll: 'pending', approve: 'approved', deny: 'denied', lapse: 'expired' },
  approved: { redeem: 'redeemed', lapse: 'expired' },
  denied: {},
  redeemed: {},
  expired: {},
};

/**
 * The status at this instant. A decision is final; only a pending or approved request can expire.
 */
export function deviceStatus(device: DeviceAuthorization, now: string): DeviceStatus {
  const ends = device.status === 'pending' || device.status === 'approved';
  return ends && device.expiresAt <= now ? 'expired' : device.status;
}

/**
 * The device's request after a command; refused with the status if that does not accept the
 * command.
 */
export function decideDevice<D extends DeviceAuthorization>(
  device: D,
  command: DeviceCommand,
  now: string,
): Decision<D, DeviceStatus> {
  const found = deviceStatus(device, now);
  const status = nextState(deviceTransitions, found, command.type);
  if (status === undefined || status === 'expired') return refuse(found);
  switch (command.type) {
    case 'poll': {
      const interval = isTooFast(device, now) ? device.interval + slowDownBy : device.interval;
      return accept({ ...device, interval, lastPolledAt: now });
    }
    case 'approve':
      return accept({ ...device, ...command.approval, status });
    case 'deny':
      return accept({ ...device, personId: command.personId, status });
    case 'redeem':
      return accept({ ...device, status });
  }
}

/** How early a poll can be, in milliseconds: networks and timers are not exact. */
const tolerance = 1000;

/** Whether the last poll was too recent, with the tolerance. */
export function isTooFast({ lastPolledAt, interval }: DeviceAuthorization, now: string): boolean {
  if (lastPolledAt === null) return false;
  return Date.parse(now) - Date.parse(lastPolledAt) < interval * 1000 - tolerance;
}

/**
 * Consonants, so that codes form no words, without letters that look like digits (RFC 8628, section
 * 6.1).
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/**
 * A new user code such as `BCDF-GHJK`, with 34 random bits. `random` returns the given number of
 * random bytes.
 */
export function drawUserCode(random: (bytes: number) => Uint8Array): string {
  const drawn = Array.from({ length: 8 }, () => letters.charAt(uniformInteger(20, random)));
  return `${drawn.slice(0, 4).join('')}-${drawn.slice(4).join('')}`;
}

/**
 * A user code in the form for comparison: capitals, without punctuation and spaces. Null for a
 * malformed code.
 */
export function userCodeKey(text: string): string | null {
  const key = bareCode(text);
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(key) ? key : null;
}
