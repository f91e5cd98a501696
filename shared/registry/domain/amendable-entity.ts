import {
  type CompanyName,
  fullName,
  type PostalAddress,
} from '../../kernel/domain/legal-entity.ts';

/** The details of a legal entity, other than its name, that a filing can change; null if not recorded. */
export interface EntityDetails {
  readonly principalOfficeAddress: PostalAddress | null;
}

/** The fields of a legal entity that a filing can change. Each belongs to one of the details below. */
export interface AmendableEntity extends CompanyName, EntityDetails {}
type AmendableField = keyof AmendableEntity;

/** The recorded value of a detail; null if none. */
export type DetailValue = string | PostalAddress | null;

/** The details that people see: the fields of each, and its value. Its texts are in `detailTexts`. */
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

export const detailNames = Object.keys(amendableDetails) as readonly AmendableDetail[]; // the keys of the literal above

export const amendableFields: readonly AmendableField[] = detailNames.flatMap(
  (name) => amendableDetails[name].fields,
);

/** The fields of the details other than the name. */
export const detailFields = amendableFields.filter(
  (field): field is keyof EntityDetails =>
    !(amendableDetails.name.fields as readonly string[]).includes(field),
);
