import { findPersonByEmail } from '../db/people.ts';
import { findChallenge, hashCode, recordCode } from '../db/sign-in-challenges.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decideChallenge, drawCode } from '../domain/sign-in.ts';

/**
 * Draws the code of a challenge, for the mail that is about to be sent; a repeat makes another one, which
 * replaces the first. Only its hash is stored. `email` is the account's address as it was registered.
 *
 * Null where there is no active account, or where the challenge is over.
 */
export async function makeSignInCode(
  reference: string,
  deps: CoreDeps,
): Promise<{ readonly code: string; readonly email: string } | null> {
  const { table, now, random } = deps;
  const challenge = await findChallenge(table, reference);
  if (challenge === null) return null;
  const person = await findPersonByEmail(table, challenge.email);
  if (person === null || person.status !== 'active') return null;
  const code = drawCode(random);
  const command = { type: 'deliver', codeHash: hashCode(reference, code) } as const;
  const decision = decideChallenge(challenge, command, now().toISOString());
  if (!decision.ok) return null;
  const recorded = await recordCode(table, { ...decision.next, personId: person.id });
  return recorded ? { code, email: person.email } : null;
}
