import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { lostRace } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { StoredEntity } from '../db/entities.ts';

/** What a dissolution does to the entity's certificates. A write is refused when what it was decided on has changed. */
export type DissolutionWrites = Partial<
  Record<
    'certificate' | 'certificateClaim' | 'certificateInvoice',
    Write<typeof lostRace> | undefined
  >
>;

/** Finds these writes for the transaction that stores `entity`, which may be dissolved by it, at `at`. */
export type FindDissolutionWrites = (
  entity: StoredEntity,
  actor: Actor,
  at: string,
  deps: CoreDeps,
) => Promise<DissolutionWrites>;
