import type { Table } from '../../kernel/db/table.ts';
import { recordUse } from '../db/key-uses.ts';
import type { KeyCaller } from './caller.ts';

/** The day on which a process has noted the use of keys, and of which. */
interface Noted {
  day: string;
  readonly keys: Set<string>;
}

const notedIn = new WeakMap<Table, Noted>();

/**
 * Notes that a key is used today. A process writes once a day for each key, and the table takes one write of all processes.
 *
 * It is sent beside the work of the request, and nobody waits for it: no answer is later for it, and none fails with it. A function that
 * has answered may be frozen before it hears that the write was done; then it hears it with its next call. A write that failed is
 * made again by a later call, and a write that was made twice is refused. So the day may be missing of a key whose one call of the day
 * was the last of its process; whoever uses a key again is noted.
 */
export function noteUse(
  caller: KeyCaller,
  { table, now }: { readonly table: Table; now(): Date },
): void {
  const usedOn = now().toISOString().slice(0, 10);
  const { keyId } = caller;
  const { keys } = notedOn(usedOn, table);
  if (keys.has(keyId)) return;
  keys.add(keyId);
  const ownerId = caller.kind === 'partner' ? caller.integrationId : caller.personId;
  recordUse(table, { keyId, ownerId, usedOn }).catch(() => {
    keys.delete(keyId);
  });
}

function notedOn(day: string, table: Table): Noted {
  const known = notedIn.get(table);
  if (known?.day === day) return known;
  const noted = { day, keys: new Set<string>() };
  notedIn.set(table, noted);
  return noted;
}
