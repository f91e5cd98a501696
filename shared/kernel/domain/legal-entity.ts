/** Entity options that can be registered, with the type that is displayed for them. */
const entityTypes = {
  llc: 'Limited Liability Company',
  for_profit_corp: 'For-Profit Corporation',
} as const;
export type KnownOption = keyof typeof entityTypes;

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

/** What an address without a postal code has in its place, as in Hong Kong or the United Arab Emirates. */
export const noPostalCode = '-';

/** The postal code as it is shown; empty where there is none. */
export function shownPostalCode({ postalCode }: Pick<PostalAddress, 'postalCode'>): string {
  return postalCode === noPostalCode ? '' : postalCode;
}

/** States of entities for lists of operators: whether a dissolution is recorded, be it of a day to come, or an annulment. */
export const entityStates = ['registered', 'dissolved', 'annulled'] as const;
export type EntityState = (typeof entityStates)[number];

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
