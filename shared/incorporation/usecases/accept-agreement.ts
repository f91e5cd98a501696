import {
  type AcceptableAgreement,
  acceptedInAdvance,
  type Manifestation,
} from '../../access/domain/manifestation.ts';
import type { Agreements, PublishedText } from '../../documents/agreements/register.ts';
import { wordingsInForce } from '../../documents/usecases/wordings-in-force.ts';
import type { ShownWords } from '../../kernel/domain/locale.ts';
import type { AgreementSignature } from '../domain/application.ts';

/** A signature of this very text. `signerId` is the account that signs; null for whoever holds the link. */
export function signatureBy(
  {
    signerName,
    signerId,
    shown = null,
  }: {
    readonly signerName: string;
    readonly signerId: string | null;
    readonly shown?: ShownWords | null;
  },
  text: PublishedText,
  at: string,
): AgreementSignature {
  return {
    method: 'signature',
    signerName,
    ...(signerId !== null && { signerId }),
    ...terms(text, at),
    ...(shown !== null && { shown }),
  };
}

/**
 * The signature that an owner's acceptance in advance stands for, on agents' applications of that residency
 * type, with the wording that was accepted; null where there is none, or another wording is in force.
 */
export function signatureInAdvance(
  manifestation: Manifestation | null,
  residencyType: AcceptableAgreement,
  agreements: Agreements,
  at: string,
): AgreementSignature | null {
  const consent =
    manifestation && acceptedInAdvance(manifestation, residencyType, wordingsInForce(agreements));
  if (consent === null) return null;
  const { signerName, givenAt: acceptedAt } = consent;
  return { method: 'manifestation_of_will', signerName, acceptedAt, ...terms(consent, at) };
}

function terms({ version, sha256 }: Pick<PublishedText, 'version' | 'sha256'>, signedAt: string) {
  return { signedAt, agreementVersion: version, agreementSha256: sha256 };
}
