import { DeadlineError, deadlineSignal, endingInTime } from '../runtime/deadline.ts';
import { type ObjectSettings, objectSigner, unsigned } from './object-client.ts';

export interface ObjectReaderSettings extends ObjectSettings {
  readonly bucket: string;
  readonly key: string;
}

/** An object that S3 did not give, for a reason of its own. */
class ObjectReadError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`S3 answered ${status}`);
    this.name = 'ObjectReadError';
    this.status = status;
  }
}

/** What has come of the object so far. */
interface Received {
  readonly etag: string;
  readonly bytes: Uint8Array;
  length: number;
}

/**
 * Reads one large object of S3 in one GET, into memory of exactly its size; null where there is none. Without the
 * SDK's client, which would be most of the code of a function that reads nothing else there.
 *
 * A reading that is cut off goes on where it was, with the next attempt or the next call, as long as the object is
 * the same. Throws a `DeadlineError` when the time of the work is over, an `ObjectReadError` or the network's error
 * when all attempts have failed.
 */
export function openObjectReader(settings: ObjectReaderSettings): () => Promise<Uint8Array | null> {
  const { bucket, key, maxAttempts, requestHandler, credentials } = settings;
  let received: Received | undefined;

  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const bytes = await read();
        received = undefined;
        return bytes;
      } catch (error) {
        if (deadlineSignal()?.aborted) throw new DeadlineError();
        if (attempt >= maxAttempts) throw error;
      }
    }
  };

  async function read(): Promise<Uint8Array | null> {
    const { response } = await requestHandler.handle(
      // The signer answers an HTTP request of its own, which its declared type is silent about.
      (await signedRequest()) as Parameters<typeof requestHandler.handle>[0],
    );
    const { statusCode, headers, body } = response;
    const size = Number(headers['content-length']);
    if (statusCode === 206 && received !== undefined) {
      await receive(body, received);
    } else if (statusCode === 200) {
      received = { etag: headers['etag'] ?? '', bytes: new Uint8Array(size), length: 0 };
      await receive(body, received);
    } else {
      body.destroy();
      // 403 is what S3 says of an object that is not there to whoever may not list the bucket; see
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html, "Permissions".
      if (statusCode === 403 || statusCode === 404) return null;
      // 412: another object has taken its place; 416: it was received to its end.
      received = undefined;
      throw new ObjectReadError(statusCode);
    }
    if (received.length < received.bytes.length) throw new ObjectReadError(statusCode);
    return received.bytes;
  }

  function signedRequest() {
    const rest = received && {
      range: `bytes=${received.length}-`,
      'if-match': received.etag,
    };
    return objectSigner(credentials).sign(
      unsigned(bucket, { method: 'GET', key, headers: { ...rest } }),
    );
  }
}

/**
 * After so many bytes what was copied is collected, where Node lets us ask for it (`--expose-gc`). V8 counts such memory,
 * but collects it after 64 MB of it, which stay resident.
 */
const collectAfter = 8 * 2 ** 20;

/** Copies what comes to its place; what has come stays there when the rest doesn't. */
function receive(
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void },
  received: Received,
): Promise<void> {
  return endingInTime(body, async () => {
    let sinceCollection = 0;
    for await (const chunk of body) {
      received.bytes.set(chunk, received.length);
      received.length += chunk.length;
      sinceCollection += chunk.length;
      if (sinceCollection < collectAfter) continue;
      globalThis.gc?.({ type: 'minor' });
      sinceCollection = 0;
    }
  });
}
