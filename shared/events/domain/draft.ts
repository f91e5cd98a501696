import type { EventType } from './event-type.ts';

/** To whom what happened belongs: their feed tells of it, and for an entity the feeds of those who represent it. */
export type Owner =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'integration'; readonly id: string };

/**
 * What is told of a change: ids, a status and a version, and nothing else of what is stored. Readers ask for the thing
 * itself.
 */
interface Told {
  readonly type: EventType;
  /** When the table was written, to the second. */
  readonly time: string;
  /** Where the thing is read: its path below `/api/v1/`. */
  readonly subject: string;
  readonly data: {
    readonly id: string;
    readonly statusId?: string | undefined;
    readonly version?: number | undefined;
  };
}

/** An event before it has its place in a feed. */
export interface Draft extends Told {
  /** The change's: one change is one event, in a feed once. */
  readonly changeId: string;
  readonly owner: Owner;
  /** The item that was changed: whoever may read the thing is not told of one that is gone. */
  readonly item: { readonly pk: string; readonly sk: string };
  /** Whether it came into being through the API: Agent Keys see nothing else. */
  readonly createdViaAPI: boolean;
  /** That it changes what everybody may find in the registry. */
  readonly isPublic: boolean;
}
