import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { knownBrowserLifetime } from '../domain/known-browser.ts';

/** A browser that has signed in to the account; nothing else is stored about it. */
export const StoredKnownBrowser = z.object({
  id: z.string(),
  personId: z.string(),
  /** The person's credential epoch at the sign-in. */
  credentialEpoch: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type StoredKnownBrowser = z.output<typeof StoredKnownBrowser>;

/** The browser and its person, in one round trip. */
export async function findKnownBrowser(
  table: Table,
  personId: string,
  id: string,
): Promise<{ readonly browser: StoredKnownBrowser | null; readonly person: StoredPerson | null }> {
  const [browser, person] = await getItems(table, [
    keys.knownBrowser(personId, id),
    keys.person(personId),
  ]);
  return {
    browser: parseFound(StoredKnownBrowser, browser),
    person: parseFound(StoredPerson, person),
  };
}

/** Every browser that has signed in to the account and was not forgotten. */
export async function listKnownBrowsers(
  table: Table,
  personId: string,
): Promise<readonly StoredKnownBrowser[]> {
  const { pk, sk } = keys.knownBrowser(personId, '');
  const items = await readAll(table, { value: pk, prefix: sk });
  return items.map((item) => parseStored(StoredKnownBrowser, item));
}

/** The write that stores a known browser until its cookie expires; refused if its id exists. */
export function newKnownBrowserWrite(
  { id, personId, credentialEpoch }: Omit<StoredKnownBrowser, 'createdAt' | 'expiresAt'>,
  now: Date,
): Write {
  const end = now.getTime() + knownBrowserLifetime;
  return create({
    ...keys.knownBrowser(personId, id),
    id,
    personId,
    credentialEpoch,
    createdAt: now.toISOString(),
    expiresAt: new Date(end).toISOString(),
    ttl: Math.ceil(end / 1000),
  });
}

/** The write that forgets a browser, whether or not it was known. */
export function forgetBrowserWrite(personId: string, id: string): Write {
  return { remove: { Key: keys.knownBrowser(personId, id) } };
}
