import * as z from 'zod/mini';

/** Path of a published text: its SHA-256, hexadecimal. A malformed digest is that of no text. */
export const AgreementTextLink = z.object({ sha256: z.string() });
