import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { openJournal } from './journal.ts';

const Line = z.object({
  id: z.string(),
  /** Null if it was deleted. */
  queue: z.nullable(z.string()),
  body: z.optional(z.string()),
  sentAt: z.optional(z.number()),
  notBefore: z.optional(z.number()),
});
type Line = z.output<typeof Line>;

/** A message; times are milliseconds since the epoch. */
export interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  /** When its delay ends; 0 without one. */
  readonly notBefore: number;
  queue: string;
  receptions: number;
  /** It can't be received before. */
  visibleAt: number;
  /** From the last reception; an earlier receipt does not delete the message. */
  receipt: string | null;
}

/** The messages of all queues. Changes are on disk when a function returns. */
export interface QueueStore {
  readonly in: (queue: string) => readonly Message[];
  readonly find: (receipt: string) => Message | undefined;
  readonly add: (
    queue: string,
    messages: readonly { readonly body: string; readonly notBefore?: number }[],
    now: number,
  ) => readonly Message[];
  readonly remove: (messages: readonly Message[]) => void;
  /** Moves it to another queue, where it is considered never received. */
  readonly move: (message: Message, queue: string) => void;
}

/** The number of outdated lines in the file before it is rewritten. */
const tolerated = 1_000;

/**
 * Reads `queues.jsonl`, in which the last line about a message is valid; without a directory everything is in memory.
 * After a restart every message can be received when its delay ends, and its receptions start again at 0.
 */
export function openQueueStore(directory: string | undefined): QueueStore {
  const journal = openJournal(directory, 'queues.jsonl', Line);
  const messages = new Map<string, Message>();
  for (const { id, queue, body, sentAt = 0, notBefore = 0 } of journal.entries) {
    const known = messages.get(id);
    if (queue === null) messages.delete(id);
    else {
      messages.set(id, fresh({ id, queue, body: body ?? known?.body ?? '', sentAt, notBefore }));
    }
  }
  const lines = () => [...messages.values()].map(lineOf);
  let written = journal.entries.length;
  const note = (...added: readonly Line[]) => {
    journal.append(...added);
    written += added.length;
    if (written - messages.size < tolerated) return;
    journal.replace(lines());
    written = messages.size;
  };
  if (written > messages.size) {
    journal.replace(lines());
    written = messages.size;
  }

  return {
    in: (queue) => [...messages.values()].filter((message) => message.queue === queue),
    find: (receipt) => [...messages.values()].find((message) => message.receipt === receipt),
    add: (queue, sent, now) => {
      const added = sent.map(({ body, notBefore = 0 }) =>
        fresh({ id: randomUUID(), queue, body, sentAt: now, notBefore }),
      );
      note(...added.map(lineOf));
      for (const message of added) messages.set(message.id, message);
      return added;
    },
    remove: (gone) => {
      note(...gone.map(({ id }) => ({ id, queue: null })));
      for (const { id } of gone) messages.delete(id);
    },
    move: (message, queue) => {
      note({ ...lineOf(message), queue });
      Object.assign(message, { queue, receptions: 0, visibleAt: 0, receipt: null });
    },
  };
}

function fresh(sent: Pick<Message, 'id' | 'queue' | 'body' | 'sentAt' | 'notBefore'>): Message {
  return { ...sent, receptions: 0, visibleAt: sent.notBefore, receipt: null };
}

function lineOf({ id, queue, body, sentAt, notBefore }: Message): Line {
  return { id, queue, body, sentAt, ...(notBefore > 0 && { notBefore }) };
}
