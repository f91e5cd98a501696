import { findAuthorizationRequest, requestReference } from '../db/authorization-requests.ts';
import { findClient } from '../db/oauth-clients.ts';
import type { CoreDeps } from '../deps/core.ts';
import { requestStatus } from '../domain/authorization-request.ts';

/** What the sign-in page knows of those who are on the way to an application. */
export interface WayOn {
  readonly clientName: string | undefined;
  /** The mail address that the application believes them to have. */
  readonly loginHint: string | undefined;
}

const nothing: WayOn = { clientName: undefined, loginHint: undefined };

/** Reads it off the path that follows the sign-in, where that is the page of an open request. */
export async function readWayOn(
  next: string | undefined,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<WayOn> {
  const requestId = /^\/oauth\/consent\?request=([\w-]{43})$/.exec(next ?? '')?.[1];
  if (requestId === undefined) return nothing;
  const request = await findAuthorizationRequest(table, requestReference(requestId));
  if (request === null || requestStatus(request, now().toISOString()) !== 'open') return nothing;
  const client = await findClient(table, request.clientId);
  if (client === null) return nothing;
  const { loginHint } = request;
  // Hints of other kinds, such as telephone numbers, are of no use here.
  const isAddress = loginHint !== null && loginHint.length <= 254 && loginHint.includes('@');
  return { clientName: client.name, loginHint: isAddress ? loginHint : undefined };
}
