import * as z from 'zod/mini';
import { locales } from '../domain/locale.ts';

/**
 * The language of a signature and the digest of the text that the signer saw; absent if the form
 * did not send them.
 */
export const StoredShownText = z.optional(
  z.object({ locale: z.enum(locales), sha256: z.string() }),
);
