import { transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import {
  accountsOf,
  addressDigest,
  knownBrowserId,
  rememberingCookie,
} from '../auth/known-browser.ts';
import { newSessionToken, personActor, type SignedIn } from '../auth/session.ts';
import {
  forgetBrowserWrite,
  listKnownBrowsers,
  newKnownBrowserWrite,
} from '../db/known-browsers.ts';
import {
  endSessionWrites,
  findSession,
  type ListedSession,
  listSessions,
  newSessionWrites,
  replaceSessionWrite,
  type StoredSession,
  sessionKey,
} from '../db/sessions.ts';
import type { SignInProof } from '../domain/authentication-methods.ts';
import { browserName } from '../domain/known-browser.ts';
import { newSession, type Session, touchSession } from '../domain/session.ts';

/** A browser's data at its sign-in. */
export interface SigningBrowser {
  /** The token of its previous session, which ends. */
  readonly formerToken: string | null;
  /** Its cookie as a known browser, if it has one. */
  readonly deviceCookie: string | undefined;
  readonly userAgent: string | undefined;
  /** The form token of the previous session, if its open forms must work in the new one. */
  readonly formToken?: string | undefined;
}

/** The values of the cookies after a sign-in. */
export interface StartedSession {
  readonly token: string;
  readonly personId: string;
  readonly deviceCookie: string;
}

/**
 * Creates a session for someone who identified themselves with `proof`, and makes its browser known to the account.
 * Takes effect with the writes, which go into one transaction with the rest of the sign-in. A known browser gets
 * another id, so an earlier copy of its cookie is not a known browser. For an unknown browser the person gets an email,
 * except for the account's first browser, before anyone has confirmed the address. One round trip if the browser's
 * cookie names the account; none for others.
 */
export async function beginSession(
  person: StoredPerson,
  { formerToken, deviceCookie, userAgent, formToken }: SigningBrowser,
  { amr, passkey }: SignInProof,
  now: Date,
  deps: Pick<SealingDeps, 'table' | 'now' | 'random' | 'newId' | 'seal'>,
) {
  const { random, newId, seal } = deps;
  const personId = person.id;
  const token = newSessionToken(random);
  const accounts = await accountsOf(deviceCookie, seal);
  const former = accounts.find((account) => account.personId === personId);
  const browserId = newId();
  const account = { personId, browserId, address: addressDigest(person.email) };
  const isNew =
    (await knownBrowserId({ cookie: deviceCookie, email: person.email }, deps)) === null;
  const session = newSession(person, now, {
    id: newId(),
    browser: browserName(userAgent),
    knownBrowserId: browserId,
    amr,
    ...(passkey !== undefined && { passkey }),
    ...(formToken !== undefined && { formToken }),
  });
  const started: StartedSession = {
    token,
    personId,
    deviceCookie: await rememberingCookie(accounts, account, seal),
  };
  return {
    started,
    writes: {
      ...newSessionWrites(token, { ...session, id: String(session.id) }),
      previousSession: formerToken === null ? undefined : replaceSessionWrite(formerToken),
      knownBrowser: newKnownBrowserWrite(
        { id: browserId, personId, credentialEpoch: person.credentialEpoch },
        now,
      ),
      notice: isNew && person.emailVerified ? newBrowserEvent(session, deps) : undefined,
      formerBrowser:
        former === undefined ? undefined : forgetBrowserWrite(personId, former.browserId),
    },
  };
}

function newBrowserEvent(
  { personId, browser = 'A browser', credentialEpoch, createdAt: at }: Session,
  { newId }: Pick<SealingDeps, 'newId'>,
): Write {
  const mail = { template: 'browser_signed_in', personId, browser, credentialEpoch, at } as const;
  return mailWrite(newId(), at, mail);
}

/**
 * Signs a browser out. It stays a known one, and clients that got tokens in the session are notified. A session that has already
 * ended gets no second entry in the audit trail.
 */
export async function endSession(
  { token, session, person }: SignedIn,
  deps: CoreDeps,
): Promise<void> {
  let known: typeof session | null = session;
  await retryOnConflict<void>(async () => {
    if (known === null) return;
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      ...endSessionWrites(sessionKey(token), known),
      notice: sessionEndedEvent(known, at, deps),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'person.signed_out',
        details: {},
      }),
    });
    if (outcome.kind === 'written') return;
    // It has ended, or a client was recorded in the meantime.
    known = (await findSession(deps.table, token, person.id)).session;
    return lostRace;
  });
}

/** Notifies the clients that received tokens in a session, in the transaction that ends it; undefined if there are none. */
function sessionEndedEvent(
  { id, personId, parties = [] }: StoredSession,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write | undefined {
  if (id === undefined || parties.length === 0) return undefined;
  return eventWrite(newId(), at, {
    type: 'logout.requested',
    personId,
    of: { kind: 'session', sessionId: id, clientIds: parties },
  });
}

/** The limit of a transaction. */
const maxWrites = 100;

/** The person who ends sessions, and their current session. */
type Owner = Pick<SignedIn, 'person' | 'session'>;

/**
 * Ends one session of the owner, by its id, and forgets its browser, which must then sign in as an unknown one. A session that
 * has already ended, or is not theirs, changes nothing and is not in the audit trail. Clients that got tokens in it are notified.
 */
export function endBrowser(owner: Owner, sessionId: string, deps: CoreDeps): Promise<void> {
  return retryOnConflict<void>(async () => {
    const listed = await listSessions(deps.table, owner.person.id);
    const found = listed.find(({ session }) => session.id === sessionId);
    // Refused: it has ended in the meantime, or a client was recorded.
    if (found !== undefined && !(await end(owner, found, deps))) return lostRace;
  });
}

/**
 * Ends every session of the owner but this one, and forgets every browser but this one, including those that
 * are not signed in. One that signs in in the meantime stays signed in.
 */
export async function endOtherBrowsers(owner: Owner, deps: CoreDeps): Promise<void> {
  const { person, session } = owner;
  const listed = await listSessions(deps.table, person.id);
  for (const one of listed) {
    if (one.session.id === session.id || (await end(owner, one, deps))) continue;
    await endBrowser(owner, one.session.id, deps);
  }
  const known = await listKnownBrowsers(deps.table, person.id);
  const forgotten = known.filter(({ id }) => id !== session.knownBrowserId);
  for (let first = 0; first < forgotten.length; first += maxWrites) {
    const some = forgotten.slice(first, first + maxWrites);
    const writes = some.map(({ id }) => [id, forgetBrowserWrite(person.id, id)] as const);
    await transact(deps.table, Object.fromEntries(writes));
  }
}

async function end(
  { person, session: own }: Owner,
  { key, session }: ListedSession,
  deps: CoreDeps,
): Promise<boolean> {
  const { id, knownBrowserId } = session;
  const at = deps.now().toISOString();
  // If two sessions are in one browser, it stays known while its owner uses it.
  const forgotten = knownBrowserId !== undefined && knownBrowserId !== own.knownBrowserId;
  const outcome = await transact(deps.table, {
    ...endSessionWrites(key, session),
    notice: sessionEndedEvent(session, at, deps),
    browser: forgotten ? forgetBrowserWrite(person.id, knownBrowserId) : undefined,
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.browser_ended',
      details: { sessionId: id },
    }),
  });
  return outcome.kind === 'written';
}

/**
 * For each session two items are deleted and one may be written, in a transaction of up to a
 * hundred.
 */
const sessionsPerTransaction = 28;

/**
 * The writes that end the sessions which began with a passkey, except the one with the id `except`.
 * The first writes are for the transaction that ends the passkey, the rest for later ones. A
 * session that begins in the meantime is refused, because it requires the passkey. `reference` is
 * the digest of the credential id.
 */
export async function endPasskeySessionsWrites(
  personId: string,
  reference: string,
  deps: Pick<CoreDeps, 'table' | 'newId' | 'now'>,
  except?: string,
): Promise<readonly Writes[]> {
  const listed = await listSessions(deps.table, personId);
  const at = deps.now().toISOString();
  const theirs = listed.filter(
    ({ session }) => session.passkey === reference && session.id !== except,
  );
  const parts = Array.from(
    { length: Math.ceil(theirs.length / sessionsPerTransaction) },
    (_, part) => theirs.slice(part * sessionsPerTransaction, (part + 1) * sessionsPerTransaction),
  );
  return parts.map((some) =>
    Object.fromEntries(
      some.flatMap(({ key, entry, session }) => [
        [`session ${session.id}`, { remove: { Key: key } }],
        [`listed ${session.id}`, { remove: { Key: entry } }],
        [`notice ${session.id}`, sessionEndedEvent(session, at, deps)],
      ]),
    ),
  );
}

/** A browser that is signed in. Instants are ISO 8601 in UTC. */
interface SignedInBrowser {
  readonly id: string;
  readonly name: string;
  readonly signedInAt: string;
  /** To within five minutes. */
  readonly seenAt: string;
  /** Whether it is the viewer's current browser. */
  readonly current: boolean;
}

/** The browsers in which someone is signed in now: their own first, then the newest. */
export async function listBrowsers(
  { person, session, token }: SignedIn,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<readonly SignedInBrowser[]> {
  const listed = await listSessions(table, person.id, token);
  const others = listed
    .map((one) => one.session)
    .filter(({ id }) => id !== session.id)
    .filter((other) => touchSession(other, person, now()).ok);
  return [session, ...others].map(({ id, browser, createdAt, seenAt }, position) => ({
    id,
    name: browser,
    signedInAt: createdAt,
    seenAt,
    current: position === 0,
  }));
}
