import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** How long a claim link is valid, in milliseconds (24 hours). */
export const claimLinkLifetime = 86_400_000;

/**
 * The default limit on emails to applicants that an integration causes per UTC day. It applies whether or not an
 * address has an account.
 */
export const claimMailsPerDay = 200;

/** The fields of a link that its rules use. Instants are ISO 8601 in UTC. */
export interface ClaimLink {
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

export const claimLinkStatuses = ['open', 'used', 'expired'] as const;
export type ClaimLinkStatus = (typeof claimLinkStatuses)[number];

/** The transitions of a link; it can be used once. */
export const claimLinkTransitions: Readonly<
  Record<ClaimLinkStatus, { readonly use?: ClaimLinkStatus }>
> = {
  open: { use: 'used' },
  used: {},
  expired: {},
};

export function newClaimLink(now: Date): ClaimLink {
  return { expiresAt: new Date(now.getTime() + claimLinkLifetime).toISOString(), usedAt: null };
}

/** The status at this instant. A used link stays `used` after it expires. */
export function claimLinkStatus({ expiresAt, usedAt }: ClaimLink, now: string): ClaimLinkStatus {
  if (usedAt !== null) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

export function useClaimLink<L extends ClaimLink>(
  link: L,
  now: string,
): Decision<L, ClaimLinkStatus> {
  const status = claimLinkStatus(link, now);
  if (nextState(claimLinkTransitions, status, 'use') === undefined) return refuse(status);
  return accept({ ...link, usedAt: now });
}
