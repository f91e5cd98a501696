import { describe, expect, it } from 'vitest';
import {
  claimLinkLifetime,
  claimLinkStatus,
  claimLinkStatuses,
  claimLinkTransitions,
  newClaimLink,
  useClaimLink,
} from '../../../shared/residency/domain/claim-link.ts';

const now = new Date('2026-03-01T09:30:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
const link = newClaimLink(now);
const links = {
  open: [link, at(claimLinkLifetime - 1)],
  expired: [link, at(claimLinkLifetime)],
  used: [{ ...link, usedAt: at(1) }, at(2)],
} as const;

describe('a link that claims an account', () => {
  it.each(claimLinkStatuses)('is %s', (status) => {
    const [given, instant] = links[status];
    expect(claimLinkStatus(given, instant)).toBe(status);
  });

  it('lives for 24 hours and not a millisecond more', () => {
    expect(link).toEqual({ expiresAt: '2026-03-02T09:30:00.000Z', usedAt: null });
  });

  it.each(claimLinkStatuses)('can be used as the table of its states says: %s', (status) => {
    const [given, instant] = links[status];
    expect(useClaimLink(given, instant)).toEqual(
      claimLinkTransitions[status].use === undefined
        ? { ok: false, reason: status }
        : { ok: true, next: { ...given, usedAt: instant } },
    );
  });

  it('is used once, by what is open', () => {
    expect(claimLinkTransitions).toEqual({ open: { use: 'used' }, used: {}, expired: {} });
    const used = useClaimLink(link, at(1));
    expect(used.ok && claimLinkStatus(used.next, at(1))).toBe('used');
  });

  it('that was used stays used when its time is over', () => {
    expect(claimLinkStatus(links.used[0], at(2 * claimLinkLifetime))).toBe('used');
  });
});
