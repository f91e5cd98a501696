import * as z from 'zod/mini';
import { AddressInput } from '../../kernel/contracts/address.ts';
import { Email } from '../../kernel/contracts/email.ts';
import { CalendarDate, Instant, Line, Name, PhoneNumber } from '../../kernel/contracts/text.ts';
import { displayName } from '../../kernel/domain/legal-entity.ts';
import { sexes } from '../../people/domain/person.ts';
import { residencyTypes } from '../../people/domain/residency.ts';
import { OwnPermitNumber, revisableFields } from '../../registry/contracts/admin-entities.ts';

/** Kinds of records in import order: each may refer to earlier kinds. */
export const recordKinds = ['person', 'residency', 'legal_entity', 'document'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The record's id in the previous register, unique for its kind in a batch. Only its digest is stored. */
export const SourceId = Line(200);

const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/));
const optionalDate = z.optional(z.nullable(Instant));

export const PersonRecord = z.strictObject({
  kind: z.literal('person'),
  sourceId: SourceId,
  email: Email(),
  emailVerified: z.optional(z.boolean()),
  givenName: z.optional(z.nullable(Name(100))),
  surname: z.optional(z.nullable(Name(100))),
  dateOfBirth: z.optional(z.nullable(CalendarDate)),
  sex: z.optional(z.nullable(z.enum(sexes))),
  countryOfBirth: z.optional(z.nullable(CountryCode)),
  citizenships: z.optional(z.array(CountryCode).check(z.maxLength(20))),
  address: z.optional(z.nullable(AddressInput)),
  phoneNumber: z.optional(z.nullable(PhoneNumber)),
  residentPermitNumber: z.optional(z.nullable(OwnPermitNumber)),
  status: z.optional(z.enum(['active', 'deactivated'])),
  createdAt: z.optional(Instant),
  /** Previous names, oldest first. */
  formerNames: z.optional(
    z
      .array(
        z.strictObject({
          givenName: z.optional(z.nullable(Name(100))),
          surname: z.optional(z.nullable(Name(100))),
          until: optionalDate,
        }),
      )
      .check(z.maxLength(50)),
  ),
});
export type PersonRecord = z.output<typeof PersonRecord>;

export const ResidencyRecord = z.strictObject({
  kind: z.literal('residency'),
  sourceId: SourceId,
  /** The `sourceId` of a person of the batch, or the id of any person; likewise below. */
  person: SourceId,
  residencyType: z.enum(residencyTypes),
  effectiveDate: Instant,
  terminationDate: optionalDate,
});
export type ResidencyRecord = z.output<typeof ResidencyRecord>;

export const EntityRecord = z.strictObject({
  kind: z.literal('legal_entity'),
  sourceId: SourceId,
  ...revisableFields,
  residentPermitNumber: z.optional(z.nullable(OwnPermitNumber)),
  /** Begins with the registration or formation by default. */
  residency: z.optional(
    z.strictObject({ effectiveDate: z.optional(Instant), terminationDate: optionalDate }),
  ),
  /** By default, they represent it from the beginning of the residency. */
  representatives: z.optional(
    z
      .array(z.strictObject({ person: SourceId, since: z.optional(Instant) }))
      .check(z.maxLength(20)),
  ),
  createdAt: z.optional(Instant),
  /** Previous names, oldest first. */
  formerNames: z.optional(
    z
      .array(
        z.strictObject({
          name: Name(200).check(z.overwrite(displayName)),
          extension: z.optional(z.nullable(Line(100).check(z.overwrite(displayName)))),
          until: optionalDate,
        }),
      )
      .check(z.maxLength(50)),
  ),
});
export type EntityRecord = z.output<typeof EntityRecord>;

/** S3's limit for one upload, in bytes ("Uploading objects", S3's User Guide). */
export const maxImportedBytes = 5 * 2 ** 30;

const token = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}';

export const DocumentRecord = z
  .strictObject({
    kind: z.literal('document'),
    sourceId: SourceId,
    /** The document's owner: exactly one of the two. */
    legalEntity: z.optional(SourceId),
    person: z.optional(SourceId),
    name: Name(200),
    slug: z.optional(z.nullable(Line(100))),
    version: z.optional(z.nullable(Line(50))),
    visibility: z.optional(z.enum(['visible', 'hidden', 'admin_only'])),
    contentType: z.string().check(z.maxLength(200), z.regex(new RegExp(`^${token}/${token}$`))),
    /** In bytes. */
    size: z.int().check(z.minimum(1), z.maximum(maxImportedBytes)),
    /** SHA-256 of its bytes, in hexadecimal. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    createdAt: z.optional(Instant),
  })
  .check(
    z.refine(({ legalEntity, person }) => (legalEntity === undefined) !== (person === undefined), {
      error: 'Must name a legal entity or a person, and not both',
      path: ['legalEntity'],
    }),
  );
export type DocumentRecord = z.output<typeof DocumentRecord>;

export type ImportRecord = PersonRecord | ResidencyRecord | EntityRecord | DocumentRecord;

export const recordSchemas = {
  person: PersonRecord,
  residency: ResidencyRecord,
  legal_entity: EntityRecord,
  document: DocumentRecord,
} as const satisfies Record<RecordKind, z.ZodMiniType>;

/** The reason for a record's rejection. `field` is its path, such as `representatives.2.person`. */
export interface RecordError {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

/** The parsed record, or all of its errors. Errors contain no values. */
export function parseRecord(
  kind: RecordKind,
  input: unknown,
):
  | { readonly ok: true; readonly record: ImportRecord }
  | { readonly ok: false; readonly errors: readonly RecordError[] } {
  const result = z.safeParse(recordSchemas[kind], input);
  if (result.success) return { ok: true, record: result.data };
  const errors = result.error.issues.flatMap((issue): readonly RecordError[] => {
    const field = issue.path.map(String).join('.');
    const message = issue.message ?? 'Invalid value';
    if (issue.code !== 'unrecognized_keys') return [{ code: issue.code, field, message }];
    const unknown = (name: string) => [...issue.path, name].map(String).join('.');
    return issue.keys.map((name) => ({
      code: issue.code,
      field: unknown(name),
      message: 'No such field',
    }));
  });
  return { ok: false, errors };
}
