import { foldCase } from './fold-case.ts';

// JavaScript's \s lacks U+0085, and Unicode's White_Space lacks U+FEFF, which trim() removes.
const WHITE_SPACE = /[\p{White_Space}\uFEFF]+/gu;

// U+FEFF is ignorable, too, but was always read as white space.
const IGNORABLE = /(?!\uFEFF)\p{Default_Ignorable_Code_Point}/gu;

/** A company's name or its parts in full, as the registry holds them (spec 2.3). */
export interface CompanyName {
  readonly name: string;
  readonly extension: string;
  readonly nameStartsWithExtension: boolean;
}

/**
 * A name as it is shown and stored: trimmed, every run of white space (of any Unicode kind) one
 * space, otherwise as written.
 */
export function displayName(name: string): string {
  return name.replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
}

/**
 * The form in which names are compared (name availability, spec 4.10, and registry search,
 * spec 4.9): two names are the same when their keys are equal. Default-ignorable characters left out,
 * trimmed, white space collapsed, NFKC, case folded. The key of a key is itself.
 */
export function nameKey(name: string): string {
  // Some characters become a space and a mark under NFKC ("¨"), so white space collapses last.
  return displayName(foldCase(name.replace(IGNORABLE, '')));
}

/** Name and extension in the company's own order, as displayed: "Acme LLC" or "LLC Acme". */
export function fullName({ name, extension, nameStartsWithExtension }: CompanyName): string {
  return displayName(nameStartsWithExtension ? `${extension} ${name}` : `${name} ${extension}`);
}
