import { canonicalJson } from '../../kernel/domain/same-value.ts';
import { OutgoingError } from '../../platform/aws/safe-fetch.ts';
import { openSecret, signedHeaders } from '../auth/webhook-signature.ts';
import type { StoredAttempt, StoredWebhookDelivery } from '../db/webhook-deliveries.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import type { DeliveringDeps } from '../deps/webhook-deps.ts';
import { retryAfterOf, timeoutAfter } from '../domain/webhook-delivery.ts';
import { signing } from '../domain/webhook-endpoint.ts';

/** A finished attempt, and the delay that the receiver requests, in milliseconds. */
export interface Made {
  readonly attempt: StoredAttempt;
  readonly retryAfter: number | null;
}

/**
 * The message: the same bytes in each attempt, although the table does not preserve the order of
 * names in `data`.
 */
export function bodyOf({ type, time, subject, data }: StoredWebhookDelivery['message']): string {
  const inOrder = canonicalJson({ ...data, ...(subject !== null && { subject }) });
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(time)},"data":${inOrder}}`;
}

/** Whether it was delivered. */
export function hasArrived({ status }: StoredAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** In a sandbox, an attempt that is not made is recorded as if the receiver had answered 500. */
export function asIfFailed(at: Date): Made {
  return {
    attempt: { at: at.toISOString(), status: 500, failure: null, durationMs: 0 },
    retryAfter: null,
  };
}

/**
 * After a rotation of the sealing secret, a function has the new value within this many
 * milliseconds.
 */
const sealLearnt = 600_000;

/**
 * The current signing secrets of an endpoint, newest first, without those that can't be decrypted.
 * `lost`: none can be decrypted, so its owner must replace it. Throws if the secret is so new that
 * this function may not have its key yet.
 */
export async function readSecrets(
  { id, secrets, updatedAt }: StoredWebhookEndpoint,
  { seal, now }: Pick<DeliveringDeps, 'seal' | 'now'>,
): Promise<readonly string[] | 'lost'> {
  const found = await Promise.all(
    signing(secrets, now()).map(({ sealed }) => openSecret(seal, id, sealed)),
  );
  const read = found.filter((secret) => secret !== null);
  if (read.length > 0) return read;
  if (now().getTime() - Date.parse(updatedAt) < sealLearnt) {
    throw new Error('a new secret of a webhook can be opened with no word that is known');
  }
  return 'lost';
}

/** Sends a message once, signed for this moment. Only the status of the response is used. */
export async function sendMessage(
  { id, message }: Pick<StoredWebhookDelivery, 'id' | 'message'>,
  { url, timeouts = 0 }: Pick<StoredWebhookEndpoint, 'url' | 'timeouts'>,
  secrets: readonly string[],
  deps: Pick<DeliveringDeps, 'safeFetch' | 'now'>,
): Promise<Made> {
  const at = deps.now();
  const body = bodyOf(message);
  const startedAt = performance.now();
  const made = (status: number | null, failure: string | null): StoredAttempt => ({
    at: at.toISOString(),
    status,
    failure,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const { status, headers } = await deps.safeFetch({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'resident-registry-webhooks/1.0',
        ...signedHeaders({ id, body, at }, secrets),
      },
      body,
      timeout: timeoutAfter(timeouts),
      maxBytes: 0,
    });
    return {
      attempt: made(status, null),
      retryAfter: retryAfterOf(headers['retry-after'], deps.now()),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { attempt: made(null, error.reason), retryAfter: null };
  }
}
