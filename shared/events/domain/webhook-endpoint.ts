export const endpointStatuses = ['active', 'disabled'] as const;

/**
 * Why an endpoint is disabled: by its owner, by the receiver (410), after failing for too long,
 * because its key is no longer valid, or because its secret can't be decrypted.
 */
export const disabledReasons = ['owner', 'gone', 'failing', 'key_ended', 'secret_lost'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** The maximum number of endpoints of an owner. */
export const mostEndpoints = 10;

/**
 * The maximum number of tests and redeliveries in a minute. Debugging needs few, and the registry
 * must not be used to load or scan other servers. `toHost` is for all owners together.
 */
export const testLimits = {
  ofEndpoint: { kind: 'webhook-tests', max: 10, window: 60_000 },
  ofOwner: { kind: 'webhook-tests-owner', max: 30, window: 60_000 },
  toHost: { kind: 'webhook-tests-host', max: 120, window: 60_000 },
};

/** An endpoint is disabled after this time without a successful delivery, in milliseconds. */
export const failingLimit = 5 * 86_400_000;

/**
 * It is only disabled if the last failed delivery was tried for this long, in milliseconds: weeks
 * without events don't count.
 */
export const longFailing = 86_400_000;

/** How long the previous secret also signs after a rotation, in milliseconds. */
const secretOverlap = 86_400_000;

/** An encrypted secret, and until when it signs; null: it is the current one. */
export interface SealedSecret {
  readonly sealed: string;
  readonly until: string | null;
}

/** The maximum number of signing secrets: each adds a signature to every message. */
const mostSecrets = 5;

/**
 * The secrets after a rotation: the new one, and the previous ones for a day. Null at the maximum:
 * a receiver with the oldest secret could otherwise no longer verify messages.
 */
export function rotated(
  secrets: readonly SealedSecret[],
  sealed: string,
  now: Date,
): readonly SealedSecret[] | null {
  const until = new Date(now.getTime() + secretOverlap).toISOString();
  const former = signing(secrets, now).map((each) => ({ ...each, until: each.until ?? until }));
  return former.length === mostSecrets ? null : [{ sealed, until: null }, ...former];
}

/** The secrets that sign at an instant, newest first. */
export function signing(secrets: readonly SealedSecret[], now: Date): readonly SealedSecret[] {
  return secrets.filter(({ until }) => until === null || Date.parse(until) > now.getTime());
}
