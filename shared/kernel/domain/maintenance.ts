/**
 * Stage variables of API Gateway, which are part of every request: switching needs no deployment,
 * reading costs nothing, and it works without the table. API Gateway allows letters, digits and
 * `-._~:/?#&=,` in values.
 */
export const stageVariables = {
  /** Seconds after which callers can retry; any other value: no maintenance. */
  retryAfter: 'maintenance',
  /** The start, in ISO 8601. */
  since: 'maintenanceSince',
  /** The reason, in Base64url of UTF-8. */
  reason: 'maintenanceReason',
} as const;

/** The stage variables in an event. */
export type StageVariables = Readonly<Record<string, string | undefined>> | null;

/** Operators' calls with this header are served during maintenance. */
export const duringMaintenance = 'x-during-maintenance';

/** During maintenance, the seconds after which callers can retry; otherwise null. */
export function maintenanceRetryAfter(variables: StageVariables): number | null {
  const value = variables?.[stageVariables.retryAfter] ?? '';
  // An operator may have set it manually in an emergency.
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
}

/** Names of the functions that read the table's stream: the router of events and the copier of evidence. */
export const streamReaderNames = (stage: string): readonly string[] =>
  ['outbox-route', 'evidence-copy'].map((name) => `registry-${stage}-${name}`);

/** The stage variables that describe maintenance. */
export interface MaintenanceState {
  readonly on: boolean;
  /** Both are missing if maintenance was switched on manually. */
  readonly since: string | null;
  readonly reason: string | null;
  readonly retryAfterSeconds: number | null;
}

export function maintenanceIn(variables: StageVariables): MaintenanceState {
  const retryAfterSeconds = maintenanceRetryAfter(variables);
  if (retryAfterSeconds === null)
    return { on: false, since: null, reason: null, retryAfterSeconds };
  const { [stageVariables.since]: since, [stageVariables.reason]: reason } = variables ?? {};
  return {
    on: true,
    since: since ?? null,
    reason: reason === undefined ? null : Buffer.from(reason, 'base64url').toString(),
    retryAfterSeconds,
  };
}
