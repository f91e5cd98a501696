import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type DeviceAuthorization,
  type DeviceCommand,
  type DeviceStatus,
  decideDevice,
  deviceStatus,
  deviceStatuses,
  deviceTransitions,
  drawUserCode,
  userCodeKey,
} from '../../../shared/oauth/domain/device-authorization.ts';

const now = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T12:10:00.000Z';

const pending: DeviceAuthorization = {
  clientId: 'television',
  scopes: ['openid', 'profile'],
  scope: 'openid profile',
  status: 'pending',
  personId: null,
  consentId: null,
  legalEntityIds: [],
  authTime: null,
  credentialEpoch: null,
  interval: 5,
  lastPolledAt: null,
  createdAt: now,
  expiresAt: later,
};
const approval = {
  personId: 'ada',
  consentId: 'consent-1',
  scopes: ['openid'],
  scope: 'openid',
  legalEntityIds: [],
  authTime: now,
  credentialEpoch: 0,
};
const approved = { ...pending, ...approval, status: 'approved' as const };
const devices: Record<DeviceStatus, DeviceAuthorization> = {
  pending,
  approved,
  denied: { ...pending, personId: 'ada', status: 'denied' },
  redeemed: { ...approved, status: 'redeemed' },
  expired: { ...pending, expiresAt: now },
};
const commands: readonly DeviceCommand[] = [
  { type: 'poll' },
  { type: 'approve', approval },
  { type: 'deny', personId: 'ada' },
  { type: 'redeem' },
];
const everyPair = deviceStatuses.flatMap((status) =>
  commands.map((command) => [status, command.type, command] as const),
);

describe('a device authorization', () => {
  it.each(everyPair)(
    'that is %s handles the command %s as the transition table says',
    (status, type, command) => {
      const device = devices[status];
      expect(deviceStatus(device, now)).toBe(status);
      const decision = decideDevice(device, command, now);
      const target = Object.entries(deviceTransitions[status]).find(([name]) => name === type)?.[1];
      if (target === undefined) expect(decision).toEqual({ ok: false, reason: status });
      else expect(decision.ok && deviceStatus(decision.next, now)).toBe(target);
    },
  );

  it('stores what its user approved', () => {
    const decision = decideDevice(pending, { type: 'approve', approval }, now);
    expect(decision).toEqual({ ok: true, next: approved });
  });

  it('expires unless it was redeemed or denied', () => {
    const ended = Object.values(devices).map((device) => deviceStatus(device, later));
    expect(ended).toEqual(['expired', 'expired', 'denied', 'redeemed', 'expired']);
  });

  it('increases its interval by five seconds for each poll more than a second too early', () => {
    const intervals: number[] = [];
    let device = pending;
    for (const second of [0, 3.999, 12.998, 26.998, 46.998, 60.998]) {
      const at = new Date(Date.parse(now) + second * 1000).toISOString();
      const decision = decideDevice(device, { type: 'poll' }, at);
      if (!decision.ok) throw new Error(decision.reason);
      device = decision.next;
      intervals.push(device.interval);
    }
    expect(intervals).toEqual([5, 10, 15, 15, 15, 15]);
  });
});

describe('a user code', () => {
  it('has eight consonants and a dash', () => {
    for (let count = 0; count < 100; count += 1) {
      const code = drawUserCode(randomBytes);
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      expect(userCodeKey(code)).toBe(code.replace('-', ''));
    }
  });

  it.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'BCDF–GHJK', 'b-c-d-f-g-h-j-k'])(
    'is read from %s',
    (text) => {
      expect(userCodeKey(text)).toBe('BCDFGHJK');
    },
  );

  it.each(['', 'BCDFGHJ', 'BCDFGHJKL', 'ABCDEFGH', 'BCDF_GHJK', 'BCDF-GHJ1'])(
    'cannot be read from %s',
    (text) => {
      expect(userCodeKey(text)).toBeNull();
    },
  );
});
