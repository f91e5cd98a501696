import type * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { KeyCaller } from '../auth/caller.ts';
import { presentBounds, type WhoAmI } from '../contracts/admin-keys-contract.ts';
import { StoredManifestation } from '../db/manifestations.ts';
import { useKeys, usesIn, usesResetAt } from './count-use.ts';

/** Describes a key and its rights to its holder. One round trip; none for a Partner Key. */
export async function describeKey(
  caller: KeyCaller,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<z.input<typeof WhoAmI>> {
  const { kind, scopes, label, createdAt, lastFour, expiresAt = null, holder = null } = caller;
  const isPartner = caller.kind === 'partner';
  const at = now();
  const [will, ...uses] = isPartner
    ? []
    : await getItems(table, [
        keys.manifestation(caller.personId),
        ...(kind === 'agent' ? useKeys(caller, at) : []),
      ]);
  return {
    data: {
      kind,
      scopes: [...scopes],
      ownerId: isPartner ? caller.integrationId : caller.personId,
      label,
      createdAt,
      expiresAt,
      holder,
      manifestationActive: isPartner
        ? null
        : (parseFound(StoredManifestation, will)?.active ?? false),
      ...presentBounds(caller.bounds),
      usedToday: kind === 'agent' ? { ...usesIn(uses), resetsAt: usesResetAt(at) } : null,
      lastFour,
    },
  };
}
