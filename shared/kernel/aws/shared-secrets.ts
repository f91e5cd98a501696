import { openSecretReader } from './secret-reader.ts';

/** For how long a secret is used before it is read again, in milliseconds. */
const cacheMs = 300_000;

/**
 * Reads secrets that are shared with another party: the words of the secret's text, of which the first is
 * the current one and the others are still accepted. Read again after five minutes, so that a rotation
 * needs no deployment.
 */
export function openSharedSecrets(now: () => Date): (id: string) => Promise<readonly string[]> {
  const known = new Map<string, { readonly words: readonly string[]; readonly until: number }>();
  return async (id) => {
    const kept = known.get(id);
    if (kept !== undefined && kept.until > now().getTime()) return kept.words;
    const words = (await openSecretReader(id)()).split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) throw new Error('a shared secret is empty');
    known.set(id, { words, until: now().getTime() + cacheMs });
    return words;
  };
}
