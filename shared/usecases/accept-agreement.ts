import { createHash } from 'node:crypto';
import { legalEntityAgreement } from '../agreements/legal-entity-agreement.ts';
import type { StoredManifestation } from '../db/manifestations.ts';
import type { AgreementSignature } from '../domain/application.ts';

/** SHA-256 of the agreement's text, hexadecimal. */
export function agreementSha256(): string {
  return createHash('sha256').update(legalEntityAgreement.text).digest('hex');
}

/** The signature of the agreement as it stands now. */
export function signatureBy(signerName: string, at: string): AgreementSignature {
  return { method: 'signature', signerName, ...terms(at) };
}

/**
 * The acceptance that an owner gave in advance with the Manifestation of Will, for agents' applications
 * of that residency type; null where there is none.
 */
export function acceptedInAdvance(
  manifestation: StoredManifestation | null,
  residencyType: 'e-Resident' | 'Resident',
  at: string,
): AgreementSignature | null {
  if (!manifestation?.active || !manifestation.acceptedAgreements.includes(residencyType)) {
    return null;
  }
  return { method: 'manifestation_of_will', signerName: null, ...terms(at) };
}

function terms(signedAt: string) {
  const { version: agreementVersion } = legalEntityAgreement;
  return { signedAt, agreementVersion, agreementSha256: agreementSha256() };
}
