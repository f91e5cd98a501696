import { credentialKeys } from '../../credentials/domain/revocation.ts';
import { heartbeatPartition } from '../../platform/domain/heartbeat.ts';
import { outboxPrefix } from '../../platform/domain/outbox-event.ts';
import { isSortKeyOf, publishedKeys } from './draft-of-change.ts';

/** A condition on a text, as Lambda's event filtering writes it. */
type TextPattern = string | { readonly prefix: string };

/** The changes that the router reads: those that are reported, and those of credentials, which are not. */
const readKeys = [...publishedKeys, credentialKeys];

/** Partitions in which much else lies: there the stream is asked for the sort keys of our own only. */
const ofMany: ReadonlySet<string> = new Set(['PERSON#', 'ENTITY#']);

/**
 * Filters of the event source mapping, which allows only a few. The heartbeat passes them as well. `recordChanges`
 * decides what is reported; a change that passes without need costs a call.
 */
export const publishedChanges = [
  ...[...ofMany].map((prefix) => ({
    dynamodb: {
      Keys: {
        pk: { S: [{ prefix }] },
        sk: { S: readKeys.flatMap(({ pk, sk }) => (pk === prefix ? textPattern(sk) : [])) },
      },
    },
  })),
  {
    dynamodb: {
      Keys: {
        pk: {
          S: [
            ...[...new Set(publishedKeys.map(({ pk }) => pk))]
              .filter((pk) => !ofMany.has(pk))
              .map((prefix) => ({ prefix })),
            heartbeatPartition,
          ],
        },
      },
    },
  },
];

/** New events. */
export const newEvents = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: [{ prefix: outboxPrefix }] } } },
};

/** All that the router sees of the stream. */
export const routedChanges = [newEvents, ...publishedChanges];

function textPattern(sk: string): readonly TextPattern[] {
  return [sk.endsWith('#') ? { prefix: sk } : sk];
}

/** The same, and what no rule is for left out. */
export function isPublishedChange(record: {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { S?: string }>> | undefined }
    | undefined;
}): boolean {
  const { pk: { S: pk = '' } = {}, sk: { S: sk = '' } = {} } = record.dynamodb?.Keys ?? {};
  return isPublishedKey({ pk, sk } satisfies Pick<TableChange, 'pk' | 'sk'>);
}

/** Whether changes of this item are notified of. */
function isPublishedKey({ pk, sk }: Pick<TableChange, 'pk' | 'sk'>): boolean {
  return readKeys.some((read) => pk.startsWith(read.pk) && isSortKeyOf(read, sk));
}

/** An item as the stream has it. */
export type ItemImage = Readonly<Record<string, unknown>>;

/** One change of the table, as its stream tells it. */
export interface TableChange {
  /** The stream's own name of it: the same however often it comes. 32 hexadecimal digits. */
  readonly id: string;
  readonly pk: string;
  readonly sk: string;
  /** Undefined for an item that is new. */
  readonly before: ItemImage | undefined;
  /** Undefined for an item that is gone. */
  readonly after: ItemImage | undefined;
  /** Its time to live removed the item, not a person. */
  readonly expired: boolean;
  /** When the table was written, to the second: the stream says no more. */
  readonly at: string;
}
