import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem } from '../../kernel/db/table.ts';
import { orElse } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { personActor, type SignedIn } from '../../sign-in/auth/session.ts';
import { activePasskeyCheck, StoredPasskey } from '../../sign-in/db/passkeys.ts';
import { isByPasskey } from '../../sign-in/domain/authentication-methods.ts';
import { isRecent } from '../../sign-in/domain/session.ts';
import { findMailboxCase, findMailboxLink, type StoredMailboxCase } from '../db/mailbox-cases.ts';
import { confirmingPasskeyAge } from '../domain/mailbox-case.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';
import { actOnMailboxCase, type MailboxDeps } from './act-on-mailbox-case.ts';

/** The case that suspends the signed-in person; null if there is none. */
export async function findOwnMailboxCase(
  { suspension }: SignedIn['person'],
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredMailboxCase | null> {
  return suspension === undefined ? null : findMailboxCase(table, suspension.caseId);
}

/**
 * The case that an emailed link stops. Error: 404, the same for an unknown link and one whose case
 * was erased.
 */
export async function readMailboxCaseToStop(
  token: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredMailboxCase> {
  const link = await findMailboxLink(table, token, 'stop');
  const found = link && (await findMailboxCase(table, link.caseId));
  if (found === null) throw apiErrors.notFound();
  return found;
}

/**
 * Stops a case with an emailed link, without a sign-in: anyone who has it can read the previous mailbox. The
 * address stays, and the account is no longer suspended.
 *
 * Errors: 404; 409 `mailbox_case.ended`.
 */
export async function stopByLink(token: string, deps: MailboxDeps): Promise<StoredMailboxCase> {
  const { id, personId } = await readMailboxCaseToStop(token, deps);
  const act = { command: { type: 'stop' }, by: 'mailed_link' } as const;
  return actOnMailboxCase(id, act, personActor(personId), deps);
}

/**
 * The same for the signed-in person, by email or with a passkey. Errors: 404 without an open case;
 * 409 `mailbox_case.ended`.
 */
export async function stopAsOwner(
  { person }: Pick<SignedIn, 'person'>,
  deps: MailboxDeps,
): Promise<StoredMailboxCase> {
  if (person.suspension === undefined) throw apiErrors.notFound();
  const act = { command: { type: 'stop' }, by: 'session' } as const;
  return actOnMailboxCase(person.suspension.caseId, act, personActor(person.id), deps);
}

/**
 * Whether the person can confirm their case: with this sign-in, with another one, or not at all.
 */
export async function canConfirm(
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
  { openedAt }: Pick<StoredMailboxCase, 'openedAt'>,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<'now' | 'sign_in' | 'too_new'> {
  const { passkey: reference } = session;
  if (!isByPasskey(session.amr) || reference === undefined || !isRecent(session, now())) {
    return 'sign_in';
  }
  const passkey = parseFound(
    StoredPasskey,
    await getItem(table, keys.passkey(person.id, reference)),
  );
  if (passkey === null || passkey.suspendedAt !== null) return 'sign_in';
  const latest = Date.parse(openedAt) - confirmingPasskeyAge;
  return Date.parse(passkey.createdAt) > latest ? 'too_new' : 'now';
}

/**
 * Confirms the person's own case, in a session that began with a passkey within the last 15 minutes, so that
 * no wait is needed. The passkey must be at least 72 hours older than the case, and must still exist when
 * this is written.
 *
 * Errors: 404 without an open case; 403 `mailbox_case.passkey_required`, `mailbox_case.passkey_too_new`;
 * those of `actOnMailboxCase`.
 */
export async function confirmAsOwner(
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
  deps: MailboxDeps,
): Promise<StoredMailboxCase> {
  const { suspension } = person;
  const { passkey: reference, amr } = session;
  if (suspension === undefined) throw apiErrors.notFound();
  if (!isByPasskey(amr) || reference === undefined || !isRecent(session, deps.now())) {
    throw mailboxErrors.mailboxPasskeyRequired();
  }
  const passkey = parseFound(
    StoredPasskey,
    await getItem(deps.table, keys.passkey(person.id, reference)),
  );
  if (passkey === null) throw mailboxErrors.mailboxPasskeyRequired();
  const check = activePasskeyCheck(person.id, reference);
  return actOnMailboxCase(
    suspension.caseId,
    {
      command: { type: 'confirm', passkeyAddedAt: passkey.createdAt },
      by: 'passkey',
      extraWrites: { passkey: orElse(check, mailboxErrors.mailboxPasskeyRequired) },
    },
    personActor(person.id),
    deps,
  );
}
