/** The filter that selects keys to revoke in bulk. */
export interface KeyFilter {
  /** Absent: every kind. */
  readonly kinds?: readonly string[] | undefined;
  /** Keys with this scope. A Standard Key has no scopes and may do everything. */
  readonly scope?: string | undefined;
  /** An instant, ISO 8601 in UTC. */
  readonly issuedBefore: string;
}

/** What of a key decides. */
interface Candidate {
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/**
 * What becomes of a key:
 *
 * | The key | | Counts as |
 * |---|---|---|
 * | is revoked already | stays as it is | nothing |
 * | is of another kind, or doesn't name the scope | stays | nothing |
 * | was issued at the instant, or after it | stays | `left` |
 * | any other | is revoked | `found` |
 */
export function choiceOf(
  { kind, scopes, createdAt, revokedAt }: Candidate,
  filter: KeyFilter,
): 'found' | 'left' | 'other' {
  if (revokedAt !== null) return 'other';
  if (filter.kinds !== undefined && !filter.kinds.includes(kind)) return 'other';
  if (filter.scope !== undefined && !scopes.includes(filter.scope)) return 'other';
  return createdAt < filter.issuedBefore ? 'found' : 'left';
}
