import { describe, expect, it } from 'vitest';
import {
  decideMailAddress,
  getsMail,
  type MailAddress,
  type MailAddressCommand,
  type MailAddressStatus,
  mailAddressStatus,
  mailAddressStatuses,
  mailAddressTransitions,
  unknownAddress,
} from '../../shared/mail/domain/mail-address.ts';

const earlier = '2026-03-01T10:00:00.000Z';
const sentAt = '2026-03-01T11:00:00.000Z';
const now = '2026-03-01T12:00:00.000Z';

const addresses: Readonly<Record<MailAddressStatus, MailAddress>> = {
  open: unknownAddress,
  complained: { ...unknownAddress, complainedAt: earlier },
  unrequested_bounced: { ...unknownAddress, bouncedAt: earlier, bounceKind: 'unrequested' },
  unrequested_bounced_and_complained: {
    ...unknownAddress,
    bouncedAt: earlier,
    bounceKind: 'unrequested',
    complainedAt: earlier,
  },
  bounced: { ...unknownAddress, bouncedAt: earlier, bounceKind: 'requested' },
  bounced_and_complained: {
    ...unknownAddress,
    bouncedAt: earlier,
    bounceKind: 'requested',
    complainedAt: earlier,
  },
};
const commands: Readonly<Record<MailAddressCommand['type'], MailAddressCommand>> = {
  bounce: { type: 'bounce', sentAt },
  bounceUnrequested: { type: 'bounceUnrequested', sentAt },
  complain: { type: 'complain', at: sentAt },
  lift: { type: 'lift' },
  liftAll: { type: 'liftAll' },
};

describe('an email address', () => {
  const all = mailAddressStatuses.flatMap((status) =>
    Object.values(commands).map((command) => [status, command.type, command] as const),
  );

  it.each(all)('that is %s follows the state table on %s', (status, type, command) => {
    const decision = decideMailAddress(addresses[status], command, now);
    const next = decision.ok ? mailAddressStatus(decision.next) : undefined;
    expect(next).toBe(mailAddressTransitions[status][type]);
  });

  it('records when it was suppressed and when it was unsuppressed', () => {
    const bounced = decideMailAddress(addresses.complained, commands.bounce, now);
    const both: MailAddress = {
      ...unknownAddress,
      complainedAt: earlier,
      bouncedAt: sentAt,
      bounceKind: 'requested',
    };
    expect(bounced).toEqual({ ok: true, next: both });
    expect(decideMailAddress(both, { type: 'lift' }, now)).toEqual({
      ok: true,
      next: { ...unknownAddress, complainedAt: earlier, bounceLiftedAt: now },
    });
    expect(decideMailAddress(both, { type: 'liftAll' }, now)).toEqual({
      ok: true,
      next: { ...unknownAddress, bounceLiftedAt: now, complaintLiftedAt: now },
    });
  });

  it('can’t be unsuppressed without a suppression, and explains why', () => {
    const reasons = mailAddressStatuses.flatMap((status) =>
      (['lift', 'liftAll'] as const).flatMap((type) => {
        const decision = decideMailAddress(addresses[status], { type }, now);
        return decision.ok ? [] : [[status, type, decision.reason]];
      }),
    );
    expect(reasons).toEqual([
      ['open', 'lift', 'not_suppressed'],
      ['open', 'liftAll', 'not_suppressed'],
      ['complained', 'lift', 'complaint_active'],
    ]);
  });

  it('ignores reports of emails from before it was unsuppressed, even if they arrive late', () => {
    const lifted = { ...unknownAddress, bounceLiftedAt: now, complaintLiftedAt: now };
    const later = '2026-03-01T12:00:00.001Z';
    const outcomes = [earlier, now, later].map((at) => [
      decideMailAddress(lifted, { type: 'bounce', sentAt: at }, later).ok,
      decideMailAddress(lifted, { type: 'bounceUnrequested', sentAt: at }, later).ok,
      decideMailAddress(lifted, { type: 'complain', at }, later).ok,
    ]);
    expect(outcomes).toEqual([
      [false, false, false],
      [false, false, false],
      [true, true, true],
    ]);
  });

  it('has the same state for reports in any order, also if repeated', () => {
    const reports = [commands.bounce, commands.complain, commands.bounceUnrequested];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const start of [unknownAddress, { ...unknownAddress, bounceLiftedAt: earlier }]) {
      const ends = orders.map((order) =>
        order.reduce((address, index) => {
          const decision = decideMailAddress(address, reports[index] ?? commands.bounce, now);
          return decision.ok ? decision.next : address;
        }, start as MailAddress),
      );
      for (const end of ends) {
        expect(end).toEqual({
          ...start,
          bouncedAt: sentAt,
          bounceKind: 'requested',
          complainedAt: sentAt,
        });
      }
    }
  });

  it('gets no email after a requested one bounced, and no unrequested one after other reports', () => {
    const gets = mailAddressStatuses.map((status) => [
      status,
      getsMail(addresses[status], 'requested'),
      getsMail(addresses[status], 'unrequested'),
    ]);
    expect(gets).toEqual([
      ['open', true, true],
      ['complained', true, false],
      ['unrequested_bounced', true, false],
      ['unrequested_bounced_and_complained', true, false],
      ['bounced', false, false],
      ['bounced_and_complained', false, false],
    ]);
  });
});
