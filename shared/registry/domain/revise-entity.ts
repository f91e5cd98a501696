import {
  type PostalAddress,
  shownPostalCode,
  type TaxState,
} from '../../kernel/domain/legal-entity.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { ResidencyPeriod } from '../../people/domain/residency.ts';
import type { AmendableEntity } from './amendable-entity.ts';

/** The fields of a legal entity that operators can revise. */
export interface RevisableEntity extends AmendableEntity {
  readonly optionId: string;
  readonly formationDate: string | null;
  readonly registrationDate: string | null;
  readonly dissolutionDate: string | null;
  readonly createdViaAPI: boolean;
  readonly taxState: TaxState;
  readonly residency: ResidencyPeriod;
}

/** Fields to set; absent or undefined fields stay unchanged. The residency is merged field by field. */
export type EntityRevision = {
  readonly [Field in Exclude<keyof RevisableEntity, 'residency'>]?:
    | RevisableEntity[Field]
    | undefined;
} & {
  readonly residency?:
    | { readonly [Field in keyof ResidencyPeriod]?: ResidencyPeriod[Field] | undefined }
    | undefined;
};

/** The entity after a revision, and the names of the changed fields; empty if nothing changed. */
export function revisedEntity<E extends RevisableEntity>(
  entity: E,
  { residency = {}, ...fields }: EntityRevision,
): { readonly next: E; readonly changed: readonly string[] } {
  const next: E = {
    ...entity,
    ...withoutUndefined(fields),
    residency: { ...entity.residency, ...withoutUndefined(residency) },
  };
  const revisable = [...Object.keys(fields), 'residency'];
  const changed = revisable.filter(
    (field) => !isSameValue(Reflect.get(entity, field), Reflect.get(next, field)),
  );
  return { next, changed };
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A field with its values before and after, as text; null if none. */
interface ChangedValue {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Fields with a new value, as text; the fields of a residency are listed separately. */
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
