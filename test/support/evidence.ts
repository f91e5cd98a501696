import { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startKms } from '../../local/engines/kms.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { startStreamPoller } from '../../local/engines/stream-poller.ts';
import { openTableStream } from '../../local/engines/table-stream.ts';
import { openKmsKeys } from '../../shared/kernel/aws/kms-keys.ts';
import {
  type EvidenceStore,
  openEvidenceSigner,
  openEvidenceStore,
} from '../../shared/platform/aws/evidence-store.ts';
import { changeFilters } from '../../shared/platform/domain/record.ts';
import { recordsOf } from '../../shared/platform/usecases/read-copies.ts';
import { functionHandler } from './function-handler.ts';
import type { World } from './world.ts';

export const vaultBucket = 'evidence';

/** The bucket with Object Lock, the signing key, and the reader of the world's stream, with the functions that Lambda calls. */
export async function useEvidence(world: World) {
  const now = () => new Date(world.clock.now);
  const s3 = await startS3({
    locks: { [vaultBucket]: { mode: 'COMPLIANCE', days: 30 } },
    now: () => new Date(),
  });
  const kms = await startKms();
  const client = new S3Client({ ...localAws, endpoint: s3.endpoint, forcePathStyle: true });
  const store = openEvidenceStore(vaultBucket, client);
  const signer = openEvidenceSigner('key', openKmsKeys({ ...localAws, endpoint: kms.endpoint }));
  const failures: unknown[] = [];
  /** Intercepts the copier's calls to the bucket. */
  const between: { put?: EvidenceStore['put'] | undefined } = {};
  const through: EvidenceStore = {
    ...store,
    put: (key, content) => (between.put ?? store.put)(key, content),
  };
  const deps = { log: world.log, table: world.table, store: through, signer, now };
  type Copy = (event: DynamoDBStreamEvent) => Promise<void>;
  const copy = await functionHandler<Copy>('functions/evidence/copy.ts', deps);
  const close = await functionHandler<() => Promise<{ closed: readonly string[] }>>(
    'functions/evidence/close-days.ts',
    deps,
  );
  const events: DynamoDBStreamEvent[] = [];
  const poller = startStreamPoller({
    stream: openTableStream({
      ...localAws,
      endpoint: world.databaseEndpoint,
      tableName: world.table.name,
    }),
    filters: changeFilters,
    handler: (event) => {
      events.push(event);
      return copy(event);
    },
    onError: (error) => failures.push(error),
    retryDelayMilliseconds: () => 1,
    maximumAttempts: Number.POSITIVE_INFINITY,
    batchSize: 100,
  });
  afterAll(async () => {
    await poller.stop();
    client.destroy();
    await Promise.all([s3.stop(), kms.stop()]);
  });
  return {
    store,
    signer,
    client,
    between,
    failures,
    /** Batches that the copier was called with. */
    events,
    copy,
    close,
    /** Resolves when all earlier writes are copied. */
    drained: poller.drained,
    /** All records of all packets. */
    async records() {
      const objects = await store.list('copies/');
      const packets = await Promise.all(objects.map(({ key }) => store.read(key)));
      return packets.flatMap((content) => (content ? recordsOf(content) : []));
    },
  };
}
