import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decidePasskey,
  type Passkey,
  passkeyStatus,
  passkeyTransitions,
  wentBack,
} from '../../../shared/sign-in/domain/passkey.ts';

const now = '2026-01-01T00:00:00.000Z';
const usable: Passkey = { name: 'key', signCount: 5, lastUsedAt: null, suspendedAt: null };

describe('a passkey’s signature counter', () => {
  it.each([
    [0, 0, false],
    [0, 1, false],
    [5, 6, false],
    [5, 5, true],
    [5, 4, true],
    [5, 0, true],
  ])('is checked for going back from %i to %i', (stored, said, back) => {
    expect(wentBack(stored, said)).toBe(back);
  });
});

describe('a passkey', () => {
  it('records each use, or is suspended and never used again', () => {
    const counts = fc.array(fc.nat({ max: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(counts, (said) => {
        let passkey = usable;
        for (const signCount of said) {
          const before = passkey;
          const decision = decidePasskey(passkey, { type: 'use', signCount }, now);
          if (!decision.ok) {
            expect(decision.reason).toBe('suspended');
            expect(before.suspendedAt).toBe(now);
            continue;
          }
          passkey = decision.next;
          expect(passkeyTransitions[passkeyStatus(before)].use).toContain(passkeyStatus(passkey));
          expect(passkey.signCount).toBeGreaterThanOrEqual(before.signCount);
          if (passkeyStatus(passkey) === 'usable') expect(passkey.lastUsedAt).toBe(now);
          else expect(passkey).toEqual({ ...before, suspendedAt: now });
        }
      }),
    );
  });

  it('can be renamed in each state without changing it', () => {
    for (const passkey of [usable, { ...usable, suspendedAt: now }]) {
      const decision = decidePasskey(passkey, { type: 'rename', name: 'safe' }, now);
      expect(decision).toEqual({ ok: true, next: { ...passkey, name: 'safe' } });
    }
  });
});
