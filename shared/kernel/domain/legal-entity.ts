import { foldCase } from './fold-case.ts';

/** The entity options that can be registered, with their displayed type. */
const entityTypes = {
  llc: 'Limited Liability Company',
  for_profit_corp: 'For-Profit Corporation',
} as const;
type KnownOption = keyof typeof entityTypes;

export const knownOptions = Object.keys(entityTypes) as readonly KnownOption[]; // keys of the literal above

/** The displayed type of an entity; an unknown imported option is displayed unchanged. */
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
  /** `noPostalCode` in countries without postal codes. */
  readonly postalCode: string;
  readonly country: string;
}

/** The postal code of an address without one, as in Hong Kong or the United Arab Emirates. */
export const noPostalCode = '-';

/** The postal code for display; empty if the address has none. */
export function shownPostalCode({ postalCode }: Pick<PostalAddress, 'postalCode'>): string {
  return postalCode === noPostalCode ? '' : postalCode;
}

/**
 * The states of entities in operators' lists: whether a dissolution (even for a future day) or an
 * annulment is recorded.
 */
export const entityStates = ['registered', 'dissolved', 'annulled'] as const;
type EntityState = (typeof entityStates)[number];

/** An entity's state in these lists. */
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

// U+FEFF is also ignorable, but it has always been treated as white space.
const IGNORABLE = /(?!\uFEFF)\p{Default_Ignorable_Code_Point}/gu;

/** A company's name with its extension, as stored in the registry (spec 2.3). */
export interface CompanyName {
  readonly name: string;
  readonly extension: string;
  readonly nameStartsWithExtension: boolean;
}

// Most names, also with accents: only their case needs folding, in which no letter depends on another.
const PLAIN = /^[!-~À-ÖØ-Þà-öø-įĴ-ľŁ-ňŊ-ž]+(?: [!-~À-ÖØ-Þà-öø-įĴ-ľŁ-ňŊ-ž]+)*$/;

/** A name for display and storage: trimmed, with every run of Unicode white space as one space. */
export function displayName(name: string): string {
  if (PLAIN.test(name)) return name;
  return name.replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
}

/**
 * The key for comparing names (name availability, spec 4.10, and registry search, spec 4.9): two
 * names are the same if their keys are equal. Removes default-ignorable characters, trims,
 * collapses white space, applies NFKC and folds case. Idempotent.
 */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  // NFKC turns some characters into a space and a mark ("¨"), so white space is collapsed last.
  return displayName(foldCase(name.replace(IGNORABLE, '')));
}

/** Name and extension in the company's own order, as displayed: "Acme LLC" or "LLC Acme". */
export function fullName({ name, extension, nameStartsWithExtension }: CompanyName): string {
  return displayName(nameStartsWithExtension ? `${extension} ${name}` : `${name} ${extension}`);
}
