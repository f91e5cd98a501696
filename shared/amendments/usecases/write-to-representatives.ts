import { findOwnedKey } from '../../access/db/api-keys.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { transact } from '../../kernel/db/transact.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale, type Localized } from '../../kernel/domain/locale.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPeople, findPerson, type StoredPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { findReviewCounts } from '../../reviews/db/review-counts.ts';
import { formatReason } from '../../reviews/pages/filing-status.ts';
import { formatWaits } from '../../reviews/pages/format-waits.ts';
import { signaturePath } from '../contracts/amendment.ts';
import { amendmentPath } from '../contracts/portal-amendments-contract.ts';
import {
  findAnyAmendment,
  listObjections,
  newObjectionLinkWrite,
  objectionLinkLifetime,
  type StoredAmendment,
} from '../db/amendments.ts';
import { objectionStatus } from '../domain/amendment.ts';
import type { AmendmentEmailRecipient, MailedAmendment } from '../mail/amendment-emails.ts';
import {
  amendmentEmailPartTexts,
  amendmentEmailTexts,
  representationEmailTexts,
} from '../texts/index.ts';

/** Emails about amendments of legal entities. */
export const amendmentEmails = emails(amendmentEmailTexts);

/** Emails about changes of an entity's representatives. */
export const representationEmails = emails(representationEmailTexts);

const textsFor = byLocale(amendmentEmailPartTexts);

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/**
 * The email to all representatives that an amendment was signed; none if the signature is void or the filing decided.
 */
export async function writeOfSignature(
  { filingId, signedAt }: MailOf<'amendment_signed'>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const read = await readAmendment(filingId, deps);
  const { filing, facts } = read;
  if (filing.signature?.signedAt !== signedAt) return [];
  const { personId } = filing.signature;
  return toObjectors(read, personId, deps, (recipient, person) =>
    amendmentEmails(person).signed({ ...facts(person), ...recipient, signedAt }),
  );
}

/** The email to a signer whose signature a change voided, if the new version is unsigned and they can sign it. */
export async function writeOfVoidedSignature(
  { filingId, personId, at }: MailOf<'amendment_unsigned'>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const { filing, facts, people } = await readAmendment(filingId, deps);
  const { entityId, statusId, signature, signatureVoidedAt } = filing;
  if (statusId !== 'Draft' || signature !== null || signatureVoidedAt !== at) return [];
  const url = deps.baseUrl + signaturePath(entityId, filingId);
  return people
    .filter(({ id }) => id === personId)
    .map((person) => ({
      to: person.email,
      recipient: person.id,
      write: () => amendmentEmails(person).unsigned({ ...facts(person), at, url }),
    }));
}

/** The email to all representatives that an amendment was submitted; none if it is decided. */
export async function writeOfSubmission(
  { filingId, personId, keyId }: MailOf<'amendment_submitted'>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const [read, submitter, key, counts] = await Promise.all([
    readAmendment(filingId, deps),
    findPerson(deps.table, personId),
    keyId === null ? null : findOwnedKey(deps.table, partitions.person(personId), keyId),
    findReviewCounts(deps.table),
  ]);
  const waits = counts?.waits?.byType.amendment ?? null;
  const agent = key?.kind === 'agent' ? (key.label ?? `…${key.lastFour}`) : null;
  return toObjectors(read, personId, deps, (recipient, person) =>
    amendmentEmails(person).submitted({
      ...read.facts(person),
      ...recipient,
      by: nameOf(submitter, person),
      key: agent,
      expected: formatWaits(waits, person),
      page: `${deps.baseUrl}${amendmentPath(read.filing.entityId, filingId)}`,
    }),
  );
}

/** The decision email to all representatives, the signer, and people who objected, with the answer. */
export async function writeOfAmendment(
  filingId: string,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const { filing, facts, people, signer, objectedAt } = await readAmendment(filingId, deps);
  const { previousValues, rejectedReason, verdict, withdrawnAt, paidAt } = filing;
  const objectors = await findPeople(deps.table, [...objectedAt.keys()]);
  const recipients = new Map(
    [...people, ...(signer === null ? [] : [signer]), ...objectors].map((person) => [
      person.id,
      person,
    ]),
  );
  const page = `${deps.baseUrl}${amendmentPath(filing.entityId, filingId)}`;
  return [...recipients.values()].map((person) => {
    const { id, email } = person;
    const recipient = {
      you: id === signer?.id,
      objectedAt: objectedAt.get(id) ?? null,
      answer: verdict?.answer ?? null,
      url: `${deps.baseUrl}/portal`,
    };
    const write = () => {
      const { approved, rejected, withdrawn } = amendmentEmails(person);
      const known = { ...facts(person), ...recipient };
      if (previousValues !== null) return approved(known);
      const own = { ...known, page: people.some((each) => each.id === id) ? page : null };
      if (withdrawnAt !== undefined) return withdrawn({ ...own, isPaid: paidAt !== null });
      return rejected({ ...own, reason: formatReason(rejectedReason, person) });
    };
    return { to: email, recipient: id, write };
  });
}

/** The email to a person who began or stopped representing an entity, and to the other representatives. */
export async function writeOfRepresentative(
  { template, entityId, personId, at }: MailOf<'representative_added' | 'representative_removed'>,
  { table, baseUrl }: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const [entity, person, others] = await Promise.all([
    findEntity(table, entityId),
    findPerson(table, personId),
    activeRepresentatives(table, entityId),
  ]);
  if (entity === null || person === null) {
    throw new Error(`legal entity ${entityId} or person ${personId} is missing`);
  }
  const recipients = new Map([...others, person].map((recipient) => [recipient.id, recipient]));
  const facts = { entityName: fullName(entity), at, url: `${baseUrl}/portal` };
  return [...recipients.values()].map((recipient) => ({
    to: recipient.email,
    recipient: recipient.id,
    write: () => {
      const { added, removed } = representationEmails(recipient);
      const message = template === 'representative_added' ? added : removed;
      return message({
        ...facts,
        person: nameOf(person, recipient),
        you: recipient.id === personId,
      });
    },
  }));
}

interface ReadAmendment {
  readonly filing: StoredAmendment;
  /** The content, in the reader's language. */
  readonly facts: (recipient: Localized) => MailedAmendment;
  /** Current representatives with active accounts. */
  readonly people: readonly StoredPerson[];
  readonly signer: StoredPerson | null;
  /** When each person objected, by person id. */
  readonly objectedAt: ReadonlyMap<string, string>;
}

async function readAmendment(filingId: string, { table }: MailDeps): Promise<ReadAmendment> {
  const filing = await findAnyAmendment(table, filingId);
  if (filing === null) throw new Error(`amendment ${filingId} is missing`);
  const { entityId, signature, previousValues, proposedChanges: changes } = filing;
  const [entity, signer, people, objections] = await Promise.all([
    findEntity(table, entityId),
    signature === null ? null : findPerson(table, signature.personId),
    activeRepresentatives(table, entityId),
    filing.objections === undefined ? [] : listObjections(table, filingId),
  ]);
  if (entity === null) throw new Error(`amendment ${filingId} has no entity`);
  const typed = signature?.signerName ?? '';
  return {
    filing,
    facts: (recipient) => ({
      before: previousValues ?? entity,
      changes,
      signer: nameOf(signer, recipient),
      typed,
    }),
    people,
    signer,
    objectedAt: new Map(objections.map(({ personId, objectedAt: at }) => [personId, at])),
  };
}

/** An email for each representative, with a personal link while objections are possible. */
function toObjectors(
  { filing, people, objectedAt }: ReadAmendment,
  actorId: string,
  deps: MailDeps,
  write: (recipient: AmendmentEmailRecipient, person: StoredPerson) => EmailMessage,
): readonly OutgoingEmail[] {
  if (objectionStatus(filing) !== 'open') return [];
  return people.map((person) => ({
    to: person.email,
    recipient: person.id,
    write: async () =>
      write(
        {
          you: person.id === actorId,
          objectedAt: objectedAt.get(person.id) ?? null,
          url: await newObjectionUrl(filing, person.id, deps),
        },
        person,
      ),
  }));
}

/** The token exists only in the email. Repeated delivery creates another link, and all of them work. */
async function newObjectionUrl(
  { id: filingId, entityId }: StoredAmendment,
  personId: string,
  { table, now, random, baseUrl }: MailDeps,
): Promise<string> {
  const at = now();
  const token = Buffer.from(random(32)).toString('base64url');
  const expiresAt = new Date(at.getTime() + objectionLinkLifetime).toISOString();
  const link = { filingId, entityId, personId, createdAt: at.toISOString(), expiresAt };
  await transact(table, { link: newObjectionLinkWrite(token, link) });
  return `${baseUrl}/objections/${token}`;
}

/** The person's name, or their permit number. */
function nameOf(person: StoredPerson | null, { locale = bindingLocale }: Localized): string {
  const { somebody, resident, nameless } = textsFor({ locale });
  if (person === null) return somebody;
  const { residentPermitNumber: number } = person;
  return personName(person) ?? (number === null ? nameless : resident(number));
}
