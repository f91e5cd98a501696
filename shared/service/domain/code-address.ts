import { bareCode } from '../../kernel/domain/code.ts';

/**
 * The page that verifies a typed or copied code of a certificate or of a holder's proof. A full link is also accepted.
 * Null if the text can't be either. Only that page can find out whether the code exists.
 */
export function addressOfCode(text: string): `/${string}` | null {
  const link = /\/(certificates|proofs)\/([^/?#\s]+)/.exec(text);
  const [, place = '', linked = ''] = link ?? [];
  if (link !== null) return `/${place}/${encodeURIComponent(decoded(linked))}`;
  const code = bareCode(text);
  if (/^[2-9A-HJ-NP-Z]{16}$/.test(code)) return `/certificates/${code}`;
  return /^[2-9A-HJ-NP-Z]{26}$/.test(code) ? `/proofs/${code}` : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
