import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** How long an emailed link claims an account, in milliseconds: 24 hours. */
export const claimLinkLifetime = 86_400_000;

/**
 * How many emails to applicants an integration may cause in a UTC day, unless operators set another number;
 * whether an address has an account makes no difference.
 */
export const claimMailsPerDay = 200;

/** The part of a link that its rules use. Instants are ISO 8601 in UTC. */
export interface ClaimLink {
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

export const claimLinkStatuses = ['open', 'used', 'expired'] as const;
export type ClaimLinkStatus = (typeof claimLinkStatuses)[number];

/** Every status of a link with what using it makes of it; it is used once. */
export const claimLinkTransitions: Readonly<
  Record<ClaimLinkStatus, { readonly use?: ClaimLinkStatus }>
> = {
  open: { use: 'used' },
  used: {},
  expired: {},
};

/** A link that can be used once, for its lifetime from `now`. */
export function newClaimLink(now: Date): ClaimLink {
  return { expiresAt: new Date(now.getTime() + claimLinkLifetime).toISOString(), usedAt: null };
}

/** The status at this instant. A link that was used stays `used`. */
export function claimLinkStatus({ expiresAt, usedAt }: ClaimLink, now: string): ClaimLinkStatus {
  if (usedAt !== null) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/** The link after its use. */
export function useClaimLink<L extends ClaimLink>(
  link: L,
  now: string,
): Decision<L, ClaimLinkStatus> {
  const status = claimLinkStatus(link, now);
  if (nextState(claimLinkTransitions, status, 'use') === undefined) return refuse(status);
  return accept({ ...link, usedAt: now });
}
