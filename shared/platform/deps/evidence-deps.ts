import type { Migration } from '../../kernel/db/migration.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import {
  EvidenceEnvironment,
  EvidenceSigningEnvironment,
  environment,
} from '../../kernel/settings/env.ts';
import { openEvidenceSigner, openEvidenceStore } from '../aws/evidence-store.ts';
import type { ClosingDeps } from '../usecases/close-days.ts';
import type { CopyDeps } from '../usecases/copy-changes.ts';

/** The composition root of the copier, which needs nothing of the table but its stream. */
export function copyDeps(): CopyDeps {
  const { log, now } = coreDeps();
  const { EVIDENCE_BUCKET } = environment(EvidenceEnvironment);
  return { log, now, store: openEvidenceStore(EVIDENCE_BUCKET) };
}

/** The composition root of what signs the days. */
export function closingDeps(): ClosingDeps {
  const { EVIDENCE_KEY } = environment(EvidenceSigningEnvironment);
  return { ...copyDeps(), table: coreDeps().table, signer: openEvidenceSigner(EVIDENCE_KEY) };
}

/** Dependencies to run migrations. */
export interface MigrationDeps extends CoreDeps {
  /** Those that this release knows. */
  readonly migrations: readonly Migration[];
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** How long one call works on a segment at most, in milliseconds. */
  readonly workFor: number;
}
