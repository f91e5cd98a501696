import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../auth/session.ts';
import {
  listPasskeys,
  referenceOf,
  removePasskeyWrite,
  renamePasskeyWrite,
  type StoredPasskey,
} from '../db/passkeys.ts';
import { endPasskeySessionsWrites } from './end-passkey-sessions.ts';

/** Somebody's own passkeys, the oldest first. */
export function readPasskeys(
  personId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly StoredPasskey[]> {
  return listPasskeys(table, personId);
}

/** Somebody's own passkey by its id; null where they have none of it. */
export async function readPasskey(
  personId: string,
  passkeyId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredPasskey | null> {
  const all = await listPasskeys(table, personId);
  return all.find(({ id }) => id === passkeyId) ?? null;
}

/** Gives somebody's passkey another name. One that was removed meanwhile has none, and the trail says nothing of it. */
export async function renamePasskey(
  passkey: StoredPasskey,
  name: string,
  deps: CoreDeps,
): Promise<void> {
  await transact(deps.table, {
    passkey: renamePasskeyWrite({ ...passkey, name }),
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor: personActor(passkey.personId),
      personId: passkey.personId,
      action: 'person.passkey_renamed',
      details: { passkeyId: passkey.id },
    }),
  });
}

/**
 * Removes a passkey: nobody signs in with it from then on, the browsers that have signed in with it are signed out, but for
 * the session `except`, and its owner is told by mail. One that was removed before gets no second entry in the trail, and
 * no second mail.
 */
export function removePasskey(
  { id, personId }: Pick<StoredPasskey, 'id' | 'personId'>,
  actor: Actor,
  deps: CoreDeps,
  except?: string,
): Promise<'removed' | 'gone'> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    // Read before its sessions: one that begins in between has used it, and the removal is tried again.
    const passkey = await readPasskey(personId, id, deps);
    if (passkey === null) return 'gone';
    const reference = referenceOf(passkey.credentialId);
    const [some = {}, ...others] = await endPasskeySessionsWrites(
      personId,
      reference,
      deps,
      except,
    );
    const outcome = await transact(deps.table, {
      ...some,
      passkey: removePasskeyWrite(passkey),
      mail: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'passkey_changed', personId, change: 'removed', at },
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'person.passkey_removed',
        details: { passkeyId: id },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    for (const more of others) await transact(deps.table, more);
    return 'removed';
  });
}
