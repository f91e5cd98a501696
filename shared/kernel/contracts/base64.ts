import * as z from 'zod/mini';
import { rule } from './rule.ts';

const base64 =
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$';

/** The bytes of canonical base64 (RFC 4648, section 4): padded, no line breaks, no stray bits; one at least, `most` at most. */
export function Base64(most: number) {
  return z.pipe(
    z.string().check(
      z.minLength(1),
      rule(
        { contentEncoding: 'base64', pattern: base64 },
        z.refine((text) => Buffer.from(text, 'base64').toString('base64') === text, {
          error: 'Must be base64',
          abort: true,
        }),
      ),
      rule(
        { maxLength: Math.ceil(most / 3) * 4 },
        z.refine((text) => Buffer.byteLength(text, 'base64') <= most, {
          error: `Must hold at most ${most} bytes`,
        }),
      ),
    ),
    z.transform((text: string): Uint8Array => Buffer.from(text, 'base64')),
  );
}
