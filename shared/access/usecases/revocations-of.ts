import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { type OwnedKey, revocationWrites } from '../db/api-keys.ts';

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
