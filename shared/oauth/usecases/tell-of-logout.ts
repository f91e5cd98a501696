import { OutgoingError } from '../../platform/aws/safe-fetch.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import {
  changeLogout,
  findLogout,
  findPause,
  putPause,
  removePause,
  type StoredLogout,
  type StoredLogoutPause,
  takePause,
} from '../db/logouts.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import type { LogoutDeps } from '../deps/logout-deps.ts';
import {
  attemptLease,
  logoutTimeout,
  logoutTokenLifetime,
  nextTelling,
  silencePause,
} from '../domain/logout.ts';
import { sendLetters } from './logout-letters.ts';
import { isToBeTold } from './prepare-logouts.ts';

/** What the claim `events` of a logout token says (Back-Channel Logout 1.0, section 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Tells a client of a logout, if that is due, and has it come back while it has to. Two letters of one logout make one attempt: of
 * those that take it at the same moment one has it. A receiver that is silent is left alone for a while that grows, and is then asked
 * with one logout; what waits for it keeps nobody from being told.
 *
 * Whatever dies in between is begun again by the queue. The token is signed before the attempt is taken: who can't read the key fails
 * the message, and the queue's alarms tell of it.
 */
export const tellOfLogout: Consumer<EventOf<'logout.due'>, LogoutDeps> = async (
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
  if (!isToBeTold(client)) {
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
  const heard = await send(token, client.backchannelLogoutUri, deps);
  await note(taken, heard, pause, deps);
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

/** Of the answer its status is looked at and nothing else. */
async function send(
  token: string,
  url: string,
  { safeFetch }: LogoutDeps,
): Promise<'told' | 'refused' | 'silent'> {
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
    return status >= 200 && status < 300 ? 'told' : 'refused';
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.reason === 'timeout' ? 'silent' : 'refused';
  }
}

async function note(
  logout: StoredLogout,
  heard: 'told' | 'refused' | 'silent',
  pause: StoredLogoutPause | null,
  deps: LogoutDeps,
): Promise<void> {
  const { table, now, log } = deps;
  const { clientId } = logout;
  if (heard === 'silent') {
    const hung = (pause?.hung ?? 0) + 1;
    const until = new Date(now().getTime() + silencePause(hung)).toISOString();
    await putPause(table, clientId, { until, hung });
  } else if (pause !== null) await removePause(table, clientId);
  if (heard === 'told') {
    await changeLogout(table, logout, { ...logout, status: 'told', dueAt: null });
    return;
  }
  const failed = logout.failed + 1;
  const dueAt = nextTelling({ ...logout, failed }, now(), jitter(deps));
  const status = dueAt === null ? 'given_up' : 'due';
  if (!(await changeLogout(table, logout, { status, failed, dueAt }))) return;
  if (dueAt === null) log.info('a client was not told of a logout', { clientId, failed });
  else await comeBack(logout.id, dueAt, deps);
}

/** Its receiver is left alone until then; that is no attempt, but its time goes on. */
async function putOff(logout: StoredLogout, until: string, deps: LogoutDeps): Promise<void> {
  const { table, now, log } = deps;
  const { clientId, failed } = logout;
  const isOver = nextTelling(logout, now(), 0) === null;
  // Not all at once: the first of them finds out for the others.
  const later = new Date(Date.parse(until) + Math.round(jitter(deps) * 10_000)).toISOString();
  const next = isOver
    ? ({ status: 'given_up', failed, dueAt: null } as const)
    : ({ status: 'due', failed, dueAt: later } as const);
  if (!(await changeLogout(table, logout, next))) return;
  if (isOver) log.info('a client was not told of a logout', { clientId, failed });
  else await comeBack(logout.id, later, deps);
}

function comeBack(id: string, dueAt: string, deps: LogoutDeps): Promise<void> {
  return sendLetters([id], Date.parse(dueAt) - deps.now().getTime(), deps);
}

function jitter({ random }: Pick<LogoutDeps, 'random'>): number {
  return (random(1)[0] ?? 0) / 255;
}
