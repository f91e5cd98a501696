import { createHash } from 'node:crypto';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import { listSessions } from '../../sign-in/db/sessions.ts';
import { sidOf } from '../auth/sid.ts';
import { keepLogout, type StoredLogout } from '../db/logouts.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { listConsents } from '../db/oauth-consents.ts';
import type { LogoutDeps } from '../deps/logout-deps.ts';
import { sendLetters } from './logout-letters.ts';

/** Which sessions at a client have ended. `because` is the same however often the event comes. */
interface Ended extends Pick<StoredLogout, 'clientId' | 'sub' | 'sid'> {
  readonly because: string;
}

/**
 * Keeps of each client that has to be told of what has ended that it has, and has it done. A client that wants sessions named is told of
 * those in which it was given tokens, each by its `sid` alone; any other is told of whose they are, too: all sessions of that person
 * where no single one has ended.
 */
export const prepareLogouts: Consumer<EventOf<'logout.wanted'>, LogoutDeps> = async (
  { id: eventId, event },
  deps,
) => {
  const createdAt = deps.now().toISOString();
  const logouts = (await endedOf(event, eventId, deps)).map(
    ({ because, clientId, sub, sid }): StoredLogout => ({
      id: createHash('sha256').update(`logout ${because} ${clientId}`).digest('base64url'),
      clientId,
      sub,
      sid,
      status: 'due',
      createdAt,
      failed: 0,
      dueAt: createdAt,
    }),
  );
  await Promise.all(logouts.map((logout) => keepLogout(deps.table, logout)));
  await sendLetters(
    logouts.map(({ id }) => id),
    0,
    deps,
  );
};

async function endedOf(
  { personId, of }: EventOf<'logout.wanted'>,
  eventId: string,
  deps: LogoutDeps,
): Promise<readonly Ended[]> {
  switch (of.kind) {
    case 'session': {
      const told = await clientsToTell(of.clientIds, deps);
      return told.map((client) => endedSession(of.sessionId, client, personId, of.sessionId));
    }
    case 'connection':
      return endedAccess([of.clientId], personId, eventId, deps);
    case 'account': {
      const consents = await listConsents(deps.table, personId);
      const granted = consents.filter(({ credentialEpoch: at }) => at === of.credentialEpoch);
      const clientIds = granted.map(({ clientId }) => clientId);
      return endedAccess(clientIds, personId, eventId, deps);
    }
  }
}

async function endedAccess(
  clientIds: readonly string[],
  personId: string,
  eventId: string,
  deps: LogoutDeps,
): Promise<readonly Ended[]> {
  const told = await clientsToTell(clientIds, deps);
  const wantSessions = told.some((client) => client.backchannelLogoutSessionRequired);
  const listed = wantSessions ? await listSessions(deps.table, personId) : [];
  return told.flatMap((client) => {
    const { clientId } = client;
    if (!client.backchannelLogoutSessionRequired) {
      return { because: eventId, clientId, sub: personId, sid: null };
    }
    return listed
      .filter(({ session }) => session.parties?.includes(clientId))
      .map(({ session: { id } }) => endedSession(id, client, personId, `${eventId} ${id}`));
  });
}

function endedSession(
  id: string,
  { clientId, backchannelLogoutSessionRequired }: StoredClient,
  personId: string,
  because: string,
): Ended {
  const sub = backchannelLogoutSessionRequired ? null : personId;
  return { because, clientId, sub, sid: sidOf({ id }, clientId) ?? null };
}

async function clientsToTell(
  clientIds: readonly string[],
  { table }: LogoutDeps,
): Promise<readonly StoredClient[]> {
  const clients = await Promise.all(clientIds.map((clientId) => findClient(table, clientId)));
  return clients.filter(isToBeTold);
}

/** Whether a client is told at all. */
export function isToBeTold(
  client: StoredClient | null,
): client is StoredClient & { readonly backchannelLogoutUri: string } {
  return client?.active === true && client.backchannelLogoutUri !== null;
}
