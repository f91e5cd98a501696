import { type PostalAddress, shownPostalCode } from '../../kernel/domain/legal-entity.ts';

/** A field with its values before and after, as texts; null: none. */
export interface ChangedValue {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Fields that have another value afterwards, as texts; those of a residency one by one. */
export function changedValues<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): readonly ChangedValue[] {
  return fields
    .flatMap((field) => {
      const [from, to] = [texts(field, before[field]), texts(field, after[field])];
      return [...new Set([...from.keys(), ...to.keys()])].map((name) => ({
        ...{ field: name, from: from.get(name) ?? null, to: to.get(name) ?? null },
      }));
    })
    .filter(({ from, to }) => from !== to);
}

function texts(field: string, value: unknown): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[field, `${value}`]]);
  if (isAddress(value)) return new Map([[field, inOneLine(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, each]) => [...texts(`${field}.${name}`, each)]),
  );
}

function isAddress(value: object): value is PostalAddress {
  return 'line1' in value;
}

function inOneLine(address: PostalAddress): string {
  const { line1, line2, city, state, country } = address;
  return [line1, line2, city, state, shownPostalCode(address), country].filter(Boolean).join(', ');
}
