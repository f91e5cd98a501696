import type { PublishedText } from '../agreements/register.ts';
import type { StoredManifestation } from '../db/manifestations.ts';
import type { AgreementSignature } from '../domain/application.ts';

/** A signature of this very text. `signerId` is the account that signs; null for whoever holds the link. */
export function signatureBy(
  { signerName, signerId }: { readonly signerName: string; readonly signerId: string | null },
  text: PublishedText,
  at: string,
): AgreementSignature {
  return {
    method: 'signature',
    signerName,
    ...(signerId !== null && { signerId }),
    ...terms(text, at),
  };
}

/**
 * The acceptance that an owner gave in advance with the Manifestation of Will, for agents' applications
 * of that residency type; null where there is none.
 */
export function acceptedInAdvance(
  manifestation: StoredManifestation | null,
  residencyType: 'e-Resident' | 'Resident',
  text: PublishedText,
  at: string,
): AgreementSignature | null {
  if (!manifestation?.active || !manifestation.acceptedAgreements.includes(residencyType)) {
    return null;
  }
  return { method: 'manifestation_of_will', signerName: null, ...terms(text, at) };
}

function terms({ version, sha256 }: PublishedText, signedAt: string) {
  return { signedAt, agreementVersion: version, agreementSha256: sha256 };
}
