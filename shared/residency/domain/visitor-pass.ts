import { foldCase } from '../../kernel/domain/fold-case.ts';

/**
 * Whether a signature is that of the named person: it contains the first or the last name. Case, accents and
 * spacing are ignored.
 */
export function isSignedByName(
  signature: string,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): boolean {
  const signed = bare(signature);
  return [firstName, lastName].map(bare).some((name) => name !== '' && signed.includes(name));
}

/** Letters without case, accents and spaces. */
function bare(text: string): string {
  return foldCase(text)
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]+/gu, '')
    .normalize('NFC');
}
