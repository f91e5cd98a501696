import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { StoredPerson } from '../db/people.ts';

/**
 * Has the clients told that the account, as it was read, has allowed something: what it granted counts no more, or not for now. Goes
 * into the transaction that says so.
 */
export function accountEndedEvent(
  { id: personId, credentialEpoch }: Pick<StoredPerson, 'id' | 'credentialEpoch'>,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write {
  const of = { kind: 'account', credentialEpoch } as const;
  return eventWrite(newId(), at, { type: 'logout.wanted', personId, of });
}
