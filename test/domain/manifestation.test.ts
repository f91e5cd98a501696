import { describe, expect, it } from 'vitest';
import {
  type Manifestation,
  neverSigned,
  revokeManifestation,
  signManifestation,
} from '../../shared/domain/manifestation.ts';

const then = '2026-01-01T00:00:00.000Z';
const now = '2026-02-01T00:00:00.000Z';
const active: Manifestation = {
  active: true,
  signedAt: then,
  revokedAt: null,
  acceptedAgreements: ['e-Resident'],
};
const revoked: Manifestation = {
  ...active,
  active: false,
  revokedAt: then,
  acceptedAgreements: [],
};

describe('Manifestation of Will', () => {
  it('is in force once it is signed', () => {
    expect(signManifestation(neverSigned, ['Resident', 'e-Resident'], now)).toEqual({
      active: true,
      signedAt: now,
      revokedAt: null,
      acceptedAgreements: ['e-Resident', 'Resident'],
    });
  });

  it('is signed anew after a revocation', () => {
    expect(signManifestation(revoked, [], now)).toEqual({
      active: true,
      signedAt: now,
      revokedAt: null,
      acceptedAgreements: [],
    });
  });

  it('keeps its signature when other agreements are accepted', () => {
    expect(signManifestation(active, ['Resident', 'Resident'], now)).toEqual({
      ...active,
      acceptedAgreements: ['Resident'],
    });
  });

  it('is the very same when nothing changes', () => {
    expect(signManifestation(active, ['e-Resident'], now)).toBe(active);
    expect(revokeManifestation(revoked, now)).toBe(revoked);
    expect(revokeManifestation(neverSigned, now)).toBe(neverSigned);
  });

  it('accepts nothing any more once it is revoked', () => {
    expect(revokeManifestation(active, now)).toEqual({ ...revoked, revokedAt: now });
  });
});
