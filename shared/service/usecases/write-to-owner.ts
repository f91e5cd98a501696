import { keyApprovalPath } from '../../access/contracts/key-approval-contract.ts';
import { allKeysOf, findOwnedKey, type OwnedKey } from '../../access/db/api-keys.ts';
import { findKeyApproval } from '../../access/db/key-approvals.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { oauthScopeTextsFor, scopeTextsFor } from '../../kernel/pages/scope-texts.ts';
import { money } from '../../kernel/pages/text.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findClient } from '../../oauth/db/oauth-clients.ts';
import { findConsent } from '../../oauth/db/oauth-consents.ts';
import { isInTest } from '../../oauth/domain/owned-client.ts';
import { clientEmailTexts } from '../../oauth/texts/index.ts';
import { findEmailChange } from '../../people/db/email-changes.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { listPasskeys } from '../../sign-in/db/passkeys.ts';
import { newBrowserEmails, passkeyEmails } from '../../sign-in/mail/sign-in-emails.ts';
import type { EmailDeps } from '../deps/outbox.ts';
import type { MailedKey } from '../mail/format-keys.ts';
import { accountEmailTexts } from '../texts/index.ts';

/**
 * Emails about access to an account: keys, connected applications, the address itself. The last characters of a key
 * distinguish several keys.
 */
export const accountEmails = emails(accountEmailTexts);

/** To the owner of an application for sign-in, about the operators' decision. */
const clientEmails = emails(clientEmailTexts);

interface Addressed {
  readonly to: readonly string[];
  readonly message: EmailMessage;
}

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/** The email about a new key. Null if the account is deleted or the key is revoked. */
export async function writeOfKey(
  { personId, keyId, byOperator, replaces }: MailOf<'key_created'>,
  { table, baseUrl }: EmailDeps,
): Promise<Addressed | null> {
  const owner = partitions.person(personId);
  const [person, key, replaced] = await Promise.all([
    findPerson(table, personId),
    findOwnedKey(table, owner, keyId),
    replaces === null ? null : findOwnedKey(table, owner, replaces),
  ]);
  if (person === null || key === null || key.revokedAt !== null) return null;
  const message = accountEmails(person).keyMade({
    key: personal(key),
    may: key.scopes.map((scope) => wordsOf(scope, scopeTextsFor(person))),
    replaced: replaced && personal(replaced),
    byOperator,
    url: `${baseUrl}/portal/developer`,
  });
  return { to: [person.email], message };
}

/** The email about a key whose limits an operator changed. Null if the account is deleted or the key is revoked. */
export async function writeOfChangedKey(
  { personId, keyId, at }: MailOf<'key_changed'>,
  { table, baseUrl }: EmailDeps,
): Promise<Addressed | null> {
  const [person, key] = await Promise.all([
    findPerson(table, personId),
    findOwnedKey(table, partitions.person(personId), keyId),
  ]);
  if (person === null || key === null || key.revokedAt !== null) return null;
  const facts = { key: personal(key), at, url: `${baseUrl}/portal/developer` };
  return { to: [person.email], message: accountEmails(person).keyChanged(facts) };
}

/**
 * The email about a key that needs its owner's approval. Null if the account is deleted, or the request is decided or
 * expired.
 */
export async function writeOfApproval(
  { personId, approvalId }: MailOf<'key_approval_requested'>,
  { table, baseUrl, now }: EmailDeps,
): Promise<Addressed | null> {
  const [person, asked] = await Promise.all([
    findPerson(table, personId),
    findKeyApproval(table, personId, approvalId),
  ]);
  if (person === null || asked === null || asked.call === null) return null;
  const { keyId, amountCents, currency, expiresAt } = asked.approval;
  const key = await findOwnedKey(table, partitions.person(personId), keyId);
  if (key === null || key.revokedAt !== null || expiresAt <= now().toISOString()) return null;
  const isPaid = amountCents !== null && currency !== null;
  const message = accountEmails(person).approvalRequested({
    key: personal(key),
    about: asked.call.entityName,
    amount: isPaid ? money({ amountCents, currency }) : null,
    until: expiresAt,
    url: baseUrl + keyApprovalPath(approvalId),
  });
  return { to: [person.email], message };
}

/**
 * The email about a sign-in with a new browser. Null if that sign-in's access has ended permanently, with the account
 * or its previous address.
 */
export async function writeOfBrowser(
  { personId, browser, credentialEpoch, at }: MailOf<'browser_signed_in'>,
  { table, baseUrl }: EmailDeps,
): Promise<Addressed | null> {
  const person = await findPerson(table, personId);
  if (person?.status !== 'active' || person.credentialEpoch !== credentialEpoch) return null;
  const facts = { browser, at, url: `${baseUrl}/portal/browsers` };
  return { to: [person.email], message: newBrowserEmails(person).browserSignedIn(facts) };
}

/**
 * The email about a passkey that was added, removed or suspended, or about a new code for one. Null if the account is
 * deleted.
 */
export async function writeOfPasskey(
  { personId, change, at }: MailOf<'passkey_changed'>,
  { table, baseUrl }: EmailDeps,
): Promise<Addressed | null> {
  const person = await findPerson(table, personId);
  if (person === null) return null;
  const facts = { at, url: `${baseUrl}/portal/passkeys` };
  return { to: [person.email], message: passkeyEmailOf(change, person)(facts) };
}

function passkeyEmailOf(change: MailOf<'passkey_changed'>['change'], person: StoredPerson) {
  const templates = passkeyEmails(person);
  return {
    added: templates.passkeyAdded,
    removed: templates.passkeyRemoved,
    suspended: templates.passkeySuspended,
    code: templates.passkeyCodeMade,
  }[change];
}

/** The email about an application with new rights. Null if its access has ended. */
export async function writeOfClient(
  { personId, clientId, consentId }: MailOf<'client_connected'>,
  { table, baseUrl }: EmailDeps,
): Promise<Addressed | null> {
  const [person, client, consent] = await Promise.all([
    findPerson(table, personId),
    findClient(table, clientId),
    findConsent(table, personId, clientId),
  ]);
  if (person === null || client === null || consent?.id !== consentId) return null;
  const message = accountEmails(person).clientConnected({
    client: client.name,
    publisher: client.publisher,
    may: consent.scopes.map((scope) => wordsOf(scope, oauthScopeTextsFor(person))),
    entities: consent.legalEntityIds.length,
    url: `${baseUrl}/portal/connections`,
  });
  return { to: [person.email], message };
}

/** The email about the operators' decision on an application. Null if it or its owner's account is deleted. */
export async function writeOfClientDecision(
  { personId, clientId, decision }: MailOf<'client_decided'>,
  { table, baseUrl }: EmailDeps,
): Promise<Addressed | null> {
  const [person, client] = await Promise.all([
    findPerson(table, personId),
    findClient(table, clientId),
  ]);
  if (person?.status !== 'active' || client === null) return null;
  const templates = clientEmails(person);
  const emails = {
    approved: templates.approved,
    rejected: templates.rejected,
    suspended: templates.suspended,
    reinstated: templates.reinstated,
    logo_removed: templates.logoRemoved,
  } as const;
  const message = emails[decision]({
    name: client.name,
    reason: client.reviewReason,
    goesOn: !isInTest(client),
    url: `${baseUrl}/portal/developer/applications/${clientId}`,
  });
  return { to: [person.email], message };
}

/** The emails about a changed address, to both addresses. The previous one does not get the new one. */
export async function writeOfAddress(
  changeId: string,
  { table, baseUrl }: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const change = await findEmailChange(table, changeId);
  if (change === null) throw new Error(`change of address ${changeId} is missing`);
  const { personId, from, to, changedAt } = change;
  const [person, keys, passkeys] = await Promise.all([
    findPerson(table, personId),
    allKeysOf(table, partitions.person(personId)),
    listPasskeys(table, personId),
  ]);
  const facts = {
    changedAt,
    passkeys: passkeys.filter(({ suspendedAt }) => suspendedAt === null).length,
    keys: keys.filter(({ revokedAt }) => revokedAt === null).map(personal),
    revoked: keys.filter(({ revokedAt }) => revokedAt === changedAt).map(personal),
  };
  const url = `${baseUrl}/portal/developer`;
  const templates = accountEmails(person ?? {});
  return [
    { to: from, recipient: 'former', write: () => templates.emailChangedFrom(facts) },
    { to, recipient: 'new', write: () => templates.emailChangedTo({ ...facts, url }) },
  ];
}

function personal({ kind, label, lastFour, createdAt }: OwnedKey): MailedKey {
  if (kind === 'partner') throw new Error('a person has no Partner Keys');
  return { kind, label, lastFour, createdAt };
}

/** A scope without a description is shown by its name. */
function wordsOf(scope: string, words: Readonly<Record<string, string>>): string {
  return words[scope] ?? scope;
}
