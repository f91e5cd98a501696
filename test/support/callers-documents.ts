import { S3Client } from '@aws-sdk/client-s3';
import { localAws } from '../../local/engines/engine.ts';
import {
  type DocumentStore,
  type FileEraser,
  openDocumentStore,
  openFileEraser,
} from '../../shared/documents/aws/document-store.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { callingFunction } from './caller.ts';
import { accessKeyFor, type Permissions } from './permissions/permissions.ts';

/**
 * The documents for any caller. Requests and links are signed with a key that names the function,
 * so that S3 knows whose role to check, even when a link is opened later.
 */
export function callersDocuments(bucket: string, { refuseObject }: Permissions): DocumentStore {
  const stores = new Map<string, DocumentStore>();
  const store = () => {
    const accessKeyId = accessKeyFor(callingFunction());
    const known = stores.get(accessKeyId);
    if (known) return known;
    const credentials = { ...localAws.credentials, accessKeyId };
    const opened = openDocumentStore(bucket, {
      ...timeLimits({ attempts: 4, requestTimeout: 60_000 }),
      credentials: async () => credentials,
    });
    stores.set(accessKeyId, opened);
    return opened;
  };
  return {
    put: (file) => store().put(file),
    read: (key) => store().read(key),
    size: (key) => store().size(key),
    remove: (key) => store().remove(key),
    uploadUrl: async (file, seconds) => {
      const accessKeyId = accessKeyFor(callingFunction());
      await refuseObject({ accessKeyId, action: 'PutObject', bucket, key: file.key });
      return store().uploadUrl(file, seconds);
    },
    url: async (file, seconds) => {
      // Anyone can sign a link, and only S3 would refuse to open it.
      const accessKeyId = accessKeyFor(callingFunction());
      await refuseObject({ accessKeyId, action: 'GetObject', bucket, key: file.key });
      return store().url(file, seconds);
    },
  };
}

/** Erases files for any caller, in the same way. */
export function callersFiles(bucket: string): FileEraser {
  return {
    erase: (key) => {
      const credentials = {
        ...localAws.credentials,
        accessKeyId: accessKeyFor(callingFunction()),
      };
      return openFileEraser(bucket, new S3Client({ maxAttempts: 4, credentials })).erase(key);
    },
  };
}

/** Credentials of any caller. */
export async function callersCredentials() {
  return { ...localAws.credentials, accessKeyId: accessKeyFor(callingFunction()) };
}
