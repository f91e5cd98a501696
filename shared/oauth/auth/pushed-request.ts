import * as z from 'zod/mini';
import type { Seal } from '../../kernel/auth/seal.ts';
import type { AuthorizationWish } from '../domain/authorization-request.ts';
import { SealedWish } from './request-handle.ts';

/** For how long a pushed request can be begun, in milliseconds. */
export const pushedLifetime = 60_000;

const prefix = 'urn:ietf:params:oauth:request_uri:';

/** Longest `request_uri` in characters: it travels in a URL. */
const maxLength = 4_096;

/** What it stands for; its `id` is used up with the answer. */
export type Pushed = z.output<typeof SealedWish>;

/** The `request_uri` of a checked request (RFC 9126, section 2.2); null where it does not fit. Nothing is stored. */
export async function sealPushed(
  wish: AuthorizationWish,
  id: string,
  seal: Seal,
): Promise<string | null> {
  const uri = prefix + (await seal.seal('pushed_request', { ...wish, id }, pushedLifetime));
  return uri.length > maxLength ? null : uri;
}

/** Whether a `request_uri` has the form of ours. */
export function isPushed(requestUri: string): boolean {
  return requestUri.startsWith(prefix);
}

/** What was pushed; null for anything that this service has not given out, or more than a minute ago. */
export async function openPushed(requestUri: string, seal: Seal): Promise<Pushed | null> {
  if (requestUri.length > maxLength || !isPushed(requestUri)) return null;
  const claims = await seal.open('pushed_request', requestUri.slice(prefix.length));
  const opened = z.safeParse(SealedWish, claims);
  return opened.success ? opened.data : null;
}
