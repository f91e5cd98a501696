/** Uses of an Agent Key that are counted for each UTC day. */
export const countedUses = ['applications', 'filings', 'payments', 'amountCents'] as const;
export type CountedUse = (typeof countedUses)[number];

/** What the owner of a key allows it: an Agent Key beyond its scopes, a Standard Key only with their approval. */
export interface KeyBounds {
  /** The most of each in a UTC day; one that is absent has no limit. */
  readonly dailyLimits: Readonly<Partial<Record<CountedUse, number>>>;
  /** Absent: all that Agent Keys of its owner reach. */
  readonly legalEntityIds?: string[] | undefined;
  /** Payments and submissions wait for the owner's approval, with any kind of key; absent: they do not. */
  readonly approvalRequired?: boolean | undefined;
}

/** What of a caller decides on the entities that it reaches. */
interface Reacher {
  readonly kind: string;
  readonly bounds?: KeyBounds | undefined;
}

/**
 * Whether the caller's key reaches an entity that its owner represents. Agent Keys reach those that were created through the
 * API, and of them only the chosen ones where their owner has chosen some.
 */
export function reachesEntity(
  { kind, bounds }: Reacher,
  { id, createdViaAPI }: { readonly id: string; readonly createdViaAPI: boolean },
): boolean {
  if (kind !== 'agent') return true;
  return createdViaAPI && (bounds?.legalEntityIds?.includes(id) ?? true);
}

/** The same for an application: a key for chosen entities sees only applications for these. */
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
 * The most that a key may do in a day; undefined: any number. A key for chosen entities forms no others.
 *
 * | Limit | | A further use |
 * |---|---|---|
 * | none | | counts |
 * | at least what was used today and is wanted | | counts |
 * | less, but at least what is wanted | `api_key.daily_limit_reached` | does not count; fits on the next UTC day |
 * | less than what is wanted | `api_key.limit_never_allows` | does not count; fits on no day |
 *
 * A use that is refused for another reason, or repeats one with the same `Idempotency-Key`, does not count.
 */
export function limitOf(bounds: KeyBounds | undefined, use: CountedUse): number | undefined {
  if (use === 'applications' && bounds?.legalEntityIds !== undefined) return 0;
  return bounds?.dailyLimits[use];
}

/** What of a key decides whether it opens anything. */
interface KeyTerm {
  readonly revokedAt: string | null;
  readonly expiresAt?: string | undefined;
}

export type KeyState = 'good' | 'revoked' | 'expired';

/** The status of a key at an instant. One that has expired opens nothing, like a revoked one; it can still be revoked. */
export function keyState({ revokedAt, expiresAt }: KeyTerm, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'good';
}
