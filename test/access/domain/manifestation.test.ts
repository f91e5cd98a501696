import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptableAgreements,
  acceptedInAdvance,
  type ConsentToWording,
  type Manifestation,
  neverSigned,
  revokedManifestation,
  signedManifestation,
  toAcceptAgain,
  type WillSignature,
  type Wording,
} from '../../../shared/access/domain/manifestation.ts';

const then = '2026-01-01T00:00:00.000Z';
const now = '2026-02-01T00:00:00.000Z';
const wording = (name: string): Wording => ({ version: name, sha256: name.repeat(32) });
const first = { manifestation: wording('m1'), agreement: wording('a1') };
const otherAgreement = { ...first, agreement: wording('a2') };
const otherManifestation = { ...first, manifestation: wording('m2') };

const ada: WillSignature = {
  agreements: ['e-Resident'],
  signerName: 'Ada Lovelace',
  signer: { kind: 'person', id: 'ada' },
};
const operators: WillSignature = {
  ...ada,
  signerName: null,
  signer: { kind: 'operator', id: 'arn' },
};
const consent = (of: Wording, givenAt: string, by: WillSignature = ada): ConsentToWording => ({
  ...of,
  signerName: by.signerName,
  signer: by.signer,
  givenAt,
});

const active = signedManifestation(neverSigned, ada, first, then);
const revoked = revokedManifestation(active, then);

describe('signing a Manifestation of Will', () => {
  it('records who agreed to which wording, and when', () => {
    expect(
      signedManifestation(
        neverSigned,
        { ...ada, agreements: ['Resident', 'e-Resident'] },
        first,
        now,
      ),
    ).toEqual({
      active: true,
      signedAt: now,
      revokedAt: null,
      acceptedAgreements: ['e-Resident', 'Resident'],
      text: consent(first.manifestation, now),
      acceptances: {
        'e-Resident': consent(first.agreement, now),
        Resident: consent(first.agreement, now),
      },
    });
  });

  it('is possible again after a revocation', () => {
    expect(signedManifestation(revoked, { ...ada, agreements: [] }, first, now)).toEqual({
      active: true,
      signedAt: now,
      revokedAt: null,
      acceptedAgreements: [],
      text: consent(first.manifestation, now),
      acceptances: {},
    });
  });

  it('keeps earlier acceptances unchanged', () => {
    const both = { ...ada, signerName: 'A. King', agreements: ['e-Resident', 'Resident'] } as const;
    const changed = signedManifestation(active, both, first, now);
    expect(changed.signedAt).toBe(then);
    expect(changed.text).toBe(active.text);
    expect(changed.acceptances).toEqual({
      'e-Resident': consent(first.agreement, then),
      Resident: consent(first.agreement, now, both),
    });
  });

  it('withdraws agreements that are not ticked', () => {
    expect(signedManifestation(active, { ...ada, agreements: [] }, first, now)).toEqual({
      ...active,
      acceptedAgreements: [],
      acceptances: {},
    });
  });

  it('returns the same object if nothing changes', () => {
    expect(signedManifestation(active, { ...ada, signerName: 'A. King' }, first, now)).toBe(active);
    expect(signedManifestation(active, operators, first, now)).toBe(active);
    expect(revokedManifestation(revoked, now)).toBe(revoked);
    expect(revokedManifestation(neverSigned, now)).toBe(neverSigned);
  });

  it('adds the signature to a text recorded without one', () => {
    const recorded = signedManifestation(neverSigned, operators, first, then);
    const named = signedManifestation(recorded, ada, first, now);
    expect([named.signedAt, named.text, named.acceptances['e-Resident']]).toEqual([
      now,
      consent(first.manifestation, now),
      consent(first.agreement, now),
    ]);
  });

  it('ends all acceptances when it is revoked, and keeps what was signed', () => {
    expect(revokedManifestation(active, now)).toEqual({
      ...active,
      active: false,
      revokedAt: now,
      acceptedAgreements: [],
      acceptances: {},
    });
  });
});

describe('an acceptance in advance', () => {
  it.each([
    ['while its wordings are in force', active, first, true],
    ['not once the agreement has a new wording', active, otherAgreement, false],
    ['not once the Manifestation has a new wording', active, otherManifestation, false],
    ['not once it is revoked', revoked, first, false],
    ['not when nothing was signed', neverSigned, first, false],
  ])('applies %s', (_, will, inForce, applies) => {
    const accepted = acceptedInAdvance(will, 'e-Resident', inForce);
    expect(accepted).toBe(applies ? will.acceptances['e-Resident'] : null);
    expect(acceptedInAdvance(will, 'Resident', inForce)).toBeNull();
  });

  it('lists what must be accepted again', () => {
    expect(toAcceptAgain(active, first)).toEqual([]);
    expect(toAcceptAgain(active, otherAgreement)).toEqual(['e-Resident']);
    expect(toAcceptAgain(active, otherManifestation)).toEqual(['manifestation']);
    expect(toAcceptAgain(revoked, otherManifestation)).toEqual([]);
  });

  it('applies only to wordings that were signed and are in force', () => {
    const act = fc.oneof(
      fc.record({
        act: fc.constant('sign' as const),
        by: fc.constantFrom(ada, operators),
        agreements: fc.subarray([...acceptableAgreements]),
      }),
      fc.record({ act: fc.constantFrom('revoke' as const, 'manifestation', 'agreement') }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        let will: Manifestation = neverSigned;
        let inForce = first;
        let agreed = new Set<string>();
        for (const [number, each] of acts.entries()) {
          const at = new Date(Date.parse(then) + number * 60_000).toISOString();
          if ('by' in each) {
            const signature = { ...each.by, agreements: each.agreements };
            will = signedManifestation(will, signature, inForce, at);
            agreed = new Set(each.agreements);
          } else if (each.act === 'revoke') {
            will = revokedManifestation(will, at);
            agreed = new Set();
          } else {
            inForce = { ...inForce, [each.act]: wording(`${each.act}${number}`) };
            agreed = new Set();
          }
          for (const type of acceptableAgreements) {
            const accepted = acceptedInAdvance(will, type, inForce);
            // An agreement's text can change without changing the Manifestation.
            if (accepted !== null && each.act !== 'agreement') {
              expect(accepted.sha256).toBe(inForce.agreement.sha256);
            }
            if (agreed.has(type)) expect(accepted).not.toBeNull();
            if (each.act === 'sign' || each.act === 'revoke') {
              expect(accepted !== null).toBe(agreed.has(type));
            }
          }
        }
      }),
    );
  });
});
