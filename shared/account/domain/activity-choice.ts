import { type ActivityActor, type ActivityFilter, activityActors } from './activity.ts';

/** Whose acts a page is about, as its address says it: `agent_key.6d1c…`, or a kind alone. */
export function writeBy(kind: ActivityActor, id?: string): string {
  return id === undefined ? kind : `${kind}.${id}`;
}

/** The filter that an address asks for; whatever else stands there asks for nothing. */
export function readBy(by: string | undefined): ActivityFilter {
  const [kind, ...rest] = (by ?? '').split('.');
  const actorKind = activityActors.find((each) => each === kind);
  if (actorKind === undefined) return {};
  return rest.length === 0 ? { actorKind } : { actorKind, actorId: rest.join('.') };
}
