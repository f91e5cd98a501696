import { clause, sentence, subject } from '../../documents/pdf/blocks.ts';
import { compose } from '../../documents/pdf/compose.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { particulars } from '../../documents/pdf/particulars.ts';
import { digestLines } from '../../incorporation/pdf/rider.ts';
import { formatInstant, formatUtcDay } from '../../kernel/pages/format-dates.ts';

export interface SignedAgreement extends Issued {
  /** The agreement's title, such as "Agreement of Coexistence for e-Residents". */
  readonly title: string;
  readonly agreementVersion: string;
  /** The signed text: paragraphs, each with its number and heading. Null if only the digest is known. */
  readonly text: string | null;
  /** SHA-256 of that text, in hexadecimal. */
  readonly agreementSha256: string;
  readonly residentName: string;
  readonly residentPermitNumber: string;
  /** As displayed. */
  readonly residencyType: string;
  /** The instant at which the residency begins (ISO 8601). */
  readonly effectiveDate: string;
  /** As the signer typed it. */
  readonly signerName: string;
  /** The instant of the signature (ISO 8601). */
  readonly signedAt: string;
}

/**
 * A natural person's Agreement of Coexistence: the full text, the signer and the time. A4, one or two pages.
 *
 * Throws a RangeError for an invalid date.
 */
export function renderAgreementOfCoexistence(agreement: SignedAgreement): Promise<Uint8Array> {
  return compose(agreement, agreement.title, (sheet) => [
    sentence(sheet, [{ text: 'This agreement is in force between the jurisdiction and' }]),
    subject(sheet, agreement.residentName),
    ...particulars(sheet, [
      { label: 'Resident permit number', lines: [agreement.residentPermitNumber], weight: 'bold' },
      { label: 'Residency', lines: [agreement.residencyType] },
      { label: 'In force from', lines: [formatUtcDay(agreement.effectiveDate)] },
      { label: 'Version', lines: [agreement.agreementVersion] },
      { label: 'SHA-256 of its text', lines: digestLines(agreement.agreementSha256) },
    ]),
    ...clausesOf(agreement).map(([heading, text], position) =>
      clause(sheet, position + 1, heading, text),
    ),
    ...particulars(sheet, [
      { label: 'Signed by', lines: [agreement.signerName], weight: 'bold' },
      { label: 'Signed electronically', lines: [formatInstant(agreement.signedAt)] },
    ]),
  ]);
}

function clausesOf({ text }: SignedAgreement): readonly (readonly [string, string])[] {
  if (text === null) return [digestOnly];
  return text.split('\n\n').map((paragraph) => {
    const [, heading = '', rest = paragraph] = /^\d+\. ([^.]+)\. (.*)$/s.exec(paragraph) ?? [];
    return [heading, rest];
  });
}

const digestOnly = [
  'Text of the agreement',
  'The text that was signed is the one of the version named above that has the SHA-256 digest stated ' +
    'above. A text with another digest is not the text that was signed.',
] as const;
