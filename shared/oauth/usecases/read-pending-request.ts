import type { SealingDeps } from '../../kernel/deps/sealing.ts';
import { openHandle } from '../auth/request-handle.ts';
import { findAuthorizationRequest, requestReference } from '../db/authorization-requests.ts';
import type { PendingRequest } from '../domain/authorization-request.ts';

/** What the address of a request's page carried in version 0.1.0, where the request itself was stored. */
const formerId = /^[\w-]{43}$/;

/**
 * The request that its page's address stands for, as it came in: whether it was answered since is for
 * `findAnswered`. Null if there is none. Nothing is read for a handle.
 */
export async function readPendingRequest(
  requestId: string,
  { table, seal }: Pick<SealingDeps, 'table' | 'seal'>,
): Promise<PendingRequest | null> {
  if (!formerId.test(requestId)) return openHandle(requestId, seal);
  const stored = await findAuthorizationRequest(table, requestReference(requestId));
  return stored === null ? null : { ...stored, keptIn: 'table' };
}

/** The same for the path that follows a sign-in; null where that is not a request's page. */
export async function readRequestBehind(
  next: string | undefined,
  deps: Pick<SealingDeps, 'table' | 'seal'>,
): Promise<PendingRequest | null> {
  const requestId = /^\/oauth\/consent\?request=([\w.-]+)$/.exec(next ?? '')?.[1];
  return requestId === undefined ? null : readPendingRequest(requestId, deps);
}
