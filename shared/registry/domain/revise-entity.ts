import type { PostalAddress, TaxState } from '../../kernel/domain/legal-entity.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { ResidencyPeriod } from '../../people/domain/residency.ts';

/** What operators can revise of a legal entity. */
export interface RevisableEntity {
  readonly optionId: string;
  readonly name: string;
  readonly extension: string;
  readonly nameStartsWithExtension: boolean;
  readonly formationDate: string | null;
  readonly registrationDate: string | null;
  readonly dissolutionDate: string | null;
  readonly principalOfficeAddress: PostalAddress | null;
  readonly createdViaAPI: boolean;
  readonly taxState: TaxState;
  readonly residency: ResidencyPeriod;
}

/** Fields to set; absent or undefined: as it was. The residency is merged field by field. */
export type EntityRevision = {
  readonly [Field in Exclude<keyof RevisableEntity, 'residency'>]?:
    | RevisableEntity[Field]
    | undefined;
} & {
  readonly residency?:
    | { readonly [Field in keyof ResidencyPeriod]?: ResidencyPeriod[Field] | undefined }
    | undefined;
};

/**
 * The entity after a revision, and the names of the fields that are not what they were: none when the
 * revision says nothing new.
 */
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
