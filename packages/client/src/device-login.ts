import { RegistryError } from './errors.ts';
import { type Pace, realPace } from './retries.ts';

export interface Tokens {
  readonly accessToken: string;
  /** Works once; the next tokens contain the next one. Store it in the system's key store. */
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  readonly scope: string;
  /** When the access token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What the person needs to sign in on another device. */
export interface Device {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The address with the code, for a link or a QR code. */
  readonly verificationUriComplete: string;
  readonly expiresAt: number;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  /** Only for a client with a secret. */
  readonly clientSecret?: string;
  readonly fetch?: typeof fetch;
  readonly pace?: Partial<Pace>;
  readonly signal?: AbortSignal;
}

export interface DeviceLoginOptions extends ClientOptions {
  readonly scopes: readonly string[];
  /** Shows the person the address and the code. */
  readonly onDevice: (device: Device) => void | Promise<void>;
}

/**
 * Signs in a person who has a browser on another device (RFC 8628). Polls at the interval that the service sets, until the
 * person has decided.
 *
 * Rejects with a `RegistryError` if they refuse (`access_denied`) or the code expires (`expired_token`).
 */
export async function deviceLogin(options: DeviceLoginOptions): Promise<Tokens> {
  const pace: Pace = { ...realPace, ...options.pace };
  const begun = await post(options, 'device_authorization', { scope: options.scopes.join(' ') });
  const expiresAt = pace.now() + Number(begun['expires_in']) * 1000;
  await options.onDevice({
    userCode: String(begun['user_code']),
    verificationUri: String(begun['verification_uri']),
    verificationUriComplete: String(begun['verification_uri_complete']),
    expiresAt,
  });
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: String(begun['device_code']),
  };
  let interval = Number(begun['interval'] ?? 5);
  for (;;) {
    await pace.sleep(interval * 1000, options.signal);
    try {
      return tokensOf(await post(options, 'token', fields), pace);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (isPending(error)) continue;
      // Section 3.5: after a failed poll, poll less often while the code is valid.
      if (!isWorthAsking(error) || pace.now() >= expiresAt) throw error;
      interval += 5;
    }
  }
}

function isPending(error: unknown): boolean {
  return error instanceof RegistryError && error.message === 'authorization_pending';
}

/** Whether to continue more slowly: the network failed, or the service is busy or asks for fewer polls. */
function isWorthAsking(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return true;
  return error.message === 'slow_down' || error.status === 429 || error.status >= 500;
}

/**
 * A `credential` for `openRegistry`. It gets new tokens a minute before the access token expires, with one refresh at a
 * time. `onTokens` gets the new tokens: store the new refresh token before `onTokens` returns, because the old one no longer
 * works.
 */
export function keepTokensFresh(
  options: ClientOptions & { readonly onTokens?: (tokens: Tokens) => void | Promise<void> },
  first: Tokens,
): () => Promise<string> {
  const pace: Pace = { ...realPace, ...options.pace };
  let tokens = first;
  let refreshing: Promise<void> | undefined;
  const refresh = async (refreshToken: string): Promise<void> => {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    // Immediately: the old refresh token no longer works, also if `onTokens` fails.
    tokens = tokensOf(await post(options, 'token', fields), pace);
    await options.onTokens?.(tokens);
  };
  return async () => {
    const { refreshToken, expiresAt } = tokens;
    if (refreshToken !== undefined && expiresAt - pace.now() < 60_000) {
      refreshing ??= refresh(refreshToken).finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    }
    return tokens.accessToken;
  };
}

function tokensOf(answer: Readonly<Record<string, unknown>>, { now }: Pace): Tokens {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    accessToken: String(answer['access_token']),
    refreshToken: text(answer['refresh_token']),
    idToken: text(answer['id_token']),
    scope: text(answer['scope']) ?? '',
    expiresAt: now() + Number(answer['expires_in']) * 1000,
  };
}

/** Sends a form to an OAuth endpoint. Its errors are codes, such as `access_denied`. */
async function post(
  { baseUrl, clientId, clientSecret, fetch: send = fetch, signal }: ClientOptions,
  endpoint: 'device_authorization' | 'token',
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const body = new URLSearchParams({
    ...fields,
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  });
  const url = `${baseUrl.replace(/\/+$/, '')}/api/oauth/${endpoint}`;
  const limit = AbortSignal.timeout(30_000);
  const response = await send(url, {
    method: 'POST',
    body,
    // The form contains secrets: never send them to another address.
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new RegistryError(response.status, answer, undefined);
  return Object(answer);
}
