import * as z from 'zod/mini';

/** One certificate as PEM. */
const Anchor = z
  .string()
  .check(
    z.maxLength(4_000),
    z.regex(
      /^\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----\s*$/,
      'Must be one certificate as PEM',
    ),
  );

/** Certificates of authorities, at most five: enough to change one. */
export const AttestationAnchors = z.array(Anchor).check(z.maxLength(5));
