import type { Mail } from '../../platform/domain/outbox-event.ts';
import { noteMailed, wasMailed } from '../db/mailed.ts';
import type { MailDeps } from '../deps/mail-deps.ts';
import type { Letter } from '../mail/message.ts';
import { post } from './post.ts';

/** A letter to one of an event's recipients. */
export interface Parcel {
  readonly to: string;
  /** Who they are within the event: the id of a person, or, of somebody without one, an address. It is hashed. */
  readonly recipient: string;
  /** Called when the letter is about to be sent. */
  write(): Promise<Letter> | Letter;
}

/**
 * Sends each recipient theirs. Who has been sent it is noted, so that a repeat of the delivery leaves them
 * out; only a process that dies between the two mails somebody twice. One that fails holds up nobody: all
 * others are sent theirs first. Throws when one failed, for the delivery to be repeated.
 */
export async function sendEach(
  parcels: readonly Parcel[],
  template: Mail['template'],
  eventId: string,
  deps: MailDeps,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { to, recipient, write } of parcels) {
    try {
      if (await wasMailed(deps.table, eventId, recipient)) continue;
      await post(to, await write(), template, deps);
      await noteMailed(deps.table, eventId, recipient, deps.now().toISOString());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
