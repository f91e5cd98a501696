import type { ShownText } from '../../kernel/domain/locale.ts';
/** Agreements of Coexistence that can be accepted in advance, by residency type. */
export const acceptableAgreements = ['e-Resident', 'Resident'] as const;
export type AcceptableAgreement = (typeof acceptableAgreements)[number];

/** The digest that identifies a version of a text. */
export interface Wording {
  readonly version: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string;
}

/** The texts of a Manifestation of Will: its own, and those of the agreements it accepts. */
export interface WordingsInForce {
  readonly manifestation: Wording;
  readonly agreement: Wording;
}

/** The signer: the person, signed in, or an operator for them. */
interface WillSigner {
  readonly kind: 'person' | 'operator';
  readonly id: string | null;
}

/** Who agreed to which text, and when. */
export interface ConsentToWording extends Wording {
  /** The name as typed under the text; null if an operator recorded it. */
  readonly signerName: string | null;
  readonly signer: WillSigner;
  readonly givenAt: string;
  /** Absent if the form did not send it. */
  readonly shown?: ShownText | undefined;
}

type Acceptances = Readonly<Partial<Record<AcceptableAgreement, ConsentToWording>>>;

/**
 * A person's Manifestation of Will, which write-capable Agent Keys need. `signedAt` is the time of the last
 * signature.
 */
export interface Manifestation {
  readonly active: boolean;
  readonly signedAt: string | null;
  readonly revokedAt: string | null;
  readonly acceptedAgreements: readonly AcceptableAgreement[];
  /** The signature itself; null if there never was one. */
  readonly text: ConsentToWording | null;
  /** The agreements accepted in advance. */
  readonly acceptances: Acceptances;
}

export const neverSigned: Manifestation = {
  active: false,
  signedAt: null,
  revokedAt: null,
  acceptedAgreements: [],
  text: null,
  acceptances: {},
};

/**
 * The texts in an active will that have changed since its owner agreed. Agent Keys stay valid, but
 * nothing is accepted in advance until the owner has signed again.
 */
export function toAcceptAgain(
  { active, text, acceptances }: Manifestation,
  { manifestation, agreement }: WordingsInForce,
): readonly ('manifestation' | AcceptableAgreement)[] {
  if (!active) return [];
  const others = acceptableAgreements.filter(
    (type) => isOf(acceptances[type], agreement) === false,
  );
  return isOf(text, manifestation) === true ? others : ['manifestation', ...others];
}

/**
 * The consent that replaces the signature of an agent's application of this type; null if the owner
 * must sign because they accepted nothing or another version.
 */
export function acceptedInAdvance(
  { active, text, acceptances }: Manifestation,
  type: AcceptableAgreement,
  { manifestation, agreement }: WordingsInForce,
): ConsentToWording | null {
  const acceptance = acceptances[type] ?? null;
  return active && isOf(text, manifestation) && isOf(acceptance, agreement) ? acceptance : null;
}

/** Undefined if there is no consent. */
function isOf(
  consent: ConsentToWording | null | undefined,
  { sha256 }: Wording,
): boolean | undefined {
  return consent ? consent.sha256 === sha256 : undefined;
}

export interface WillSignature {
  readonly agreements: readonly AcceptableAgreement[];
  /** As typed; null if an operator signed. */
  readonly signerName: string | null;
  readonly signer: WillSigner;
  readonly shown?: ShownText | null;
}

/**
 * The will after a signature of the current texts. An existing consent to the same text does not
 * change, unless it had no name and now gets one. The same object if nothing changes.
 */
export function signedManifestation(
  will: Manifestation,
  { agreements, signerName, signer, shown = null }: WillSignature,
  { manifestation, agreement }: WordingsInForce,
  now: string,
): Manifestation {
  const consent = (
    former: ConsentToWording | null | undefined,
    { version, sha256 }: Wording,
  ): ConsentToWording => {
    const named = former?.signerName !== null || signerName === null;
    if (will.active && former && former.sha256 === sha256 && named) return former;
    return {
      ...{ version, sha256, signerName, signer, givenAt: now },
      ...(shown !== null && { shown }),
    };
  };
  const text = consent(will.text, manifestation);
  // In the order of the list, so that equal sets are equal values.
  const acceptedAgreements = acceptableAgreements.filter((type) => agreements.includes(type));
  const acceptances: Acceptances = Object.fromEntries(
    acceptedAgreements.map((type) => [type, consent(will.acceptances[type], agreement)]),
  );
  const same =
    text === will.text &&
    acceptableAgreements.every((type) => acceptances[type] === will.acceptances[type]);
  if (same) return will;
  return {
    active: true,
    signedAt: text.givenAt,
    revokedAt: null,
    acceptedAgreements,
    text,
    acceptances,
  };
}

/** The will after its revocation, which also revokes the accepted agreements. */
export function revokedManifestation(will: Manifestation, now: string): Manifestation {
  if (!will.active) return will;
  return { ...will, active: false, revokedAt: now, acceptedAgreements: [], acceptances: {} };
}
