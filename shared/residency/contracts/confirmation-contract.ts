import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of the page on which an entity is confirmed. */
export const ConfirmationPath = z.object({ entityId: Id });

/** The form of the page. `version` is the entity's version shown on the page. */
export const ConfirmEntity = z.object({
  version: z.pipe(
    z.string({ error: 'Open the page again' }).check(z.regex(/^[1-9]\d{0,8}$/)),
    z.transform(Number),
  ),
});

export function confirmationPath(entityId: string) {
  return `/portal/legal-entities/${entityId}/confirmation` as const;
}
