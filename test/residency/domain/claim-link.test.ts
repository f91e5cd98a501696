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

describe('a claim link', () => {
  it.each(claimLinkStatuses)('has the status %s', (status) => {
    const [given, instant] = links[status];
    expect(claimLinkStatus(given, instant)).toBe(status);
  });

  it('expires after exactly 24 hours', () => {
    expect(link).toEqual({ expiresAt: '2026-03-02T09:30:00.000Z', usedAt: null });
  });

  it.each(claimLinkStatuses)('can be used only as its state table allows: %s', (status) => {
    const [given, instant] = links[status];
    expect(useClaimLink(given, instant)).toEqual(
      claimLinkTransitions[status].use === undefined
        ? { ok: false, reason: status }
        : { ok: true, next: { ...given, usedAt: instant } },
    );
  });

  it('can be used once, while it is open', () => {
    expect(claimLinkTransitions).toEqual({ open: { use: 'used' }, used: {}, expired: {} });
    const used = useClaimLink(link, at(1));
    expect(used.ok && claimLinkStatus(used.next, at(1))).toBe('used');
  });

  it('stays used after it expires', () => {
    expect(claimLinkStatus(links.used[0], at(2 * claimLinkLifetime))).toBe('used');
  });
});
