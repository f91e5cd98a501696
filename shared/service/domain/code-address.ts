import { bareCode } from '../../kernel/domain/code.ts';

/**
 * The page that verifies the code that someone has typed, or copied from a document or a message: of a certificate, or
 * of a proof that a holder has made. A whole link will do. Null for a text that can be neither; whether there is
 * anything under the code, only the page can say.
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
