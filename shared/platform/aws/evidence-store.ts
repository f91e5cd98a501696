import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { openKmsKeys } from '../../kernel/aws/kms-keys.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

/** The object stored under a key. It has one version, unless someone overwrote or hid it. */
export interface StoredObject {
  readonly key: string;
  /** The first version written. Undefined if the key has only delete markers. */
  readonly versionId: string | undefined;
  /** Number of versions after the first. */
  readonly overwritten: number;
  /** Whether a deletion hides it; the versions are still there. */
  readonly hidden: boolean;
}

/** A bucket whose objects are never changed or removed. */
export interface EvidenceStore {
  /** Writes an object unless its key exists. */
  put(key: string, content: Uint8Array): Promise<'written' | 'there'>;
  /** The objects under a prefix, by key. */
  list(prefix: string): Promise<readonly StoredObject[]>;
  /** The bytes of a version, or of the newest one if no id is given. Undefined if it does not exist. */
  read(key: string, versionId?: string): Promise<Uint8Array | undefined>;
}

/** Copies in one S3 bucket with Object Lock. Tests and operators' programs pass their own `client`. */
export function openEvidenceStore(
  bucket: string,
  client = new S3Client(timeLimits({ attempts: 4, requestTimeout: 10_000 })),
): EvidenceStore {
  return {
    async put(key, content) {
      try {
        // The bucket's policy refuses a write without this condition, so no version ever overwrites another one.
        const onlyNew = { IfNoneMatch: '*' };
        const object = { Bucket: bucket, Key: key, Body: content, ...onlyNew };
        await client.send(new PutObjectCommand({ ...object, ContentType: 'application/json' }));
        return 'written';
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'PreconditionFailed')
          return 'there';
        throw error;
      }
    },
    async list(prefix) {
      const found = new Map<string, StoredObject>();
      const none = { versionId: undefined, overwritten: 0, hidden: false };
      let after: { KeyMarker?: string; VersionIdMarker?: string } = {};
      for (;;) {
        const page = await client.send(
          new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...after }),
        );
        // The newest version of a key comes first.
        for (const { Key: key = '', VersionId } of page.Versions ?? []) {
          const known = found.get(key) ?? { key, ...none };
          const overwritten = known.versionId === undefined ? 0 : known.overwritten + 1;
          found.set(key, { ...known, versionId: VersionId, overwritten });
        }
        for (const { Key: key = '' } of page.DeleteMarkers ?? []) {
          found.set(key, { ...(found.get(key) ?? { key, ...none }), hidden: true });
        }
        if (!page.IsTruncated) break;
        after = {
          ...(page.NextKeyMarker !== undefined && { KeyMarker: page.NextKeyMarker }),
          ...(page.NextVersionIdMarker !== undefined && {
            VersionIdMarker: page.NextVersionIdMarker,
          }),
        };
      }
      return [...found.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
    },
    async read(key, versionId) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ...(versionId !== undefined && { VersionId: versionId }),
          }),
        );
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof S3ServiceException && /^NoSuch(Key|Version)$/.test(error.name)) return;
        throw error;
      }
    },
  };
}

/** Signs the copies of a day with a key that is used for nothing else. */
export interface EvidenceSigner {
  /** ECDSA with P-256 over the SHA-256 of the bytes, as a DER signature in base64. */
  sign(content: Uint8Array): Promise<string>;
  /** The public key: DER (SPKI) in base64. */
  publicKey(): Promise<string>;
}

/** A KMS key. Its private half never leaves KMS: neither the service nor administrators of the account can read it. */
export function openEvidenceSigner(
  keyId: string,
  kms = openKmsKeys({ requestTimeout: 5_000 }),
): EvidenceSigner {
  const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    sign: async (content) => inBase64(await kms.sign(keyId, content, 'ECDSA_SHA_256')),
    publicKey: async () => inBase64(await kms.publicKey(keyId)),
  };
}
