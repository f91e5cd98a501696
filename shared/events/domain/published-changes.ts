import { credentialKeys } from '../../credentials/domain/revocation.ts';
import { outboxPrefix } from '../../platform/domain/consumer.ts';
import { heartbeatPartition } from '../../platform/domain/heartbeat.ts';
import { isSortKeyOf, publishedKeys } from './draft-of-change.ts';

/** A condition on a text in Lambda's event filter syntax. */
type TextPattern = string | { readonly prefix: string };

/** The changes that the router reads: reported ones, and those of credentials. */
const readKeys = [...publishedKeys, credentialKeys];

/** Partitions with many other items: for these the stream is filtered by sort key. */
const ofMany: ReadonlySet<string> = new Set(['PERSON#', 'ENTITY#']);

/**
 * Filters of the event source mapping, which allows only a few. The heartbeat also passes them.
 * `journalChanges` decides what is reported; an unnecessary change costs one call.
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

export const newEvents = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: [{ prefix: outboxPrefix }] } } },
};

/** Everything that the router receives from the stream. */
export const routedChanges = [newEvents, ...publishedChanges];

function textPattern(sk: string): readonly TextPattern[] {
  return [sk.endsWith('#') ? { prefix: sk } : sk];
}

/** The same, without items to which no rule applies. */
export function isPublishedChange(record: {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { S?: string }>> | undefined }
    | undefined;
}): boolean {
  const { pk: { S: pk = '' } = {}, sk: { S: sk = '' } = {} } = record.dynamodb?.Keys ?? {};
  return isPublishedKey({ pk, sk } satisfies Pick<TableChange, 'pk' | 'sk'>);
}

/** Whether changes of this item are reported. */
function isPublishedKey({ pk, sk }: Pick<TableChange, 'pk' | 'sk'>): boolean {
  return readKeys.some((read) => pk.startsWith(read.pk) && isSortKeyOf(read, sk));
}

/** An item as the stream has it. */
export type ItemImage = Readonly<Record<string, unknown>>;

/** A change from the table's stream. */
export interface TableChange {
  /** The stream's id of the change, the same for every delivery: 32 hexadecimal digits. */
  readonly id: string;
  readonly pk: string;
  readonly sk: string;
  /** Undefined for a new item. */
  readonly before: ItemImage | undefined;
  /** Undefined for a removed item. */
  readonly after: ItemImage | undefined;
  /** Whether its time to live removed the item. */
  readonly expired: boolean;
  /** When the table was written, in seconds, as in the stream. */
  readonly at: string;
}
