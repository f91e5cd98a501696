import { createHash } from 'node:crypto';

/** A row of an imported register, and the reason for its rejection, if any. */
export interface FormerRow {
  readonly line: string;
  readonly errors: readonly { readonly code: string; readonly field: string }[];
}

type Fields = Record<string, unknown>;

/** Errors by the kind of row: how to make a valid row invalid, and the expected error. */
const faulty: Readonly<
  Record<string, readonly (readonly [(row: Fields, number: number) => unknown, string, string])[]>
> = {
  person: [
    [(row) => ({ ...row, email: 'no address' }), 'invalid_format', 'email'],
    [
      (row) => ({ ...row, residentPermitNumber: '70000000000001' }),
      'custom',
      'residentPermitNumber',
    ],
    [(row) => ({ ...row, residentPermitNumber: rpn('9', 0) }), 'duplicate', 'residentPermitNumber'],
    [(row) => ({ ...row, email: 'FORMER-0@people.example' }), 'duplicate', 'email'],
    [(row) => ({ ...row, dateOfBirth: '2999-01-01' }), 'in_the_future', 'dateOfBirth'],
    [(row) => ({ ...row, citizenships: ['HN', 'Honduras'] }), 'invalid_format', 'citizenships.1'],
    [(row) => ({ ...row, nickname: 'x' }), 'unrecognized_keys', 'nickname'],
    [(row) => ({ ...row, sourceId: 'person-0' }), 'duplicate', 'sourceId'],
    [() => 'no json {', 'not_json', ''],
  ],
  residency: [
    [(row) => ({ ...row, person: 'nobody' }), 'unknown_person', 'person'],
    [
      (row) => ({ ...row, terminationDate: '1989-01-01' }),
      'ends_before_it_begins',
      'terminationDate',
    ],
    [(row) => ({ ...row, residencyType: 'Tourist' }), 'invalid_value', 'residencyType'],
    [(row) => ({ ...row, effectiveDate: '2020-02-30' }), 'custom', 'effectiveDate'],
  ],
  legal_entity: [
    [(row) => ({ ...row, name: 'former ENTITY 0' }), 'duplicate', 'name'],
    [(row) => ({ ...row, residentPermitNumber: rpn('8', 0) }), 'duplicate', 'residentPermitNumber'],
    [
      (row) => ({ ...row, representatives: [{ person: 'nobody' }] }),
      'unknown_person',
      'representatives.0.person',
    ],
    [
      (row) => ({ ...row, registrationDate: null, formationDate: null }),
      'no_beginning',
      'residency.effectiveDate',
    ],
    [(row) => ({ ...row, kind: 'company' }), 'unknown_kind', 'kind'],
    [(row) => ({ ...row, extension: '' }), 'too_small', 'extension'],
  ],
};

/**
 * Rows of a register with this share of errors, always the same for one seed: persons with their
 * numbers, residencies, entities with numbers, previous names and representatives. No row refers to
 * a faulty row, and the first row of each kind is valid.
 */
export function* formerRegister(count: number, share: number, seed: string): Generator<FormerRow> {
  const persons = Math.floor(count * 0.5);
  const residencies = Math.floor(count * 0.3);
  const bad = (row: number) => unit(`${seed} bad ${row}`) < share;
  const isGood = (person: number) => person === 0 || !bad(person);
  const aPerson = (from: number) => {
    let person = from % persons;
    while (!isGood(person)) person = (person + 1) % persons;
    return `person-${person}`;
  };
  for (let row = 0; row < count; row += 1) {
    const kind =
      row < persons ? 'person' : row < persons + residencies ? 'residency' : 'legal_entity';
    const first = kind === 'person' ? 0 : kind === 'residency' ? persons : persons + residencies;
    const number = row - first;
    const good = rowOf(kind, number, aPerson);
    const choices = faulty[kind] ?? [];
    const choice = choices[Math.floor(unit(`${seed} which ${row}`) * choices.length)];
    if (number === 0 || !bad(row) || choice === undefined) {
      yield { line: JSON.stringify(good), errors: [] };
      continue;
    }
    const [spoil, code, field] = choice;
    const spoilt = spoil(good, number);
    const line = typeof spoilt === 'string' ? spoilt : JSON.stringify(spoilt);
    yield { line, errors: [{ code, field }] };
  }
}

function rowOf(kind: string, number: number, aPerson: (from: number) => string): Fields {
  const year = 1990 + (number % 30);
  switch (kind) {
    case 'person':
      return {
        kind,
        sourceId: `person-${number}`,
        email: `former-${number}@people.example`,
        givenName: 'Former',
        surname: `Resident ${number}`,
        dateOfBirth: `${year - 30}-05-17`,
        citizenships: ['HN'],
        residentPermitNumber: rpn('9', number),
        createdAt: `${year}-03-01`,
        ...(number % 10 === 0 && { formerNames: [{ surname: 'Before', until: '2001-01-01' }] }),
      };
    case 'residency':
      return {
        kind,
        sourceId: `residency-${number}`,
        person: aPerson(number),
        residencyType: number % 3 === 0 ? 'Resident' : 'e-Resident',
        effectiveDate: `${year}-04-01`,
        ...(number % 5 === 0 && { terminationDate: `${year + 5}-04-01` }),
      };
    default:
      return {
        kind,
        sourceId: `entity-${number}`,
        optionId: 'llc',
        name: `Former Entity ${number}`,
        extension: 'LLC',
        residentPermitNumber: rpn('8', number),
        registrationDate: `${year}-02-03`,
        ...(number % 7 === 0 && { dissolutionDate: `${year + 10}-02-03` }),
        ...(number % 10 === 0 && {
          formerNames: [{ name: `Older Entity ${number}`, until: `${year}-12-31` }],
        }),
        representatives: [
          { person: aPerson(3 * number) },
          { person: aPerson(3 * number + 1), since: `${year}-06-01` },
        ].filter(
          ({ person }, index, all) => all.findIndex((each) => each.person === person) === index,
        ),
      };
  }
}

/** A permit number of the previous register. */
export function rpn(digit: '8' | '9', number: number): string {
  return digit + String(number * 7 + 11).padStart(13, '0');
}

/** A number from 0 to 1 that depends only on the text. */
function unit(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
