import { partitions } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { activeKeysOf, findKey, findKeys, type OwnedKey, type StoredKey } from '../db/api-keys.ts';
import { keyState } from '../domain/key-state.ts';

/** The keys of someone that are not revoked. */
interface KeysOfPerson {
  readonly keys: readonly StoredKey[];
  /** Ids of those whose item can't be read; one null for a list of keys that can't be read. */
  readonly unreadable: readonly (string | null)[];
}

/** How many people's keys are read in parallel. */
const atOnce = 10;

/** The keys of these persons that are neither revoked nor expired, by person. One that can't be read hides no other. */
export async function keysOfPeople(
  people: readonly StoredPerson[],
  table: Table,
  now: Date,
): Promise<ReadonlyMap<string, KeysOfPerson>> {
  const owners = people.filter(({ activeKeys }) => activeKeys > 0);
  const found = new Map<string, KeysOfPerson>();
  for (let first = 0; first < owners.length; first += atOnce) {
    await Promise.all(
      owners.slice(first, first + atOnce).map(async ({ id }) => {
        found.set(id, await keysOf(id, table, now));
      }),
    );
  }
  return found;
}

async function keysOf(personId: string, table: Table, now: Date): Promise<KeysOfPerson> {
  const owned = await orAlone(() => activeKeysOf(table, partitions.person(personId)));
  if (owned === failed) return { keys: [], unreadable: [null] };
  const stored = await orAlone(() =>
    findKeys(
      table,
      owned.map(({ hash }) => hash),
    ),
  );
  const read: Looked =
    stored === failed ? await oneByOne(owned, table) : { stored, unreadable: [] };
  const keys = read.stored.filter(
    (key): key is StoredKey => key !== null && keyState(key, now) === 'good',
  );
  return { keys, unreadable: read.unreadable };
}

interface Looked {
  readonly stored: readonly (StoredKey | null)[];
  readonly unreadable: readonly string[];
}

/** Which of them it is that can't be read, and all the others. */
async function oneByOne(owned: readonly OwnedKey[], table: Table): Promise<Looked> {
  const stored: (StoredKey | null)[] = [];
  const unreadable: string[] = [];
  for (const { id, hash } of owned) {
    const key = await orAlone(() => findKey(table, hash));
    if (key === failed) unreadable.push(id);
    else stored.push(key);
  }
  return { stored, unreadable };
}

const failed = Symbol('failed');

async function orAlone<T>(read: () => Promise<T>): Promise<T | typeof failed> {
  try {
    return await read();
  } catch (error) {
    if (failsAlone(error)) return failed;
    throw error;
  }
}

/**
 * Whether work on one thing failed for that thing: the next may do well. Otherwise it failed because a service is away
 * or throttles, or the time is over: the next would fail as well.
 */
export function failsAlone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/Throttl|TooManyRequests|LimitExceeded/.test(error.name)) return false;
  // AWS's clients say whose fault it is.
  if ('$fault' in error) return error.$fault === 'client';
  // Our own complaints, such as of an item that can't be read, are plain; a socket that fails has a code.
  return error.name === 'Error' && !('code' in error);
}
