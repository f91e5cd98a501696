/**
 * Variables of API Gateway's stage, which arrive with every request: switching needs no deployment, reading
 * costs a function nothing, and it works without a table. API Gateway takes letters, digits and `-._~:/?#&=,`
 * as values.
 */
export const stageVariables = {
  /** Seconds after which callers may ask again; anything else: no maintenance. */
  retryAfter: 'maintenance',
  /** Since when, ISO 8601. */
  since: 'maintenanceSince',
  /** Why, Base64url of UTF-8. */
  reason: 'maintenanceReason',
} as const;

/** Values of a stage's variables, as an event has them. */
export type StageVariables = Readonly<Record<string, string | undefined>> | null;

/** With this header an operator's call is served under maintenance. */
export const duringMaintenance = 'x-during-maintenance';

/** Under maintenance, the seconds after which callers may ask again; null at other times. */
export function maintenanceRetryAfter(variables: StageVariables): number | null {
  const value = variables?.[stageVariables.retryAfter] ?? '';
  // An operator may have set it by hand, in an emergency.
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
}

/** Names of the functions that read the table's stream: the router of events and the copier of evidence. */
export const streamReaderNames = (stage: string): readonly string[] =>
  ['outbox-route', 'evidence-copy'].map((name) => `registry-${stage}-${name}`);

/** The stage's variables about maintenance. */
export interface MaintenanceState {
  readonly on: boolean;
  /** Neither is there when someone has switched it by hand. */
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
