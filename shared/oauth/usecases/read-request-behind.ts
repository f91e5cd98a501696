import type { SealingDeps } from '../../kernel/deps/sealing.ts';
import { openHandle } from '../auth/request-handle.ts';
import type { PendingRequest } from '../domain/authorization-request.ts';

/** The request behind the path that follows a sign-in; null where that is not a request's page. Nothing is read. */
export async function readRequestBehind(
  next: string | undefined,
  { seal }: Pick<SealingDeps, 'seal'>,
): Promise<PendingRequest | null> {
  const handle = /^\/oauth\/consent\?request=([\w.-]+)$/.exec(next ?? '')?.[1];
  return handle === undefined ? null : openHandle(handle, seal);
}
