import * as z from 'zod/mini';
import { ownListFields } from '../../kernel/contracts/own-list.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Base64, Id, Line, Name, OutputInstant } from '../../kernel/contracts/text.ts';

/**
 * A document of a legal entity on the key-authenticated route (spec 2.5).
 *
 * `version` is a number here: the leading integer of the stored version. `fileUrl` needs no credential and expires
 * after one hour.
 */
export const Document = z.object({
  id: Id,
  name: z.string(),
  slug: z.nullable(z.string()),
  version: z.nullable(z.number()),
  fileUrl: z.nullable(z.url()),
  createdAt: OutputInstant,
});
export type Document = z.output<typeof Document>;

export const DocumentList = z.object(ownListFields(Document));

/**
 * A document on the routes that users consent to (spec 2.5, 4.2): of a legal entity, or of the person.
 * `version` is a string here.
 */
export const ConsentedDocument = z.object({
  id: Id,
  name: z.string(),
  slug: z.nullable(z.string()),
  version: z.nullable(z.string()),
  fileUrl: z.nullable(z.url()),
});
export type ConsentedDocument = z.output<typeof ConsentedDocument>;

export const ConsentedDocumentList = z.object(ownListFields(ConsentedDocument));

/** `"2"`, `"2.1"` and `"v2"` are 2; a version without a number is null. */
export function versionNumber(version: string | null): number | null {
  const digits = /^\D{0,2}(\d{1,15})/.exec(version ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The maximum size of a document that operators add, in bytes. */
export const maxDocumentBytes = 700 * 1024;

const visibilities = ['visible', 'hidden', 'admin_only'] as const;

const token = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}';
const mediaType = new RegExp(`^${token}/${token}(; ?${token}=${token})*$`);

/** A path segment: no slash, and not `.` or `..`. */
const Slug = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(/^[._-]*[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Must be letters, digits, ., - or _'),
  );

const details = {
  slug: z.optional(z.nullable(Slug)),
  version: z.optional(z.nullable(Line(50))),
  visibility: z.optional(z.enum(visibilities)),
};

/** Body of `POST /admin/v1/legal_entities/{id}/documents`. */
export const StoreDocument = z.object({
  name: Name(200),
  ...details,
  contentType: z.string().check(z.maxLength(200), z.regex(mediaType)),
  contentBase64: Base64(maxDocumentBytes),
});
export type StoreDocument = z.output<typeof StoreDocument>;

/** Body of `PATCH /admin/v1/legal_entities/{id}/documents/{documentId}`. Absent fields stay unchanged; null clears. */
export const ReviseDocument = z.object({ name: z.optional(Name(200)), ...details });
export type ReviseDocument = z.output<typeof ReviseDocument>;

export const DocumentPath = z.object({ id: Id, documentId: Id });

/** A document as operators see it, without its content. `sha256` is that of its bytes. */
export const AdminDocument = z.object({
  id: Id,
  name: z.string(),
  slug: z.nullable(z.string()),
  version: z.nullable(z.string()),
  visibility: z.enum(visibilities),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  createdAt: OutputInstant,
  /** In lists: when it was withdrawn; null if it was not. */
  withdrawnAt: z.optional(z.nullable(OutputInstant)),
});
export type AdminDocument = z.output<typeof AdminDocument>;

export const AdminDocumentAnswer = z.object({ data: AdminDocument });

/** A document as operators see it (admin 3), without its storage location. */
export function presentAdminDocument(document: AdminDocument): AdminDocument {
  return presented(AdminDocument, {
    ...document,
    ...(document.withdrawnAt !== undefined && { withdrawnAt: document.withdrawnAt }),
  });
}
