import { createHash } from 'node:crypto';
import { OutgoingError } from '../../platform/aws/safe-fetch.ts';
import type { Consumer, EventOf, EventsOf } from '../../platform/domain/consumer.ts';
import { listSessions } from '../../sign-in/db/sessions.ts';
import { sidOf } from '../auth/session-derived.ts';
import {
  changeLogout,
  findLogout,
  findPause,
  keepLogout,
  putPause,
  removePause,
  type StoredLogout,
  type StoredLogoutPause,
  takePause,
} from '../db/logouts.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { listConsents } from '../db/oauth-consents.ts';
import type { LogoutDeps } from '../deps/oauth-deps.ts';
import {
  attemptLease,
  logoutTimeout,
  logoutTokenLifetime,
  nextAttemptAt,
  silencePause,
} from '../domain/logout.ts';

/**
 * The longest delay of a queue message, in seconds; a message for a later time arrives earlier and
 * is sent again.
 */
const longestDelay = 900;

/** Queues messages for logouts with a delay in milliseconds. Throws if the queue rejects them. */
async function sendMessages(
  logoutIds: readonly string[],
  wait: number,
  { queues, queueUrl, newId, now }: Pick<LogoutDeps, 'queues' | 'queueUrl' | 'newId' | 'now'>,
): Promise<void> {
  if (logoutIds.length === 0) return;
  const createdAt = now().toISOString();
  const messages = logoutIds.map((logoutId) =>
    JSON.stringify({ id: newId(), createdAt, event: { type: 'logout.due', logoutId } }),
  );
  const delay = Math.min(longestDelay, Math.max(0, Math.ceil(wait / 1000)));
  const refused = await queues.send(queueUrl, messages, delay);
  if (refused.length > 0) throw new Error('the queue of logouts did not take a message');
}

/** The ended sessions of a client. `because` is the same for every copy of the event. */
interface Ended extends Pick<StoredLogout, 'clientId' | 'sub' | 'sid'> {
  readonly because: string;
}

/**
 * Records a due logout for each client that must be notified, and queues it. A client that requires
 * the session gets a logout for each session in which it received tokens, with only the `sid`. Any
 * other client also gets the person's id; without a `sid` this means all sessions of the person.
 */
const prepareLogouts: Consumer<EventOf<'logout.requested'>, LogoutDeps> = async (
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
  await sendMessages(
    logouts.map(({ id }) => id),
    0,
    deps,
  );
};

async function endedOf(
  { personId, of }: EventOf<'logout.requested'>,
  eventId: string,
  deps: LogoutDeps,
): Promise<readonly Ended[]> {
  switch (of.kind) {
    case 'session': {
      const notified = await clientsToNotify(of.clientIds, deps);
      return notified.map((client) => endedSession(of.sessionId, client, personId, of.sessionId));
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
  const notified = await clientsToNotify(clientIds, deps);
  const wantSessions = notified.some((client) => client.backchannelLogoutSessionRequired);
  const listed = wantSessions ? await listSessions(deps.table, personId) : [];
  return notified.flatMap((client) => {
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

async function clientsToNotify(
  clientIds: readonly string[],
  { table }: LogoutDeps,
): Promise<readonly StoredClient[]> {
  const clients = await Promise.all(clientIds.map((clientId) => findClient(table, clientId)));
  return clients.filter(isToBeNotified);
}

/** Whether a client receives notifications. */
function isToBeNotified(
  client: StoredClient | null,
): client is StoredClient & { readonly backchannelLogoutUri: string } {
  return client?.active === true && client.backchannelLogoutUri !== null;
}

/** The claim `events` of a logout token (Back-Channel Logout 1.0, section 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Notifies a client of a logout if that is due; otherwise queues it for later. If two messages for
 * the same logout arrive at the same moment, only one makes the attempt. An endpoint that does not
 * respond is paused for a growing time and is then tried with one logout; the others wait without
 * blocking other clients.
 *
 * The queue repeats an interrupted attempt. The token is signed before the attempt is claimed: if
 * the key can't be read, the message fails and the queue's alarms report it.
 */
const sendLogout: Consumer<EventOf<'logout.due'>, LogoutDeps> = async (
  { event: { logoutId } },
  deps,
) => {
  const { table, now } = deps;
  const logout = await findLogout(table, logoutId);
  if (logout === null || logout.status !== 'due' || logout.dueAt === null) return;
  const at = now();
  if (logout.dueAt > at.toISOString()) return comeBack(logout.id, logout.dueAt, deps);
  const { clientId } = logout;
  const [client, pause] = await Promise.all([
    findClient(table, clientId),
    findPause(table, clientId),
  ]);
  if (!isToBeNotified(client)) {
    await changeLogout(table, logout, { ...logout, status: 'given_up', dueAt: null });
    return;
  }
  const lease = new Date(at.getTime() + attemptLease).toISOString();
  if (pause !== null) {
    if (pause.until > at.toISOString()) return putOff(logout, pause.until, deps);
    if (!(await takePause(table, clientId, pause, lease))) return putOff(logout, lease, deps);
  }
  const token = await logoutToken(logout, client, deps);
  const taken = { ...logout, dueAt: lease };
  if (!(await changeLogout(table, logout, { ...taken, status: 'due' }))) return;
  const outcome = await send(token, client.backchannelLogoutUri, deps);
  await note(taken, outcome, pause, deps);
};

function logoutToken(
  { id, clientId, sub, sid }: StoredLogout,
  { idTokenSignedResponseAlg }: Pick<StoredClient, 'idTokenSignedResponseAlg'>,
  { signer, baseUrl, now }: LogoutDeps,
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000);
  return signer.sign(
    {
      iss: baseUrl,
      aud: clientId,
      iat,
      exp: iat + logoutTokenLifetime,
      jti: id,
      events: { [logoutEvent]: {} },
      ...(sub !== null && { sub }),
      ...(sid !== null && { sid }),
    },
    'logout+jwt',
    idTokenSignedResponseAlg,
  );
}

/** Sends the token. Only the status of the response is used. */
async function send(
  token: string,
  url: string,
  { safeFetch }: LogoutDeps,
): Promise<'notified' | 'refused' | 'silent'> {
  try {
    const { status } = await safeFetch({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'resident-registry-logouts/1.0',
      },
      body: new URLSearchParams({ logout_token: token }).toString(),
      timeout: logoutTimeout,
      maxBytes: 0,
    });
    return status >= 200 && status < 300 ? 'notified' : 'refused';
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.reason === 'timeout' ? 'silent' : 'refused';
  }
}

async function note(
  logout: StoredLogout,
  outcome: 'notified' | 'refused' | 'silent',
  pause: StoredLogoutPause | null,
  deps: LogoutDeps,
): Promise<void> {
  const { table, now, log } = deps;
  const { clientId } = logout;
  if (outcome === 'silent') {
    const timeouts = (pause?.timeouts ?? 0) + 1;
    const until = new Date(now().getTime() + silencePause(timeouts)).toISOString();
    await putPause(table, clientId, { until, timeouts });
  } else if (pause !== null) await removePause(table, clientId);
  if (outcome === 'notified') {
    await changeLogout(table, logout, { ...logout, status: 'notified', dueAt: null });
    return;
  }
  const failed = logout.failed + 1;
  const dueAt = nextAttemptAt({ ...logout, failed }, now(), jitter(deps));
  const status = dueAt === null ? 'given_up' : 'due';
  if (!(await changeLogout(table, logout, { status, failed, dueAt }))) return;
  if (dueAt === null) log.info('a logout notification was not delivered', { clientId, failed });
  else await comeBack(logout.id, dueAt, deps);
}

/**
 * Postpones a logout because its endpoint is paused. This is not an attempt, but the time for
 * retries continues.
 */
async function putOff(logout: StoredLogout, until: string, deps: LogoutDeps): Promise<void> {
  const { table, now, log } = deps;
  const { clientId, failed } = logout;
  const isOver = nextAttemptAt(logout, now(), 0) === null;
  // The others wait a little longer: the first one finds out whether the endpoint responds again.
  const later = new Date(Date.parse(until) + Math.round(jitter(deps) * 10_000)).toISOString();
  const next = isOver
    ? ({ status: 'given_up', failed, dueAt: null } as const)
    : ({ status: 'due', failed, dueAt: later } as const);
  if (!(await changeLogout(table, logout, next))) return;
  if (isOver) log.info('a logout notification was not delivered', { clientId, failed });
  else await comeBack(logout.id, later, deps);
}

function comeBack(id: string, dueAt: string, deps: LogoutDeps): Promise<void> {
  return sendMessages([id], Date.parse(dueAt) - deps.now().getTime(), deps);
}

function jitter({ random }: Pick<LogoutDeps, 'random'>): number {
  return (random(1)[0] ?? 0) / 255;
}

/** Notifies clients of ended sessions and consents (OpenID Connect Back-Channel Logout 1.0). */
export const notifyClients: Consumer<EventsOf<'logouts'>, LogoutDeps> = (
  { event, ...delivery },
  deps,
) =>
  event.type === 'logout.requested'
    ? prepareLogouts({ ...delivery, event }, deps)
    : sendLogout({ ...delivery, event }, deps);
