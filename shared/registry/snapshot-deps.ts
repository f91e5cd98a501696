import { S3Client } from '@aws-sdk/client-s3';
import { type DocumentStore, openDocumentStore } from '../documents/document-store.ts';
import { type CoreDeps, coreDeps } from '../kernel/deps/core.ts';
import { DocumentsEnvironment, environment } from '../kernel/env.ts';
import { timeLimits } from '../kernel/time-limits.ts';

export interface SnapshotDeps extends CoreDeps {
  readonly documents: Pick<DocumentStore, 'put'>;
}

/** The composition root of what writes snapshots, which are larger than documents. */
export function snapshotDeps(): SnapshotDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  const client = new S3Client(timeLimits({ attempts: 3, requestTimeout: 120_000 }));
  return { ...coreDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET, client) };
}
