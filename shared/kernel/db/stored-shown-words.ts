import * as z from 'zod/mini';
import { locales } from '../domain/locale.ts';

/** The language of a signature and the digest of what was shown; absent if its form did not say. */
export const StoredShownWords = z.optional(
  z.object({ locale: z.enum(locales), sha256: z.string() }),
);
