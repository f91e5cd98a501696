import type { Write } from '../../kernel/db/transact.ts';

/** Keys that are revoked with the revision: their ids, and the writes for its transaction. */
export interface RevokedKeys {
  readonly ids: readonly string[];
  readonly writes: Readonly<Record<string, Write>>;
}
