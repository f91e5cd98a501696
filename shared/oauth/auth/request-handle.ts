import * as z from 'zod/mini';
import type { Seal } from '../../kernel/auth/seal.ts';
import { requestReference, StoredAuthorizationRequest } from '../db/authorization-requests.ts';
import {
  type AuthorizationRequest,
  type PendingRequest,
  requestLifetime,
} from '../domain/authorization-request.ts';

/** Longest handle in characters: it travels in URLs, also within that of the sign-in page. */
export const maxHandleLength = 4_096;

/** What a handle says. `id` tells two otherwise identical requests apart. */
const HandleClaims = z.extend(
  z.omit(StoredAuthorizationRequest, { reference: true, usedAt: true }),
  { id: z.string() },
);

/**
 * Seals a checked request into what its page's address carries, so that nothing is stored for a stranger; null
 * where it does not fit. `id` is random. Whoever has the handle can read it but not change it.
 */
export async function sealRequest(
  { usedAt: _, ...request }: AuthorizationRequest,
  id: string,
  seal: Seal,
): Promise<string | null> {
  const handle = await seal.seal('authorization_request', { ...request, id }, requestLifetime);
  return handle.length > maxHandleLength ? null : handle;
}

/** A request with this id as the page of its handle has it. */
export function pendingOf(request: AuthorizationRequest, id: string): PendingRequest {
  return { ...request, reference: requestReference(id), keptIn: 'address' };
}

/**
 * The request of a handle, whether or not it was answered; null for anything but a handle that has not expired.
 */
export async function openHandle(handle: string, seal: Seal): Promise<PendingRequest | null> {
  if (handle.length > maxHandleLength) return null;
  const opened = z.safeParse(HandleClaims, await seal.open('authorization_request', handle));
  if (!opened.success) return null;
  const { id, ...request } = opened.data;
  return { ...request, usedAt: null, reference: requestReference(id), keptIn: 'address' };
}
