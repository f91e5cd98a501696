import { orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { openChallenge } from '../auth/offered-challenge.ts';
import { personActor } from '../auth/session.ts';
import { Creation, responseIn, verifyCreation } from '../auth/verify-ceremony.ts';
import {
  answerCeremonyWrite,
  listPasskeys,
  newPasskeyWrites,
  referenceOf,
  removePasskeyWrite,
  removeTrustWrite,
  renamePasskeyWrite,
  type StoredPasskey,
} from '../db/passkeys.ts';
import type { PasskeyDeps } from '../deps/passkey-deps.ts';
import { isTrusted, maxPasskeys } from '../domain/passkey.ts';
import { endPasskeySessionsWrites } from './sessions.ts';

export interface AnsweredCeremony {
  /** The sealed challenge from the page. */
  readonly handle: string;
  /** The JSON of the browser's response. */
  readonly response: string;
  /** The CSRF token of this browser. */
  readonly formToken: string;
}

/** The condition for a passkey to be valid for decisions, checked again when it is written. */
export interface Trust {
  readonly by: 'code' | 'passkey';
  readonly source: Write;
  /** The condition that they are still staff. */
  readonly stillStaff: Write<unknown>;
}

type AddOutcome =
  | { readonly kind: 'added' }
  /** The challenge was already answered, has expired, or was offered to another browser. */
  | { readonly kind: 'over' }
  /** No passkey was created, or for another site, or without user verification. */
  | { readonly kind: 'wrong' }
  /** Someone has, or had, a passkey with this credential id. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'full' }
  /** The account was deactivated in the meantime. */
  | { readonly kind: 'deactivated' }
  /**
   * No operator's code was entered, or it was used or replaced in the meantime; or the other
   * passkey was removed.
   */
  | { readonly kind: 'untrusted' };

/**
 * Stores a new passkey, once for each challenge; its owner is notified by email.
 *
 * `trust` returns what makes it valid for decisions, given the digest of the code that was entered
 * for its challenge; null if it need not be valid for them; `untrusted` if it must be and is not.
 *
 * Two concurrent calls may exceed the limit by one, which is harmless: the limit only keeps lists
 * short.
 */
export async function addPasskey(
  person: StoredPerson,
  {
    name,
    trust,
    ...answered
  }: AnsweredCeremony & {
    readonly name: string;
    trust(code: string | undefined): Trust | 'untrusted' | null;
  },
  deps: PasskeyDeps,
): Promise<AddOutcome> {
  const offered = await openChallenge('passkey_added', answered, deps);
  if (offered === null) return { kind: 'over' };
  const trusted = trust(offered.code);
  if (trusted === 'untrusted') return { kind: 'untrusted' };
  const response = responseIn(Creation, answered.response);
  const made = response && (await verifyCreation(response, offered.challenge, deps));
  if (response === null || made === null) return { kind: 'wrong' };
  const known = await listPasskeys(deps.table, person.id);
  if (known.length >= maxPasskeys) return { kind: 'full' };
  const at = deps.now().toISOString();
  const passkey = {
    ...made,
    id: deps.newId(),
    personId: person.id,
    transports: response.response.transports,
    name,
    createdAt: at,
    lastUsedAt: null,
    suspendedAt: null,
    ...(trusted && { trustedBy: trusted.by }),
  };
  const { taken, passkey: write } = newPasskeyWrites(passkey);
  const outcome = await transact(deps.table, {
    ceremony: orElse(answerCeremonyWrite(offered.reference, at), () => 'over' as const),
    taken: orElse(taken, () => 'taken' as const),
    passkey: write,
    trustSource: orElse(trusted?.source, () => 'untrusted' as const),
    stillStaff: orElse(trusted?.stillStaff, () => 'untrusted' as const),
    person: orElse(actingEpochCheck(person), () => 'deactivated' as const),
    mail: mailWrite(deps.newId(), at, {
      template: 'passkey_changed',
      personId: person.id,
      change: 'added',
      at,
    }),
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.passkey_added',
      details: {
        passkeyId: passkey.id,
        synced: passkey.synced,
        ...(trusted && { trustedBy: trusted.by }),
      },
    }),
  });
  if (outcome.kind === 'written') return { kind: 'added' };
  return { kind: outcome.refusal ?? 'taken' };
}

/** A person's own passkeys, oldest first. */
export function readPasskeys(
  personId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly StoredPasskey[]> {
  return listPasskeys(table, personId);
}

/** A person's own passkey by its id; null if it is not theirs. */
export async function readPasskey(
  personId: string,
  passkeyId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredPasskey | null> {
  const all = await listPasskeys(table, personId);
  return all.find(({ id }) => id === passkeyId) ?? null;
}

/** Renames a person's passkey. Does nothing if it was removed in the meantime. */
export async function renamePasskey(
  passkey: StoredPasskey,
  name: string,
  deps: CoreDeps,
): Promise<void> {
  await transact(deps.table, {
    passkey: renamePasskeyWrite({ ...passkey, name }),
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor: personActor(passkey.personId),
      personId: passkey.personId,
      action: 'person.passkey_renamed',
      details: { passkeyId: passkey.id },
    }),
  });
}

/**
 * Removes a passkey: it can no longer sign in, browsers that signed in with it are signed out,
 * except the session `except`, and its owner is notified by email. Does nothing if it was already
 * removed.
 */
export function removePasskey(
  { id, personId }: Pick<StoredPasskey, 'id' | 'personId'>,
  actor: Actor,
  deps: CoreDeps,
  except?: string,
): Promise<'removed' | 'gone'> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    // Read before its sessions: a session that begins in between has used the passkey, so the
    // removal is retried.
    const passkey = await readPasskey(personId, id, deps);
    if (passkey === null) return 'gone';
    const reference = referenceOf(passkey.credentialId);
    const [some = {}, ...others] = await endPasskeySessionsWrites(
      personId,
      reference,
      deps,
      except,
    );
    const outcome = await transact(deps.table, {
      ...some,
      passkey: removePasskeyWrite(passkey),
      mail: mailWrite(deps.newId(), at, {
        template: 'passkey_changed',
        personId,
        change: 'removed',
        at,
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'person.passkey_removed',
        details: { passkeyId: id },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    for (const more of others) await transact(deps.table, more);
    return 'removed';
  });
}

/**
 * The writes after which none of a person's passkeys can approve decisions. A deactivated account can't get a new one
 * in the meantime.
 */
export async function removeTrust(
  personId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<Writes> {
  const trustedBy = (await listPasskeys(table, personId)).filter(isTrusted);
  return Object.fromEntries(
    trustedBy.map((one, index) => [`passkey ${index}`, removeTrustWrite(one)]),
  );
}
