export const endpointStatuses = ['active', 'disabled'] as const;

/** Why nothing is sent: its owner said so, the receiver did (410), it failed for too long, the key that it acts with has ended, or what signs can no longer be read. */
export const disabledReasons = ['owner', 'gone', 'failing', 'key_ended', 'secret_lost'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** So many addresses an owner can have. */
export const mostEndpoints = 10;

/**
 * The maximum number of tests and redeliveries in a minute. Debugging needs few, and the registry must not be used to
 * load or scan other servers. `toHost`: for all owners together.
 */
export const testLimits = {
  ofEndpoint: { kind: 'webhook-tests', max: 10, window: 60_000 },
  ofOwner: { kind: 'webhook-tests-owner', max: 30, window: 60_000 },
  toHost: { kind: 'webhook-tests-host', max: 120, window: 60_000 },
};

/** After so long without anything that arrived nothing more is sent, in milliseconds. */
export const failingLimit = 5 * 86_400_000;

/** And only if what has failed last was tried for so long, in milliseconds: weeks in which nothing happened say nothing. */
export const longFailing = 86_400_000;

/** For so long after a rotation the previous secret signs as well, in milliseconds. */
const secretOverlap = 86_400_000;

/** A secret: sealed, and until when it signs; null: it is the one in use. */
export interface SealedSecret {
  readonly sealed: string;
  readonly until: string | null;
}

/** So many secrets sign at most: each adds a signature to every message. */
const mostSecrets = 5;

/**
 * The secrets after a rotation: the new one, and the previous ones for a day. Null while as many sign as may:
 * a receiver that has the oldest of them could no longer verify anything.
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

/** Those that sign at an instant, the newest first. */
export function signing(secrets: readonly SealedSecret[], now: Date): readonly SealedSecret[] {
  return secrets.filter(({ until }) => until === null || Date.parse(until) > now.getTime());
}
