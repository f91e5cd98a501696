import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import { isSubset } from './oauth-scope.ts';

/**
 * The status of a resident's application. Operators' clients have none. In `test`, `waiting` and
 * `rejected` only its owner can sign in with it. In `approved` and `change_waiting` everyone can,
 * with the approved version. In `suspended` nobody can.
 */
export const clientStates = [
  'test',
  'waiting',
  'approved',
  'change_waiting',
  'rejected',
  'suspended',
] as const;
export type ClientState = (typeof clientStates)[number];

/** Commands of its owner and of operators. `narrow` is a change that only removes something. */
export type ClientCommand =
  | 'change'
  | 'narrow'
  | 'ask'
  | 'approve'
  | 'reject'
  | 'remove_logo'
  | 'suspend'
  | 'reinstate';

/** Every state with its accepted commands. */
export const clientTransitions: Readonly<
  Record<ClientState, Readonly<Partial<Record<ClientCommand, ClientState>>>>
> = {
  test: { change: 'test', ask: 'waiting', remove_logo: 'test', suspend: 'suspended' },
  waiting: {
    change: 'waiting',
    approve: 'approved',
    reject: 'rejected',
    remove_logo: 'waiting',
    suspend: 'suspended',
  },
  approved: {
    narrow: 'approved',
    change: 'change_waiting',
    remove_logo: 'approved',
    suspend: 'suspended',
  },
  change_waiting: {
    narrow: 'approved',
    change: 'change_waiting',
    approve: 'approved',
    reject: 'approved',
    remove_logo: 'change_waiting',
    suspend: 'suspended',
  },
  rejected: { change: 'rejected', ask: 'waiting', remove_logo: 'rejected', suspend: 'suspended' },
  suspended: { reinstate: 'test' },
};

/** The state after a command; undefined if it is not accepted, and for operators' clients. */
function after(state: ClientState | null, command: ClientCommand): ClientState | undefined {
  return state === null ? undefined : nextState(clientTransitions, state, command);
}

/** The maximum number of applications of a person. */
export const mostOwnedClients = 10;

/** The public details of an application and its rights, which operators review. */
export interface ReviewedFields {
  readonly name: string;
  readonly privacyUri: string | null;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** SHA-256 of its logo; null if it has none. */
  readonly logo: string | null;
}

/** The review of a client. For operators' own clients `ownerId` and `reviewState` are null. */
export interface ReviewedClient extends ReviewedFields {
  readonly ownerId: string | null;
  readonly reviewState: ClientState | null;
  /** A change of an approved client that waits for review. */
  readonly proposed: ReviewedFields | null;
}

/** The changed fields of a client after a command. */
export interface ClientChange extends Partial<ReviewedFields> {
  readonly reviewState: ClientState;
  readonly proposed: ReviewedFields | null;
  /** The operators' reason for a rejection or suspension; null if there is none. */
  readonly reviewReason?: string | null;
  readonly active?: boolean;
}

/** Whether only the owner can sign in. */
export function isInTest({ reviewState }: Pick<ReviewedClient, 'reviewState'>): boolean {
  return reviewState === 'test' || reviewState === 'waiting' || reviewState === 'rejected';
}

/** Whether the client's review status allows it to make requests to this person. */
export function isOpenTo(
  client: Pick<ReviewedClient, 'ownerId' | 'reviewState'>,
  personId: string,
): boolean {
  return !isInTest(client) || client.ownerId === personId;
}

/** The name that everyone can see: an unapproved name may imitate another. */
export function publicName(
  client: Pick<ReviewedClient, 'name' | 'reviewState'> | null,
): string | null {
  return client === null || isInTest(client) ? null : client.name;
}

/**
 * Applies a change by the owner. In test mode it takes effect immediately. For an approved client
 * it waits for review, while the approved version stays in use, unless it only removes something; a
 * new change replaces the waiting one.
 */
export function changeOwned(
  { reviewState, ...before }: ReviewedClient,
  requested: ReviewedFields,
): Decision<ClientChange, 'suspended'> {
  const narrowed = takesAwayOnly(before, requested) ? after(reviewState, 'narrow') : undefined;
  const next = narrowed ?? after(reviewState, 'change');
  if (next === undefined) return refuse('suspended');
  const { name, privacyUri, redirectUris, scopes, logo } = requested;
  const fields = { name, privacyUri, redirectUris, scopes, logo };
  return next === 'change_waiting'
    ? accept({ reviewState: next, proposed: fields })
    : accept({ ...fields, reviewState: next, proposed: null });
}

function takesAwayOnly(before: ReviewedFields, requested: ReviewedFields): boolean {
  return (
    requested.name === before.name &&
    requested.privacyUri === before.privacyUri &&
    (requested.logo === null || requested.logo === before.logo) &&
    isSubset(requested.redirectUris, before.redirectUris) &&
    isSubset(requested.scopes, before.scopes)
  );
}

/**
 * The owner requests approval. Consent pages link to a page about how it uses data, so that is
 * required.
 */
export function askForReview({
  reviewState,
  privacyUri,
}: ReviewedClient): Decision<ClientChange, 'approval_requested' | 'no_privacy'> {
  const next = after(reviewState, 'ask');
  if (next === undefined) return refuse('approval_requested');
  if (privacyUri === null) return refuse('no_privacy');
  return accept({ reviewState: next, proposed: null, reviewReason: null });
}

/** Operators approve the waiting application or change. */
export function approveClient({
  reviewState,
  proposed,
}: ReviewedClient): Decision<ClientChange, 'not_waiting'> {
  const next = after(reviewState, 'approve');
  if (next === undefined) return refuse('not_waiting');
  return accept({ ...proposed, reviewState: next, proposed: null, reviewReason: null });
}

/**
 * Operators reject the waiting application or change. An approved application continues unchanged.
 */
export function rejectClient(
  { reviewState }: ReviewedClient,
  reason: string,
): Decision<ClientChange, 'not_waiting'> {
  const next = after(reviewState, 'reject');
  if (next === undefined) return refuse('not_waiting');
  return accept({ reviewState: next, proposed: null, reviewReason: reason });
}

/** Operators suspend it and end all consents to it. Nobody can sign in with it. */
export function suspendClient(
  { reviewState }: ReviewedClient,
  reason: string,
): Decision<ClientChange, 'suspended'> {
  const next = after(reviewState, 'suspend');
  if (next === undefined) return refuse('suspended');
  return accept({
    reviewState: next,
    proposed: null,
    reviewReason: reason,
    active: false,
  });
}

/** Operators remove its logo, and that of a waiting change. Everything else stays the same. */
export function removeLogo(
  { reviewState, proposed, logo }: ReviewedClient,
  reason: string,
): Decision<ClientChange, 'suspended' | 'no_logo'> {
  const next = after(reviewState, 'remove_logo');
  if (next === undefined) return refuse('suspended');
  if (logo === null && (proposed === null || proposed.logo === null)) return refuse('no_logo');
  return accept({
    reviewState: next,
    reviewReason: reason,
    logo: null,
    proposed: proposed && { ...proposed, logo: null },
  });
}

/** It returns to test mode until operators have reviewed its public details again. */
export function reinstateClient({
  reviewState,
}: ReviewedClient): Decision<ClientChange, 'not_suspended'> {
  const next = after(reviewState, 'reinstate');
  if (next === undefined) return refuse('not_suspended');
  return accept({ reviewState: next, proposed: null, reviewReason: null, active: true });
}
