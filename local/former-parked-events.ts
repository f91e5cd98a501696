import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { openJournal } from './engines/journal.ts';

/** A record of the stream as the function gets it; only the function looks inside. */
const Parked = z.looseObject({ eventID: z.string(), dynamodb: z.looseObject({}) });

const name = 'parked-events.jsonl';

/**
 * Version 0.1.0 kept what it could not deliver in `parked-events.jsonl`, as records of the stream. They are routed
 * again; once they are in queues, the file goes.
 */
export async function takeFormerParkedEvents(
  directory: string | undefined,
  route: (records: readonly DynamoDBRecord[]) => Promise<void>,
): Promise<void> {
  if (directory === undefined || !existsSync(join(directory, name))) return;
  const { entries } = openJournal(directory, name, Parked);
  // They were written as records of the stream.
  if (entries.length > 0) await route(entries.map((entry) => entry as DynamoDBRecord));
  rmSync(join(directory, name));
}
