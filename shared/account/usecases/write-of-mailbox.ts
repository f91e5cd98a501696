import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import {
  activeRepresentatives,
  listRepresentedEntities,
} from '../../registry/db/representatives.ts';
import {
  findMailboxCase,
  type MailboxLinkPurpose,
  newMailboxLinkWrite,
  type StoredMailboxCase,
} from '../db/mailbox-cases.ts';
import { isEnded } from '../domain/mailbox-case.ts';
import { mailboxEmailTexts } from '../texts/index.ts';

/** The emails of a mailbox case. */
const mailboxEmails = emails(mailboxEmailTexts);

/**
 * The emails about a case of a lost mailbox: to both addresses and, at the beginning and the end, to the
 * other representatives of the person's entities. There are none once the step is out of date. A change of
 * the address has its own email to both.
 */
export async function writeOfMailbox(
  { caseId, step }: Extract<Mail, { readonly template: 'mailbox_case' }>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const found = await findMailboxCase(deps.table, caseId);
  const person = found && (await findPerson(deps.table, found.personId));
  // The case was erased.
  if (found === null || person === null) return [];
  const { status, dueAt, openedAt } = found;
  const portal = `${deps.baseUrl}/portal`;
  const confirm = `${portal}/mailboxes/mine`;
  const emails = mailboxEmails(person);
  if (step === 'waiting') {
    if (status !== 'waiting' || dueAt === null) return [];
    return [
      toPrevious(found, async () =>
        emails.waitingToPrevious({ dueAt, url: await newUrl(found, 'stop', deps) }),
      ),
      toNew(found, () => emails.waitingToNew({ dueAt, url: confirm })),
    ];
  }
  if (step === 'opened' || step === 'prove') {
    if (isEnded(status)) return [];
    const toProve = toNew(found, async () => {
      const url = await newUrl(found, 'prove', deps);
      return emails.openedToNew({ openedAt, url, passkeyUrl: confirm });
    });
    if (step === 'prove') return found.provenAt === null ? [toProve] : [];
    return [
      toPrevious(found, async () =>
        emails.openedToPrevious({ openedAt, url: await newUrl(found, 'stop', deps) }),
      ),
      toProve,
      ...(await toOthers(person, deps.table, (recipient, of) =>
        mailboxEmails(recipient).openedToRepresentative({ openedAt, url: portal, ...of }),
      )),
    ];
  }
  const facts = { status, openedAt, url: portal };
  return [
    ...(status === 'changed'
      ? []
      : [toPrevious(found, () => emails.ended(facts)), toNew(found, () => emails.ended(facts))]),
    ...(await toOthers(person, deps.table, (recipient, of) =>
      mailboxEmails(recipient).endedToRepresentative({ ...facts, ...of }),
    )),
  ];
}

function toPrevious({ from }: StoredMailboxCase, write: OutgoingEmail['write']): OutgoingEmail {
  return { to: from, recipient: 'former', write };
}

function toNew({ to }: StoredMailboxCase, write: OutgoingEmail['write']): OutgoingEmail {
  return { to, recipient: 'new', write };
}

/**
 * One email for each person who represents an entity together with the account's holder, regardless
 * of the number of entities.
 */
async function toOthers(
  person: StoredPerson,
  table: Table,
  write: (
    viewer: StoredPerson,
    of: { readonly person: string | null; readonly entities: readonly string[] },
  ) => EmailMessage,
): Promise<readonly OutgoingEmail[]> {
  const others = new Map<
    string,
    { readonly recipient: StoredPerson; readonly entities: string[] }
  >();
  for (const entity of await listRepresentedEntities(table, person.id)) {
    for (const recipient of await activeRepresentatives(table, entity.id)) {
      if (recipient.id === person.id) continue;
      const other = others.get(recipient.id) ?? { recipient, entities: [] };
      other.entities.push(fullName(entity));
      others.set(recipient.id, other);
    }
  }
  return [...others].map(([id, { recipient, entities }]) => ({
    to: recipient.email,
    recipient: id,
    write: () => write(recipient, { person: personName(person), entities }),
  }));
}

/** Only the email contains the token: a repeated delivery creates another one, and each works. */
async function newUrl(
  found: StoredMailboxCase,
  purpose: MailboxLinkPurpose,
  { table, now, random, baseUrl }: MailDeps,
): Promise<string> {
  const token = Buffer.from(random(32)).toString('base64url');
  await transact(table, { link: newMailboxLinkWrite(token, found, purpose, now().toISOString()) });
  return `${baseUrl}/portal/mailboxes/${purpose === 'stop' ? 'stop' : 'confirm'}/${token}`;
}
