import { createHash } from 'node:crypto';
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

/** Every published version of the Agreement of Coexistence for legal entities, oldest first. */
const legalEntityAgreements: readonly AgreementText[] = [
  {
    subject: 'legal_entity',
    version: 'v11.01.2026',
    title: 'Agreement of Coexistence for Legal Entities',
    text: `1. Parties. This agreement is made between the jurisdiction that keeps this registry and the legal entity named in the application, represented by the person who signs below.

2. Admission. On approval of the application the legal entity is admitted as a resident, is entered in the registry under its own resident permit number, and may do business under the rules of the jurisdiction.

3. Rules. The legal entity accepts the law of the jurisdiction as it stands and as it is changed in the manner that this law provides, and keeps the duties of registration, taxation and reporting that it lays down.

4. Registered agent. The legal entity keeps a registered agent with an address at which notices can be served, and tells the registry of every change.

5. Correctness. The signer declares that the particulars in the application are true and complete, and that he or she is entitled to sign for the founders.

6. Disputes. Disputes under this agreement are settled by the dispute-resolution bodies of the jurisdiction.

7. End. The agreement ends when the legal entity is dissolved or its residency is terminated; duties that arose before stay.`,
  },
];

/** Every published version of the Manifestation of Will, oldest first. */
const manifestationsOfWill: readonly AgreementText[] = [
  {
    subject: 'manifestation_of_will',
    version: 'v11.01.2026',
    title: 'Manifestation of Will',
    text: `1. My will. I want software that holds one of my Agent Keys to be able to act in my name before this registry, within the scopes that I gave to the key.

2. My acts. What is done with such a key while this manifestation is in force counts as done by me: applications that are made, filings that are submitted and fees that are paid.

3. Agreements. Where I accept an Agreement of Coexistence in advance, an application of that kind that is made with an Agent Key needs no further signature of mine.

4. My care. I give keys only to software and persons that I trust, keep them secret, and revoke a key that I do not need or that somebody else may know.

5. End. I can revoke this manifestation at any time. From that moment every Agent Key of mine that can write is refused; what was done before stays valid.`,
  },
];

/**
 * Every text that anyone could ever sign. Nothing here is edited or removed, because signatures store only the
 * digest; `test/documents/published-texts.test.ts` holds the digests.
 */
export const publishedTexts: readonly AgreementText[] = [
  ...legalEntityAgreements,
  ...manifestationsOfWill,
  ...residencyAgreements,
];
