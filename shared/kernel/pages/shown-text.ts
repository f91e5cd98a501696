import { createHash } from 'node:crypto';
import type { Locale, ShownText } from '../domain/locale.ts';

/**
 * What is stored with a signature about its page: the language, and the SHA-256 of the statement
 * and the digests of the signed texts, each on a line, in UTF-8. Null for a form without a
 * language.
 */
export function shownText(
  locale: Locale | undefined,
  lines: (context: { readonly locale: Locale }) => readonly string[],
): ShownText | null {
  if (locale === undefined) return null;
  const text = lines({ locale }).join('\n');
  return { locale, sha256: createHash('sha256').update(text).digest('hex') };
}
