import type { Table } from '../../kernel/db/table.ts';
import {
  challengeReference,
  findChallenge,
  type StoredChallenge,
} from '../db/sign-in-challenges.ts';

/** What kind of code the browser with this challenge waits for: the same for an unknown one as for most. */
export async function readAwaitedCode(
  challengeId: string | undefined,
  { table }: { readonly table: Table },
): Promise<StoredChallenge['code']> {
  const challenge = await findChallenge(table, challengeReference(challengeId ?? ''));
  return challenge?.code ?? 'short';
}
