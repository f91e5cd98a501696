import { type OwnedKey, revocationWrites } from '../db/api-keys.ts';
import { eventWrite } from '../db/outbox.ts';
import type { Write } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';

/**
 * The writes that revoke several keys of one owner: two for each key, and one event for them all. Each
 * is refused when its key is revoked already.
 */
export function revocationsOf(
  revoked: readonly OwnedKey[],
  owner: string,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Readonly<Record<string, Write>> {
  if (revoked.length === 0) return {};
  const writes = revoked.flatMap((key) => {
    const { key: looked, ownedKey } = revocationWrites(key, owner, at);
    return [
      [`key ${key.id}`, looked],
      [`owned key ${key.id}`, ownedKey],
    ];
  });
  const keyHashes = revoked.map(({ hash }) => hash);
  return {
    ...Object.fromEntries(writes),
    event: eventWrite(newId(), at, { type: 'gateway_keys.unwanted', keyHashes }),
  };
}
