import * as z from 'zod/mini';
import type { Seal } from '../../kernel/auth/seal.ts';
import { clientScopes } from '../../kernel/domain/scopes.ts';
import { requestReference } from '../db/authorization-requests.ts';
import {
  type AuthorizationInput,
  type AuthorizationRequest,
  type PendingRequest,
  prompts,
  requestLifetime,
  responseModes,
} from '../domain/authorization-request.ts';

/** The longest handle in characters: it is part of URLs, also inside that of the sign-in page. */
export const maxHandleLength = 4_096;

/** The content of a sealed authorization request. `id` distinguishes identical requests. */
const SealedInput = z.object({
  id: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scopes: z.readonly(z.array(z.enum(clientScopes))),
  scope: z.string(),
  state: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  responseMode: z.enum(responseModes),
  codeChallenge: z.nullable(z.string()),
  prompt: z.readonly(z.array(z.enum(prompts))),
  maxAge: z.nullable(z.int()),
  loginHint: z.nullable(z.string()),
  idTokenHintSub: z.nullable(z.string()),
  dpopJkt: z.optional(z.string()),
  identified: z.optional(z.boolean()),
  forAgents: z.optional(z.boolean()),
});

/** The content of a handle. */
const HandleClaims = z.extend(SealedInput, {
  previousSession: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
});

/**
 * Seals a checked request into the URL of its page, so anonymous requests store nothing; null if it
 * does not fit. `id` is random. Anyone who has the handle can read it but not change it.
 */
export async function sealRequest(
  { usedAt: _, ...request }: AuthorizationRequest,
  id: string,
  seal: Seal,
): Promise<string | null> {
  const handle = await seal.seal('authorization_request', { ...request, id }, requestLifetime);
  return handle.length > maxHandleLength ? null : handle;
}

/** A request with this id in the form in which the handle's page uses it. */
export function pendingOf(request: AuthorizationRequest, id: string): PendingRequest {
  return { ...request, reference: requestReference(id) };
}

/** The request in a handle, answered or not; null if the handle is invalid or has expired. */
export async function openHandle(handle: string, seal: Seal): Promise<PendingRequest | null> {
  if (handle.length > maxHandleLength) return null;
  const opened = z.safeParse(HandleClaims, await seal.open('authorization_request', handle));
  if (!opened.success) return null;
  const { id, ...request } = opened.data;
  return { ...request, usedAt: null, reference: requestReference(id) };
}

/**
 * The authorization request in the path that follows a sign-in; null if that is not a request's
 * page.
 */
export async function requestBehind(
  next: string | undefined,
  seal: Seal,
): Promise<PendingRequest | null> {
  const handle = /^\/oauth\/consent\?request=([\w.-]+)$/.exec(next ?? '')?.[1];
  return handle === undefined ? null : openHandle(handle, seal);
}

/** How long a pushed request can be used, in milliseconds. */
export const pushedLifetime = 60_000;

const prefix = 'urn:ietf:params:oauth:request_uri:';

/** The longest `request_uri` in characters: it is part of a URL. */
const maxLength = 4_096;

/** Its content; the response uses up its `id`. */
type Pushed = z.output<typeof SealedInput>;

/** The `request_uri` of a checked request (RFC 9126, section 2.2); null if it does not fit. Nothing is stored. */
export async function sealPushed(
  input: AuthorizationInput,
  id: string,
  seal: Seal,
): Promise<string | null> {
  const uri = prefix + (await seal.seal('pushed_request', { ...input, id }, pushedLifetime));
  return uri.length > maxLength ? null : uri;
}

/** Whether a `request_uri` has the form of ours. */
export function isPushed(requestUri: string): boolean {
  return requestUri.startsWith(prefix);
}

/** A pushed request; null if this service did not issue it within the last minute. */
export async function openPushed(requestUri: string, seal: Seal): Promise<Pushed | null> {
  if (requestUri.length > maxLength || !isPushed(requestUri)) return null;
  const claims = await seal.open('pushed_request', requestUri.slice(prefix.length));
  const opened = z.safeParse(SealedInput, claims);
  return opened.success ? opened.data : null;
}
