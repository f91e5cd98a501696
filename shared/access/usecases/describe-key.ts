import type * as z from 'zod/mini';
import type { Table } from '../../kernel/db/table.ts';
import type { KeyCaller } from '../auth/caller.ts';
import type { WhoAmI } from '../contracts/admin-keys-contract.ts';
import { findManifestation } from '../db/manifestations.ts';

/** What a key is and may do, for its holder, before they write with it. One round trip; none for a Partner Key. */
export async function describeKey(
  caller: KeyCaller,
  { table }: { readonly table: Table },
): Promise<z.input<typeof WhoAmI>> {
  const { kind, scopes, label, createdAt, lastFour, expiresAt = null } = caller;
  const isPartner = caller.kind === 'partner';
  const will = isPartner ? null : await findManifestation(table, caller.personId);
  return {
    data: {
      kind,
      scopes: [...scopes],
      ownerId: isPartner ? caller.integrationId : caller.personId,
      label,
      createdAt,
      expiresAt,
      manifestationActive: isPartner ? null : (will?.active ?? false),
      lastFour,
    },
  };
}
