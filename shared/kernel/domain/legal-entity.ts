import { foldCase } from './fold-case.ts';

/** Entity options that can be registered, with the type that is displayed for them. */
const entityTypes = {
  llc: 'Limited Liability Company',
  for_profit_corp: 'For-Profit Corporation',
} as const;
type KnownOption = keyof typeof entityTypes;

export const knownOptions = Object.keys(entityTypes) as readonly KnownOption[]; // keys of the literal above

/** The displayed type of an entity; an imported option that is not known here is displayed as it is. */
export function entityType(optionId: string): string {
  return Object.hasOwn(entityTypes, optionId) ? entityTypes[optionId as KnownOption] : optionId; // hasOwn just checked
}

export const taxStates = ['current', 'overdue', 'unknown'] as const;
export type TaxState = (typeof taxStates)[number];

export interface PostalAddress {
  readonly line1: string;
  readonly line2?: string | null | undefined;
  readonly city: string;
  readonly state?: string | null | undefined;
  /** `noPostalCode` in a country without postal codes. */
  readonly postalCode: string;
  readonly country: string;
}

/** The replacement in an address without a postal code, as in Hong Kong or the United Arab Emirates. */
export const noPostalCode = '-';

/** The postal code as it is shown; empty if the address has none. */
export function shownPostalCode({ postalCode }: Pick<PostalAddress, 'postalCode'>): string {
  return postalCode === noPostalCode ? '' : postalCode;
}

/** States of entities for lists of operators: whether a dissolution is recorded, be it of a day to come, or an annulment. */
export const entityStates = ['registered', 'dissolved', 'annulled'] as const;
type EntityState = (typeof entityStates)[number];

/** The state of an entity for these lists. */
export function entityState({
  annulment,
  dissolutionDate,
}: {
  readonly annulment?: object | undefined;
  readonly dissolutionDate: string | null;
}): EntityState {
  if (annulment !== undefined) return 'annulled';
  return dissolutionDate === null ? 'registered' : 'dissolved';
}

// JavaScript's \s lacks U+0085, and Unicode's White_Space lacks U+FEFF, which trim() removes.
const WHITE_SPACE = /[\p{White_Space}\uFEFF]+/gu;

// U+FEFF is ignorable as well, but was always read as white space.
const IGNORABLE = /(?!\uFEFF)\p{Default_Ignorable_Code_Point}/gu;

/** A company's name or its parts in full, as the registry holds them (spec 2.3). */
export interface CompanyName {
  readonly name: string;
  readonly extension: string;
  readonly nameStartsWithExtension: boolean;
}

// As most names are: nothing to collapse, to leave out, or to fold but case.
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A name as it is shown and stored: trimmed, every run of white space (of any Unicode kind) one
 * space, otherwise as written.
 */
export function displayName(name: string): string {
  if (PLAIN.test(name)) return name;
  return name.replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
}

/**
 * The form in which names are compared (name availability, spec 4.10, and registry search,
 * spec 4.9): two names are the same when their keys are equal. Default-ignorable characters left out,
 * trimmed, white space collapsed, NFKC, case folded. The key of a key is itself.
 */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  // Some characters become a space and a mark under NFKC ("¨"), so white space collapses last.
  return displayName(foldCase(name.replace(IGNORABLE, '')));
}

/** Name and extension in the company's own order, as displayed: "Acme LLC" or "LLC Acme". */
export function fullName({ name, extension, nameStartsWithExtension }: CompanyName): string {
  return displayName(nameStartsWithExtension ? `${extension} ${name}` : `${name} ${extension}`);
}
