import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SignedIn } from '../auth/session.ts';
import { listSessions } from '../db/sessions.ts';
import { touchSession } from '../domain/session.ts';

/** A browser that is signed in. Instants are ISO 8601 in UTC. */
export interface SignedInBrowser {
  readonly id: string;
  readonly name: string;
  readonly signedInAt: string;
  /** To within five minutes. */
  readonly seenAt: string;
  /** Whether it is the one that the reader uses. */
  readonly current: boolean;
}

/** The browsers in which somebody is signed in at this moment: their own first, then the newest. */
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
