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

/** The dependencies of the copier, which needs only the table's stream. */
export function copyDeps(): CopyDeps {
  const { log, now } = coreDeps();
  const { EVIDENCE_BUCKET } = environment(EvidenceEnvironment);
  return { log, now, store: openEvidenceStore(EVIDENCE_BUCKET) };
}

/** The dependencies of the job that signs each day. */
export function closingDeps(): ClosingDeps {
  const { EVIDENCE_KEY } = environment(EvidenceSigningEnvironment);
  return { ...copyDeps(), table: coreDeps().table, signer: openEvidenceSigner(EVIDENCE_KEY) };
}

/** Dependencies to run migrations. */
export interface MigrationDeps extends CoreDeps {
  /** The migrations of this release. */
  readonly migrations: readonly Migration[];
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The maximum time in milliseconds for one call to work on a segment. */
  readonly workFor: number;
}
