/** Uses of an Agent Key that are counted for each UTC day. */
export const countedUses = ['applications', 'filings', 'payments', 'amountCents'] as const;
export type CountedUse = (typeof countedUses)[number];

/**
 * The limits set by the owner of a key: for an Agent Key in addition to its scopes; for a Standard
 * Key only the approval requirement.
 */
export interface KeyBounds {
  /** The limits per UTC day; an absent one is unlimited. */
  readonly dailyLimits: Readonly<Partial<Record<CountedUse, number>>>;
  /** Absent: all entities that the owner's Agent Keys can access. */
  readonly legalEntityIds?: string[] | undefined;
  /**
   * Payments and submissions wait for the owner's approval, with any kind of key; default: false.
   */
  readonly approvalRequired?: boolean | undefined;
}

/** The part of a caller that decides which entities it can access. */
interface Reacher {
  readonly kind: string;
  readonly bounds?: KeyBounds | undefined;
}

/**
 * Whether the caller's key can access an entity that its owner represents. Agent Keys can access
 * entities created through the API; if their owner has chosen some of these, only those.
 */
export function reachesEntity(
  { kind, bounds }: Reacher,
  { id, createdViaAPI }: { readonly id: string; readonly createdViaAPI: boolean },
): boolean {
  if (kind !== 'agent') return true;
  return createdViaAPI && (bounds?.legalEntityIds?.includes(id) ?? true);
}

/** The same for an application: a key for chosen entities only sees applications for these. */
export function reachesApplication(
  caller: Reacher,
  {
    legalEntityId,
    createdViaAPI,
  }: { readonly legalEntityId: string | null; readonly createdViaAPI: boolean },
): boolean {
  const isBound = caller.bounds?.legalEntityIds !== undefined;
  if (caller.kind === 'agent' && isBound && legalEntityId === null) return false;
  return reachesEntity(caller, { id: legalEntityId ?? '', createdViaAPI });
}

/**
 * A key's daily limit; undefined if there is none. A key for chosen entities can't form new ones.
 *
 * | Limit | | A further use |
 * |---|---|---|
 * | none | | is counted |
 * | at least today's use plus the new one | | is counted |
 * | less, but at least the new use | `api_key.daily_limit_reached` | is not counted; allowed on the next UTC day |
 * | less than the new use | `api_key.limit_never_allows` | is not counted; never allowed |
 *
 * A use that is refused for another reason, or repeats one with the same `Idempotency-Key`, is not
 * counted.
 */
export function limitOf(bounds: KeyBounds | undefined, use: CountedUse): number | undefined {
  if (use === 'applications' && bounds?.legalEntityIds !== undefined) return 0;
  return bounds?.dailyLimits[use];
}

/** The part of a key that decides whether it is valid. */
interface KeyTerm {
  readonly revokedAt: string | null;
  readonly expiresAt?: string | undefined;
}

export type KeyState = 'good' | 'revoked' | 'expired';

/**
 * The status of a key at an instant. An expired key is refused like a revoked one; it can still be
 * revoked.
 */
export function keyState({ revokedAt, expiresAt }: KeyTerm, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'good';
}
