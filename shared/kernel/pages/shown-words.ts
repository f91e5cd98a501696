import { createHash } from 'node:crypto';
import type { Locale, ShownWords } from '../domain/locale.ts';

/**
 * What a signature stores of what its page has shown: the language, and the SHA-256 of the sentence beside the box and
 * of the digests of what it is about, each on a line, in UTF-8. Null for a form that does not say in which language it was.
 */
export function shownWords(
  locale: Locale | undefined,
  lines: (reader: { readonly locale: Locale }) => readonly string[],
): ShownWords | null {
  if (locale === undefined) return null;
  const text = lines({ locale }).join('\n');
  return { locale, sha256: createHash('sha256').update(text).digest('hex') };
}
