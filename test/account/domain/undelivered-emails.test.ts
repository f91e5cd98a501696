import { describe, expect, it } from 'vitest';
import {
  type MailboxCase,
  undeliveredEmails,
} from '../../../shared/account/domain/mailbox-case.ts';

const waiting: MailboxCase = {
  personId: 'ada',
  status: 'waiting',
  openedAt: '2026-03-05T09:00:00.000Z',
  openedBy: 'sue',
  evidence: 1,
  approvals: [
    { by: 'grace', at: '2026-03-05T10:00:00.000Z' },
    { by: 'joan', at: '2026-03-05T12:00:00.000Z' },
  ],
  provenAt: '2026-03-05T09:30:00.000Z',
  confirmedAt: null,
  dueAt: '2026-03-08T12:00:00.000Z',
  endedAt: null,
  reason: null,
};
const about = (found: MailboxCase, bouncedAt: string) =>
  undeliveredEmails(found, bouncedAt).map((email) => email.about);

describe('undelivered emails of a lost-mailbox case', () => {
  it('include all emails if the address bounced before the case', () => {
    const ended = { ...waiting, status: 'stopped', endedAt: '2026-03-06T12:00:00.000Z' } as const;
    expect(about(waiting, '2026-01-01T00:00:00.000Z')).toEqual(['opened', 'waiting']);
    expect(about(ended, '2026-01-01T00:00:00.000Z')).toEqual(['opened', 'waiting', 'ended']);
  });

  it('start with the email that bounced', () => {
    expect(about(waiting, '2026-03-05T09:00:04.000Z')).toEqual(['opened', 'waiting']);
    expect(about(waiting, '2026-03-05T11:00:00.000Z')).toEqual(['waiting']);
    expect(about(waiting, '2026-03-05T13:00:00.000Z')).toEqual([]);
  });
});
