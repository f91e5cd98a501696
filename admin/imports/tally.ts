import { createHash } from 'node:crypto';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Totals of records: how many of each type, year and state, and the sum of the hashes of each kind. Their order does
 * not matter.
 */
export function openTally() {
  const counts = new Map<string, number>();
  const sums = new Map<string, bigint>();
  return {
    add(record: Fields): void {
      const group = groupOf(record);
      counts.set(group, (counts.get(group) ?? 0) + 1);
      const kind = String(record['kind']);
      const sum = (sums.get(kind) ?? 0n) + BigInt(`0x${hashOf(record)}`);
      sums.set(kind, BigInt.asUintN(256, sum));
    },
    counts: (): ReadonlyMap<string, number> => counts,
    /** Hexadecimal, by kind; modulo 2^256. */
    sums: (): ReadonlyMap<string, string> =>
      new Map([...sums].map(([kind, sum]) => [kind, sum.toString(16).padStart(64, '0')])),
  };
}

/** The type, year and state of a record, by which the two sides are counted. */
function groupOf(record: Fields): string {
  const year = (...names: readonly string[]) =>
    names
      .map((name) => record[name])
      .find((value) => typeof value === 'string')
      ?.slice(0, 4) ?? '–';
  const ended = (name: string) => (typeof record[name] === 'string' ? 'ended' : 'without end');
  const kind = String(record['kind']);
  switch (kind) {
    case 'person':
      return [kind, '–', year('createdAt'), record['status'] ?? 'active'].join(' · ');
    case 'residency':
      return [kind, record['residencyType'], year('effectiveDate'), ended('terminationDate')].join(
        ' · ',
      );
    case 'legal_entity': {
      const state = typeof record['dissolutionDate'] === 'string' ? 'dissolved' : 'registered';
      return [kind, record['optionId'], year('registrationDate', 'formationDate'), state].join(
        ' · ',
      );
    }
    default:
      return [
        kind,
        record['contentType'],
        year('createdAt'),
        record['visibility'] ?? 'visible',
      ].join(' · ');
  }
}

/** SHA-256, hexadecimal, of a record. Null equals absent, and the order of fields does not matter. */
function hashOf(record: unknown): string {
  return createHash('sha256').update(canonical(record)).digest('hex');
}

/** The same text for all equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(plain(value)) ?? 'null';
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([, each]) => each !== null && each !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, plain(each)]));
}
