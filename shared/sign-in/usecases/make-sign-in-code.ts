import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { findPersonByEmail } from '../../people/db/people.ts';
import { findChallenge, hashCode, recordCode } from '../db/sign-in-challenges.ts';
import { decideChallenge } from '../domain/sign-in-challenge.ts';
import { type CodeKind, drawCode } from '../domain/sign-in-code.ts';

export interface MadeCode {
  readonly code: string;
  readonly kind: CodeKind;
  /** The account's address as it was registered. */
  readonly email: string;
  /** How long it can be used, in milliseconds. */
  readonly lifetime: number;
  /** Of the page on which it was asked for, or of the last sign-in. */
  readonly locale: Locale | undefined;
  /** When it was asked for, ISO 8601. */
  readonly asked: {
    readonly at: string;
    readonly browser: string | null;
    readonly known: boolean;
    /** Its id. */
    readonly clientId: string | null;
  };
}

/**
 * Draws the code of a challenge, for the mail that is about to be sent; a repeat makes another one, which
 * replaces the first. Only its hash is stored.
 *
 * Null where there is no active account, or where the challenge is over or gets no mail.
 */
export async function makeSignInCode(reference: string, deps: CoreDeps): Promise<MadeCode | null> {
  const { table, random } = deps;
  const now = deps.now();
  const challenge = await findChallenge(table, reference);
  if (challenge === null || challenge.code === 'none') return null;
  const person = await findPersonByEmail(table, challenge.email);
  if (person === null || person.status !== 'active') return null;
  const code = drawCode(challenge.code, random);
  const command = { type: 'deliver', codeHash: hashCode(reference, code) } as const;
  const decision = decideChallenge(challenge, command, now.toISOString());
  if (!decision.ok) return null;
  const { next } = decision;
  const recorded = await recordCode(table, { ...next, personId: person.id });
  if (!recorded) return null;
  const lifetime = Date.parse(String(next.codeExpiresAt)) - now.getTime();
  const { clientId = null, createdAt, browser = null, known = false } = challenge;
  const asked = { at: createdAt, browser, known, clientId };
  const locale = challenge.locale ?? person.locale;
  return { code, kind: challenge.code, email: person.email, lifetime, asked, locale };
}
