import * as z from 'zod/mini';
import { Paragraph } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of an entity's amendments, for its representatives. */
export const OwnAmendments = z.object({ entityId: Id });

/** Path of one amendment. */
export const OwnFiling = z.object({ entityId: Id, filingId: Id });

/** The form that submits a paid amendment again. */
export const SubmitForm = z.object({});

/** The form with which a representative objects to an amendment; the note may be empty. */
export const ObjectionForm = z.object({
  note: z.pipe(
    Paragraph('note', 2000),
    z.transform((note: string) => note || null),
  ),
});

export function newAmendmentPath(entityId: string) {
  return `/portal/legal-entities/${entityId}/amendments/new` as const;
}

export function amendmentPath(entityId: string, filingId: string) {
  return `/portal/legal-entities/${entityId}/amendments/${filingId}` as const;
}
