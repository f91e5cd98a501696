import {
  type CompanyName,
  fullName,
  type PostalAddress,
} from '../../kernel/domain/legal-entity.ts';

/** What is recorded of a legal entity beside its name and can be changed by filing; null: nothing is recorded. */
export interface EntityDetails {
  readonly principalOfficeAddress: PostalAddress | null;
}

/** The fields of a legal entity that can be changed by filing. Each belongs to one of the details below. */
export interface AmendableEntity extends CompanyName, EntityDetails {}
type AmendableField = keyof AmendableEntity;

/** A detail as it is recorded; null: none is. */
export type DetailValue = string | PostalAddress | null;

/** What people read of these fields: the fields of a detail, and its value. Its words are `detailTexts`. */
export const amendableDetails = {
  name: { fields: ['name', 'extension', 'nameStartsWithExtension'], of: fullName },
  principalOffice: {
    fields: ['principalOfficeAddress'],
    of: ({ principalOfficeAddress }: AmendableEntity) => principalOfficeAddress,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly fields: readonly AmendableField[];
      readonly of: (entity: AmendableEntity) => DetailValue;
    }
  >
>;
export type AmendableDetail = keyof typeof amendableDetails;

export const detailNames = Object.keys(amendableDetails) as readonly AmendableDetail[]; // keys of the literal above

export const amendableFields: readonly AmendableField[] = detailNames.flatMap(
  (name) => amendableDetails[name].fields,
);

/** The fields of the details beside the name. */
export const detailFields = amendableFields.filter(
  (field): field is keyof EntityDetails =>
    !(amendableDetails.name.fields as readonly string[]).includes(field),
);
