import { createHash } from 'node:crypto';
import { legalEntityAgreements } from './legal-entity-agreement.ts';
import { manifestationsOfWill } from './manifestation-of-will.ts';
import { residencyAgreements } from './residency-agreement.ts';

/** Residency types that can be applied for, each with an agreement. */
export const residencySubjects = ['limited_e_resident', 'e_resident', 'resident_annual'] as const;
type ResidencySubject = (typeof residencySubjects)[number];

/** The subject of a text. Each has one text in force. */
type AgreementSubject = 'legal_entity' | 'manifestation_of_will' | ResidencySubject;

/** One version of a text. A published version is never edited; a change is a new version. */
export interface AgreementText {
  readonly subject: AgreementSubject;
  readonly version: string;
  readonly title: string;
  /** Paragraphs, each with its number and heading, separated by empty lines. */
  readonly text: string;
}

/** A version of a text, with the digest that signatures store. */
export interface PublishedText extends AgreementText {
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  readonly sha256: string;
}

export interface Agreements {
  /** The texts to sign today. */
  inForce(subject: AgreementSubject): PublishedText;
  /** The text with this digest, in force or not; null if none was ever published. */
  withDigest(sha256: string): PublishedText | null;
}

/** A register of texts, oldest first. The last one of a subject is in force. */
export function registerOf(texts: readonly AgreementText[]): Agreements {
  const published = texts.map((text) => ({ ...text, sha256: sha256Of(text) }));
  return {
    inForce(subject) {
      const text = published.findLast((candidate) => candidate.subject === subject);
      if (text === undefined) throw new Error(`no text of ${subject} was published`);
      return text;
    },
    withDigest: (sha256) => published.find((text) => text.sha256 === sha256) ?? null,
  };
}

function sha256Of({ text }: AgreementText): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Every text that anyone could ever sign. Nothing here is edited or removed, because signatures store only the
 * digest; `test/documents/published-texts.test.ts` holds the digests.
 */
export const publishedTexts: readonly AgreementText[] = [
  ...legalEntityAgreements,
  ...manifestationsOfWill,
  ...residencyAgreements,
];
