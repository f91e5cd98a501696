import { clause, sentence, subject } from './blocks.ts';
import { compose } from './compose.ts';
import { instantInWords } from './dates.ts';
import type { Issued } from './issued.ts';
import { particulars } from './particulars.ts';

export interface Rider extends Issued {
  /** Name with its extension, as displayed. */
  readonly entityName: string;
  readonly residentPermitNumber: string;
  readonly agreementVersion: string;
  /** Of the agreement's text, in hexadecimal. */
  readonly agreementSha256: string;
  /** As the signer typed it. */
  readonly signerName: string;
  /** Instant of the signature (ISO 8601). */
  readonly signedAt: string;
}

const clauses: readonly (readonly [heading: string, text: string])[] = [
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
  [
    'Electronic signature',
    'The signer agreed to sign electronically. The name that the signer typed, and the time at which ' +
      'the registry received it, are the signature of the entity, with the effect of a handwritten one.',
  ],
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

/**
 * The Rider to the Agreement of Coexistence, by which an entity became a party to it. A4, one page or
 * two.
 *
 * Throws a RangeError when a date is none.
 */
export function renderRider(rider: Rider): Promise<Uint8Array> {
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
      { label: 'SHA-256 of its text', lines: inGroups(rider.agreementSha256) },
    ]),
    ...clauses.map(([heading, text], position) => clause(sheet, position + 1, heading, text)),
    ...particulars(sheet, [
      { label: 'Signed for the entity by', lines: [rider.signerName], weight: 'bold' },
      { label: 'Signed electronically', lines: [instantInWords(rider.signedAt)] },
    ]),
  ]);
}

/** Groups of eight digits, four to a line. */
function inGroups(digest: string): readonly string[] {
  const groups = digest.match(/.{1,8}/gsu) ?? [];
  return [groups.slice(0, 4), groups.slice(4)].map((line) => line.join(' '));
}
