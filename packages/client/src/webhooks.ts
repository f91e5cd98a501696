import type { components, operations } from './description.ts';

type Received = operations['receiveEvent']['requestBody']['content']['application/json'];

/** What a webhook endpoint receives. Later releases may have other types: ignore those that you do not know. */
export type WebhookEvent = Omit<Received, 'type'> & {
  readonly type:
    | components['schemas']['EventType']
    | 'webhook_endpoint.test'
    | (string & Record<never, never>);
};

/** The delivery is not from the registry, or it is too old. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookError';
  }
}

export interface WebhookMessage<T = WebhookEvent> {
  /** The same for all attempts of a delivery. Use it to recognize a message that you already have. */
  readonly id: string;
  /** When this attempt was made. */
  readonly sentAt: Date;
  readonly payload: T;
}

export interface WebhookDelivery {
  /** The body exactly as received, before it is parsed. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret of the endpoint, `whsec_…`. While you replace it, pass the new and the old secret. */
  readonly secret: string | readonly string[];
  /** The most seconds between the time of the delivery and `now`; default 300. */
  readonly tolerance?: number;
  /** Milliseconds since 1970; default: the current time. */
  readonly now?: number;
}

/**
 * Verifies the signature of a delivery, and returns its message (Standard Webhooks 1.0.0, `v1`: HMAC-SHA256).
 *
 * Rejects with a `WebhookError` if the signature is missing or wrong, or the time is too far from now. Then answer 400, and
 * do nothing.
 */
export async function verifyWebhook<T = WebhookEvent>({
  body,
  headers,
  secret,
  tolerance = 300,
  now = Date.now(),
}: WebhookDelivery): Promise<WebhookMessage<T>> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time');
  const sent = Number(timestamp);
  if (Math.abs(Math.floor(now / 1000) - sent) > tolerance) {
    throw new WebhookError('webhook-timestamp is too far from now');
  }
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new TypeError(
      'Pass the body as text or bytes, exactly as received: verify before you parse it',
    );
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(' ').flatMap((each) => {
    const [version, signature] = each.split(',');
    const decoded = version === 'v1' && signature ? fromBase64(signature) : null;
    return decoded === null ? [] : [decoded];
  });
  const keys = await Promise.all([secret].flat().map(keyOf));
  for (const key of keys) {
    for (const signature of given) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) {
        return { id, sentAt: new Date(sent * 1000), payload: payloadOf<T>(bytes) };
      }
    }
  }
  throw new WebhookError('No signature matches the secret');
}

function payloadOf<T>(bytes: Uint8Array): T {
  try {
    // The signature proves that the service sent this body. The caller names its type.
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new WebhookError('The body is not JSON');
  }
}

function readHeader(headers: WebhookDelivery['headers'], name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) ? found[0] : found;
  if (typeof value !== 'string' || value === '') throw new WebhookError(`${name} is missing`);
  return value;
}

async function keyOf(secret: unknown) {
  if (typeof secret !== 'string') throw new TypeError('The secret is missing');
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw new TypeError('The secret must be whsec_ followed by base64');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
