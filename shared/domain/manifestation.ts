/** Agreements of Coexistence that can be accepted in advance, by the residency type they serve. */
export const acceptableAgreements = ['e-Resident', 'Resident'] as const;
export type AcceptableAgreement = (typeof acceptableAgreements)[number];

/**
 * A person's Manifestation of Will, which write-capable Agent Keys need.
 *
 * never signed -> sign -> active; active -> sign -> active, with other agreements; active -> revoke ->
 * revoked; revoked -> sign -> active, signed anew. `signedAt` is that of the last signature.
 */
export interface Manifestation {
  readonly active: boolean;
  readonly signedAt: string | null;
  readonly revokedAt: string | null;
  readonly acceptedAgreements: readonly AcceptableAgreement[];
}

export const neverSigned: Manifestation = {
  active: false,
  signedAt: null,
  revokedAt: null,
  acceptedAgreements: [],
};

/** The will after a signature; an active one keeps the time of its own and gets the agreements. */
export function signManifestation(
  will: Manifestation,
  agreements: readonly AcceptableAgreement[],
  now: string,
): Manifestation {
  // In the order of the list, so that the same agreements are the same value.
  const acceptedAgreements = acceptableAgreements.filter((type) => agreements.includes(type));
  if (!will.active) return { active: true, signedAt: now, revokedAt: null, acceptedAgreements };
  const same = will.acceptedAgreements.join() === acceptedAgreements.join();
  return same ? will : { ...will, acceptedAgreements };
}

/** The will after its revocation, which takes the accepted agreements back with it. */
export function revokeManifestation(will: Manifestation, now: string): Manifestation {
  if (!will.active) return will;
  return { ...will, active: false, revokedAt: now, acceptedAgreements: [] };
}
