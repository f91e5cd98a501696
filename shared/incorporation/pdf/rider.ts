import { clause, sentence, subject } from '../../documents/pdf/blocks.ts';
import { compose } from '../../documents/pdf/compose.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { particulars } from '../../documents/pdf/particulars.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';

export interface Rider extends Issued {
  /** Name with its extension, as displayed. */
  readonly entityName: string;
  readonly residentPermitNumber: string;
  readonly agreementVersion: string;
  /** SHA-256 of the agreement's text, hexadecimal. */
  readonly agreementSha256: string;
  /** How the agreement was accepted: with a signature, or in advance with a Manifestation of Will. */
  readonly method?: 'signature' | 'manifestation_of_will';
  /** As typed by the signer; for an acceptance in advance, the name of the person who gave it. */
  readonly signerName: string;
  /** Instant of the signature (ISO 8601). */
  readonly signedAt: string;
}

type Clause = readonly [heading: string, text: string];

const acceptance: Readonly<Record<NonNullable<Rider['method']>, Clause>> = {
  signature: [
    'Electronic signature',
    'The signer agreed to sign electronically. The name that the signer typed, and the time at which ' +
      'the registry received it, are the signature of the entity, with the effect of a handwritten one.',
  ],
  manifestation_of_will: [
    'Acceptance in advance',
    'The person named below accepted the Agreement in advance with a signed Manifestation of Will, for ' +
      'the applications that agents make for that person. This acceptance took effect at the time ' +
      'stated below and has the effect of a handwritten signature.',
  ],
};

const clausesBy = (accepted: Clause): readonly Clause[] => [
  [
    'Adherence',
    'By this Rider the entity accepts the Agreement of Coexistence in the version named above, and is ' +
      'bound by it as if it had signed the Agreement itself.',
  ],
  [
    'Text of the Agreement',
    'The text that the entity accepts is the one that has the SHA-256 digest stated above. A text ' +
      'with another digest is not the text that was accepted.',
  ],
  [
    'Authority',
    'The signer declares to be authorized to bind the entity, and that what the entity stated in its ' +
      'application is true and complete.',
  ],
  accepted,
  [
    'Duration',
    'This Rider is in force from the time of the signature for as long as the entity is a resident. ' +
      'Duties that arose before its residency ends are not affected by the end.',
  ],
  [
    'Later versions',
    'A later version of the Agreement binds the entity as the Agreement provides. Where that takes ' +
      'another signature, a new Rider replaces this one.',
  ],
  [
    'Precedence',
    'This Rider identifies the entity and the version of the Agreement. In everything else the ' +
      'Agreement prevails over it.',
  ],
];

const labels = {
  signature: { by: 'Signed for the entity by', at: 'Signed electronically' },
  manifestation_of_will: { by: 'Accepted for the entity by', at: 'Accepted in advance' },
} as const;

/**
 * The Rider to the Agreement of Coexistence, by which an entity joined it. A4, one or two pages.
 *
 * Throws a RangeError for an invalid date.
 */
export function renderRider(rider: Rider): Promise<Uint8Array> {
  const { method = 'signature' } = rider;
  return compose(rider, 'Rider to the Agreement of Coexistence', (sheet) => [
    sentence(sheet, [
      { text: 'By this Rider the following entity is a party to the Agreement of Coexistence:' },
    ]),
    subject(sheet, rider.entityName),
    ...particulars(sheet, [
      { label: 'Resident permit number', lines: [rider.residentPermitNumber], weight: 'bold' },
      {
        label: 'Agreement',
        lines: [`Agreement of Coexistence, version ${rider.agreementVersion}`],
      },
      { label: 'SHA-256 of its text', lines: digestLines(rider.agreementSha256) },
    ]),
    ...clausesBy(acceptance[method]).map(([heading, text], position) =>
      clause(sheet, position + 1, heading, text),
    ),
    ...particulars(sheet, [
      { label: labels[method].by, lines: [rider.signerName], weight: 'bold' },
      { label: labels[method].at, lines: [formatInstant(rider.signedAt)] },
    ]),
  ]);
}

/** A SHA-256 digest as printed: groups of eight digits, four per line. */
export function digestLines(digest: string): readonly string[] {
  const groups = digest.match(/.{1,8}/gsu) ?? [];
  return [groups.slice(0, 4), groups.slice(4)].map((line) => line.join(' '));
}
