import { describe, expect, it } from 'vitest';
import {
  decideMailboxCase,
  isEnded,
  type MailboxCase,
  type MailboxCaseStatus,
  type MailboxCommand,
  mailboxCaseStatuses,
  mailboxCaseTransitions,
  mailboxWait,
  proofLinkAge,
} from '../../../shared/account/domain/mailbox-case.ts';

const now = '2026-03-05T12:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString();

const opened: MailboxCase = {
  personId: 'ada',
  status: 'open',
  openedAt: '2026-03-05T09:00:00.000Z',
  openedBy: 'sue',
  evidence: 1,
  approvals: [],
  provenAt: '2026-03-05T10:00:00.000Z',
  confirmedAt: null,
  dueAt: null,
  endedAt: null,
  reason: null,
};
const first: MailboxCase = {
  ...opened,
  status: 'approved',
  approvals: [{ by: 'grace', at: now }],
};
const waiting: MailboxCase = {
  ...first,
  status: 'waiting',
  approvals: [...first.approvals, { by: 'joan', at: now }],
  dueAt: later(mailboxWait),
};
const cases: Readonly<Record<MailboxCaseStatus, MailboxCase>> = {
  open: opened,
  approved: first,
  waiting,
  changed: { ...waiting, status: 'changed', endedAt: now },
  refused: { ...opened, status: 'refused', endedAt: now, reason: 'other' },
  withdrawn: { ...opened, status: 'withdrawn', endedAt: now },
  stopped: { ...opened, status: 'stopped', endedAt: now },
};
const commands: readonly MailboxCommand[] = [
  { type: 'prove', linkMadeAt: opened.openedAt },
  { type: 'add_evidence' },
  { type: 'approve', by: 'joan' },
  { type: 'confirm', passkeyAddedAt: '2026-01-01T00:00:00.000Z' },
  { type: 'mature' },
  { type: 'void_approvals', by: ['grace'] },
  { type: 'refuse', reason: 'other' },
  { type: 'withdraw' },
  { type: 'stop' },
];

function outcome(found: MailboxCase, command: MailboxCommand, at = now): string {
  const decision = decideMailboxCase(found, command, at);
  return decision.ok ? decision.next.status : decision.reason;
}

describe('a lost-mailbox case', () => {
  it.each(
    mailboxCaseStatuses.flatMap((status) =>
      commands.map((command) => [status, command.type, command] as const),
    ),
  )('follows the transition table from %s on %s', (status, type, command) => {
    const allowed: Readonly<Partial<Record<string, readonly string[]>>> =
      mailboxCaseTransitions[status];
    const found = { ...cases[status], ...(type === 'prove' && { provenAt: null }) };
    const got = outcome(found, command, later(mailboxWait));
    const nowhere = isEnded(status) ? ['ended'] : ['wrong_step'];
    expect(allowed[type] ?? nowhere).toContain(got);
  });

  it('requires evidence and two approvals by people who did not open it or lose the mailbox', () => {
    const by = (found: MailboxCase, who: string) => outcome(found, { type: 'approve', by: who });
    expect(by({ ...opened, evidence: 0 }, 'grace')).toBe('no_evidence');
    expect(by(opened, 'ada')).toBe('own');
    expect(by(opened, 'sue')).toBe('own');
    expect(by(first, 'grace')).toBe('same_person');
    expect(by(first, 'joan')).toBe('waiting');
  });

  it('cannot be approved before the new address is confirmed', () => {
    const unproven = { ...opened, provenAt: null };
    expect(outcome(unproven, { type: 'approve', by: 'grace' })).toBe('address_unconfirmed');
    expect(outcome({ ...first, provenAt: null }, { type: 'approve', by: 'joan' })).toBe(
      'address_unconfirmed',
    );
    const prove = { type: 'prove', linkMadeAt: opened.openedAt } as const;
    expect(decideMailboxCase(unproven, prove, now)).toEqual({
      ok: true,
      next: { ...unproven, provenAt: now },
    });
    expect(outcome(opened, prove)).toBe('address_confirmed');
    const week = new Date(Date.parse(opened.openedAt) + proofLinkAge);
    expect(outcome(unproven, prove, week.toISOString())).toBe('open');
    expect(outcome(unproven, prove, new Date(week.getTime() + 1).toISOString())).toBe(
      'link_too_old',
    );
  });

  it('loses its first approval if evidence is added, and accepts at most ten files', () => {
    const decision = decideMailboxCase(first, { type: 'add_evidence' }, now);
    expect(decision).toEqual({ ok: true, next: { ...opened, evidence: 2 } });
    expect(outcome({ ...opened, evidence: 10 }, { type: 'add_evidence' })).toBe(
      'evidence_limit_reached',
    );
  });

  it('waits for exactly 72 hours', () => {
    const decision = decideMailboxCase(first, { type: 'approve', by: 'joan' }, now);
    expect(decision).toEqual({ ok: true, next: waiting });
    expect(outcome(waiting, { type: 'mature' }, later(mailboxWait - 1))).toBe('too_early');
    expect(outcome(waiting, { type: 'mature' }, later(mailboxWait))).toBe('changed');
  });

  it('ends its wait if confirmed with a passkey added at least 72 hours before it', () => {
    const confirm = (found: MailboxCase, passkeyAddedAt: string) =>
      outcome(found, { type: 'confirm', passkeyAddedAt });
    const latest = new Date(Date.parse(opened.openedAt) - mailboxWait);
    expect(confirm(waiting, latest.toISOString())).toBe('changed');
    expect(confirm(waiting, new Date(latest.getTime() + 1).toISOString())).toBe('passkey_too_new');
    const confirmed = { ...first, confirmedAt: now };
    expect(outcome(confirmed, { type: 'approve', by: 'joan' })).toBe('changed');
  });
});
