import { existsSync, readFileSync } from 'node:fs';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod';
import { writeAtomically } from './write-atomically.ts';

const Checkpoint = z.object({
  streamArn: z.string(),
  shardId: z.optional(z.string()),
  sequenceNumber: z.optional(z.string()),
  finishedShards: z.array(z.string()),
});
type Checkpoint = z.output<typeof Checkpoint>;

/** Where the next read of a stream begins. */
export type Position = { readonly streamArn: string; readonly iterator: string };

/** A place in a table's stream that survives restarts when it has a file. */
export type ShardReader = {
  /** Undefined while the table has no stream, or nothing is left to read. */
  readonly position: () => Promise<Position | undefined>;
  /** Goes on to the next iterator; undefined means that the shard is read to its end. */
  readonly advance: (nextIterator: string | undefined) => void;
  /** Everything up to and including this sequence number is handled. */
  readonly checkpoint: (sequenceNumber: string) => void;
  readonly consumedThrough: () => string | undefined;
  /** Forgets the iterator, so that the next position is taken from the checkpoint again. */
  readonly rewind: () => void;
};

/**
 * Opens the newest stream of a table at its checkpoint, or at its oldest record. A file that holds no checkpoint,
 * as after a power cut, is none: what was handled before is handled again, nothing is missed.
 */
export function openShardReader(
  client: DynamoDBStreamsClient,
  tableName: string,
  file: string | undefined,
): ShardReader {
  let state = file === undefined ? undefined : readCheckpoint(file);
  let current: (Position & { readonly shardId: string }) | undefined;

  const save = (next: Checkpoint) => {
    state = next;
    if (file === undefined) return;
    writeAtomically(file, JSON.stringify(next));
  };

  const open = async () => {
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
    const streamArn = Streams.at(-1)?.StreamArn;
    if (streamArn === undefined) return undefined;
    if (state?.streamArn !== streamArn) state = { streamArn, finishedShards: [] };
    const shardId = nextShard(await listShards(client, streamArn), state.finishedShards);
    if (shardId === undefined) return undefined;
    const after = state.shardId === shardId ? state.sequenceNumber : undefined;
    const iterator = await getIterator(client, { streamArn, shardId, after });
    return iterator === undefined ? undefined : { streamArn, shardId, iterator };
  };

  return {
    position: async () => {
      current ??= await open();
      return current;
    },
    advance: (nextIterator) => {
      if (!current || !state) return;
      const { shardId } = current;
      current = nextIterator === undefined ? undefined : { ...current, iterator: nextIterator };
      if (!current) save({ ...state, finishedShards: [...state.finishedShards, shardId] });
    },
    checkpoint: (sequenceNumber) => {
      if (current && state) save({ ...state, shardId: current.shardId, sequenceNumber });
    },
    consumedThrough: () => state?.sequenceNumber,
    rewind: () => {
      current = undefined;
    },
  };
}

function readCheckpoint(file: string): Checkpoint | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return Checkpoint.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    process.stderr.write(`${file} holds no checkpoint: the stream is read from its beginning.\n`);
    return undefined;
  }
}

/** The first unfinished shard whose parent is not waiting to be read. */
function nextShard(shards: readonly Shard[], finished: readonly string[]): string | undefined {
  const unfinished = shards.filter(({ ShardId }) => ShardId && !finished.includes(ShardId));
  return unfinished.find(
    ({ ParentShardId }) => !unfinished.some(({ ShardId }) => ShardId === ParentShardId),
  )?.ShardId;
}

async function listShards(client: DynamoDBStreamsClient, streamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let start: string | undefined;
  do {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: start }),
    );
    shards.push(...(StreamDescription?.Shards ?? []));
    start = StreamDescription?.LastEvaluatedShardId;
  } while (start !== undefined);
  return shards;
}

async function getIterator(
  client: DynamoDBStreamsClient,
  at: { readonly streamArn: string; readonly shardId: string; readonly after: string | undefined },
): Promise<string | undefined> {
  const shard = { StreamArn: at.streamArn, ShardId: at.shardId };
  const oldest = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
  if (at.after === undefined) return (await client.send(oldest)).ShardIterator;
  try {
    const next = new GetShardIteratorCommand({
      ...shard,
      ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
      SequenceNumber: at.after,
    });
    return (await client.send(next)).ShardIterator;
  } catch (error) {
    if (!(error instanceof TrimmedDataAccessException)) throw error;
    return (await client.send(oldest)).ShardIterator;
  }
}
