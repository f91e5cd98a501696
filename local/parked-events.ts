import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { openJournal } from './engines/journal.ts';

/** A record of the stream as the function gets it; only the function looks inside. */
const Parked = z.looseObject({ eventID: z.string(), dynamodb: z.looseObject({}) });

/** Events that no attempt could deliver. */
export type ParkedEvents = {
  /** On disk when it returns. An event that is parked already is so once. */
  readonly park: (records: readonly DynamoDBRecord[]) => void;
  /**
   * Tries each once more, and keeps what fails again. One run at a time: a call meanwhile waits, and tries what
   * the run before left. Answers how many were delivered, and how many are still parked.
   */
  readonly redeliver: () => Promise<{ readonly delivered: number; readonly left: number }>;
};

/**
 * Keeps events in `parked-events.jsonl` until they are delivered; without a directory in memory, as all else then.
 * `deliver` throws what it can't deliver.
 */
export function openParkedEvents(
  directory: string | undefined,
  deliver: (record: DynamoDBRecord) => Promise<void>,
): ParkedEvents {
  const journal = openJournal(directory, 'parked-events.jsonl', Parked);
  // They were written by `park`: records of the stream.
  const parked = new Map(journal.entries.map((each) => [each.eventID, each as DynamoDBRecord]));
  let last: Promise<unknown> = Promise.resolve();

  async function tryAll() {
    let delivered = 0;
    for (const [id, record] of [...parked]) {
      try {
        await deliver(record);
      } catch {
        continue; // the function's log says why
      }
      parked.delete(id);
      delivered += 1;
      journal.replace([...parked.values()].map((each) => Parked.parse(each)));
    }
    return { delivered, left: parked.size };
  }

  return {
    park: (records) => {
      for (const record of records) {
        const entry = Parked.parse(record);
        if (parked.has(entry.eventID)) continue;
        journal.append(entry);
        parked.set(entry.eventID, record);
      }
    },
    redeliver: () => {
      const run = last.then(tryAll);
      last = run.catch(() => {});
      return run;
    },
  };
}
