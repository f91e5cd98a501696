import { type DocumentStore, openDocumentStore } from '../../documents/aws/document-store.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import { DocumentsEnvironment, environment } from '../../kernel/settings/env.ts';
import type { PostgresRegistry } from '../aws/postgres-registry.ts';
import { postgresRegistry } from './postgres-deps.ts';

export interface SnapshotDeps extends CoreDeps {
  readonly documents: Pick<DocumentStore, 'put'>;
  /** Where searches are in PostgreSQL; absent: in memory, from a snapshot. */
  readonly postgresql?: PostgresRegistry | undefined;
}

/** The composition root of what prepares searches. Snapshots are larger than documents. */
export function snapshotDeps(): SnapshotDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  const limits = timeLimits({ attempts: 3, requestTimeout: 120_000 });
  const postgresql = postgresRegistry({ attempts: 5, requestTimeout: 45_000 });
  return { ...coreDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET, limits), postgresql };
}
