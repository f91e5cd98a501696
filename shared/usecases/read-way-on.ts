import { findAnswered } from '../db/authorization-requests.ts';
import { findClient } from '../db/oauth-clients.ts';
import type { SealingDeps } from '../deps/sealing.ts';
import { requestStatus } from '../domain/authorization-request.ts';
import { readRequestBehind } from './read-pending-request.ts';

/** What the sign-in page knows of those who are on the way to an application. */
export interface WayOn {
  readonly clientName: string | undefined;
  /** The mail address that the application believes them to have. */
  readonly loginHint: string | undefined;
}

const nothing: WayOn = { clientName: undefined, loginHint: undefined };

/** Reads it off the path that follows the sign-in, where that is the page of an open request. */
export async function readWayOn(next: string | undefined, deps: SealingDeps): Promise<WayOn> {
  const { table, now } = deps;
  const request = await readRequestBehind(next, deps);
  if (request === null) return nothing;
  const [usedAt, client] = await Promise.all([
    findAnswered(table, request),
    findClient(table, request.clientId),
  ]);
  const status = requestStatus({ ...request, usedAt }, now().toISOString());
  if (status !== 'open' || client === null) return nothing;
  const { loginHint } = request;
  // Hints of other kinds, such as telephone numbers, are of no use here.
  const isAddress = loginHint !== null && loginHint.length <= 254 && loginHint.includes('@');
  return { clientName: client.name, loginHint: isAddress ? loginHint : undefined };
}
