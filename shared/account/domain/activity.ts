import type { AuditEntry } from '../../platform/domain/audit-entry.ts';
import { ownerDetails } from './owner-details.ts';

/**
 * The actor, as shown to a person: themselves, their key or application, a partner, or the
 * registry.
 */
export const activityActors = [
  'person',
  'standard_key',
  'agent_key',
  'oauth_client',
  'partner',
  'registry',
] as const;
export type ActivityActor = (typeof activityActors)[number];

/** Those who act in a person's name. */
export const ownActors: readonly ActivityActor[] = [
  'person',
  'standard_key',
  'agent_key',
  'oauth_client',
];

/** The filter for activity; an empty one matches everything. */
export interface ActivityFilter {
  readonly actorKind?: ActivityActor | undefined;
  /** A key or a client. */
  readonly actorId?: string | undefined;
  /** The request id of the call. */
  readonly requestId?: string | undefined;
}

/** An action in a person's name, or on their account. */
export interface Activity {
  readonly id: string;
  readonly at: string;
  readonly actor: {
    readonly kind: ActivityActor;
    /** The key or the client; null for other actors. */
    readonly id: string | null;
  };
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly outcome: AuditEntry['outcome'];
  /** The request of the person's own call; null for actions of others, and if it is unknown. */
  readonly requestId: string | null;
  readonly details: AuditEntry['details'];
}

/**
 * An audit entry as the person sees it; null if they must not see it: their own work as staff on
 * cases and accounts of others.
 *
 * Staff, operators and the service itself are all shown as the registry, without a name or an id.
 * Partners are shown as partners. A voucher's id is hidden because it is the code, which is worth
 * money.
 */
export function activityOf(entry: AuditEntry, personId: string): Activity | null {
  const { id, at, actor, action, subject, outcome, requestId, details } = entry;
  const own = actor.personId === personId;
  if (!own && subject?.id !== personId) return null;
  if (own && isWorkOfStaff(entry, personId)) return null;
  const kind = own ? ownKind(actor.kind) : actor.kind === 'partner_key' ? 'partner' : 'registry';
  return {
    id,
    at,
    actor: { kind, id: kind === 'person' || !own ? null : actor.id },
    action,
    subject: subject === null || subject.type === 'voucher' ? null : subject,
    outcome,
    requestId: (own && requestId) || null,
    details: ownerDetails(details),
  };
}

/** Whether the action matches the filter. */
export function isSelected(activity: Activity, filter: ActivityFilter): boolean {
  const { actor } = activity;
  const { actorKind, actorId, requestId } = filter;
  if (requestId !== undefined && activity.requestId !== requestId) return false;
  if (actorKind !== undefined && actor.kind !== actorKind) return false;
  return actorId === undefined || actor.id === actorId;
}

function ownKind(kind: AuditEntry['actor']['kind']): ActivityActor {
  return ownActors.find((each) => each === kind) ?? 'person';
}

function isWorkOfStaff({ action, subject }: AuditEntry, personId: string): boolean {
  if (action.startsWith('review.') || action.startsWith('staff.')) return true;
  return subject?.type === 'person' && subject.id !== personId;
}

/** The actor in the page's URL, such as `agent_key.6d1c…`, or only a kind. */
export function writeBy(kind: ActivityActor, id?: string): string {
  return id === undefined ? kind : `${kind}.${id}`;
}

/** The filter in a page's URL. Unknown parameters are ignored. */
export function readBy(by: string | undefined): ActivityFilter {
  const [kind, ...rest] = (by ?? '').split('.');
  const actorKind = activityActors.find((each) => each === kind);
  if (actorKind === undefined) return {};
  return rest.length === 0 ? { actorKind } : { actorKind, actorId: rest.join('.') };
}
