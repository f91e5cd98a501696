import * as z from 'zod/mini';
import { Paragraph } from '../../kernel/contracts/form-fields.ts';

/** The form with which a representative objects to an amendment; the note may be empty. */
export const ObjectionForm = z.object({
  note: z.pipe(
    Paragraph('note', 2000),
    z.transform((note: string) => note || null),
  ),
});
