import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor, type SignedIn } from '../auth/session.ts';
import { forgetBrowserWrite, listKnownBrowsers } from '../db/known-browsers.ts';
import { endSessionWrites, type ListedSession, listSessions } from '../db/sessions.ts';
import { sessionEndedEvent } from './session-ended.ts';

/** The limit of a transaction. */
const maxWrites = 100;

/** Who ends, in the browser that they use. */
type Owner = Pick<SignedIn, 'person' | 'session'>;

/**
 * Ends one session of the owner, by its id, and forgets its browser: it has to sign in as an unknown one. One
 * that has ended already, or is not theirs, changes nothing and is not in the audit trail. Clients that were given tokens in it
 * are told.
 */
export function endBrowser(owner: Owner, sessionId: string, deps: CoreDeps): Promise<void> {
  return untilWritten<void>(async () => {
    const listed = await listSessions(deps.table, owner.person.id);
    const found = listed.find(({ session }) => session.id === sessionId);
    // A refusal: it has ended meanwhile, or a client was noted.
    if (found !== undefined && !(await end(owner, found, deps))) return lostRace;
  });
}

/**
 * Ends every session of the owner but this one, and forgets every browser but this one, including those that
 * are not signed in. One that signs in meanwhile stays signed in.
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
  // Two sessions of one browser: it stays known while its owner uses it.
  const forgotten = knownBrowserId !== undefined && knownBrowserId !== own.knownBrowserId;
  const outcome = await transact(deps.table, {
    ...endSessionWrites(key, session),
    told: sessionEndedEvent(session, at, deps),
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
