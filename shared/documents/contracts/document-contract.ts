import * as z from 'zod/mini';
import { ownListFields } from '../../kernel/contracts/own-list.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';

/**
 * A document of a legal entity on the key-authenticated route (spec 2.5).
 *
 * `version` is a number here: the leading integer of the stored version. `fileUrl` needs no
 * credential and expires after one hour.
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
