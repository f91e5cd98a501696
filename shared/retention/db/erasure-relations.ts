import { keys } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { foldCase } from '../../kernel/domain/fold-case.ts';
import { namesAddress } from '../domain/named-address.ts';

/** The relations from a person to their data: ids, and their previous addresses. */
export interface Relations {
  readonly personId: string;
  readonly emails: ReadonlySet<string>;
  /** Applications of the person that are deleted: residency applications, and applications for entities that were not formed. */
  readonly cases: ReadonlySet<string>;
  /** Approved applications for entities, which belong to the register. */
  readonly filings: ReadonlySet<string>;
  readonly reviews: ReadonlySet<string>;
  readonly passes: ReadonlySet<string>;
  /** Partitions of their lost-mailbox cases. */
  readonly mailboxCases: ReadonlySet<string>;
  /** Reasons of actions, by reason, with the subject of the action. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Ids of their residencies and documents. */
  readonly owned: ReadonlySet<string>;
}

type IsTheirs = (item: Item, relations: Relations) => boolean;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const field =
  (name: string, of: Exclude<keyof Relations, 'personId'>): IsTheirs =>
  (item, relations) =>
    relations[of].has(text(item[name]));
const inPartition: IsTheirs = ({ pk }, { personId }) => pk === keys.person(personId).pk;
const byPerson: IsTheirs = ({ personId }, relations) => personId === relations.personId;
const below =
  (prefix: string, of: 'cases' | 'reviews'): IsTheirs =>
  ({ pk }, relations) =>
    text(pk).startsWith(prefix) && relations[of].has(text(pk).slice(prefix.length));
const hasEmail = ({ email }: Item, { emails }: Pick<Relations, 'emails'>) =>
  emails.has(foldCase(text(email).trim()));
const atKeyOf =
  (key: (email: string) => { readonly pk: string }) =>
  ({ pk }: Item, { emails }: Pick<Relations, 'emails'>) =>
    [...emails].some((email) => key(email).pk === pk);
const ownerIsPerson: IsTheirs = ({ owner }, { personId }) => Object(owner)['id'] === personId;
/** For stored answers and requests, which have no owner field and only mention the person. */
const names: IsTheirs = (item, { personId, emails }) =>
  JSON.stringify(item).includes(personId) || namesAddress(item, emails);

/** Whether an item belongs to the person or refers to them, by kind. */
export const isTheirs: Readonly<Record<string, IsTheirs>> = {
  email: byPerson,
  permitHolder: byPerson,
  residency: inPartition,
  personDocument: inPartition,
  passkey: inPartition,
  passkeyCode: inPartition,
  manifestation: inPartition,
  application: field('id', 'cases'),
  applicationOwner: below('APPLICATION#', 'cases'),
  uploadScan: ({ uploader }, { personId, cases, reviews, mailboxCases }) => {
    const by = Object(uploader);
    return (
      (by.kind === 'tax_proof' && by.personId === personId) ||
      (by.kind === 'proof_of_address' && cases.has(text(by.applicationId))) ||
      (by.kind === 'information' && reviews.has(text(by.reviewId))) ||
      (by.kind === 'mailbox_evidence' && mailboxCases.has(keys.mailboxCase(text(by.caseId)).pk))
    );
  },
  taxProof: byPerson,
  holderProof: byPerson,
  ownedProof: inPartition,
  credential: inPartition,
  credentialOfEntity: byPerson,
  proofOfAddress: field('applicationId', 'cases'),
  paymentCase: ({ subject }, { cases, filings }) => {
    const id = text(Object(subject)['id']);
    return cases.has(id) || filings.has(id);
  },
  review: below('REVIEW#', 'reviews'),
  reviewNote: below('REVIEW#', 'reviews'),
  reviewQuestion: below('REVIEW#', 'reviews'),
  reviewAnswer: below('REVIEW#', 'reviews'),
  reviewWord: field('reviewId', 'reviews'),
  reviewParty: field('reviewId', 'reviews'),
  reviewOf: below('REVIEWS#', 'cases'),
  queueViews: byPerson,
  mailAddress: hasEmail,
  visitorPass: hasEmail,
  visitorPassOfEmail: atKeyOf((email) => keys.visitorPassOfEmail(email, '', '')),
  visitorPassOfSource: ({ itemPk }, { passes }) => passes.has(text(itemPk)),
  importedRecord: ({ targetId }, { personId, owned }) =>
    targetId === personId || owned.has(text(targetId)),
  residencyApplication: field('id', 'cases'),
  residencyApplicationRow: field('applicationId', 'cases'),
  residencyReference: field('applicationId', 'cases'),
  applicantAccess: below('RESIDENCY_APPLICATION#', 'cases'),
  consent: inPartition,
  // Does not match their own entry in the list of persons.
  listed: ({ itemPk }, relations) => {
    const target = text(itemPk);
    return (
      relations.passes.has(target) ||
      relations.mailboxCases.has(target) ||
      below('REVIEW#', 'reviews')({ pk: target }, relations) ||
      atKeyOf((email) => keys.mailAddress(email))({ pk: target }, relations)
    );
  },
  actReason: field('id', 'reasons'),
  apiKey: ownerIsPerson,
  ownedKey: inPartition,
  keyApproval: byPerson,
  requestedCall: byPerson,
  webhookEndpoint: ownerIsPerson,
  oauthClient: ({ ownerId }, { personId }) => ownerId === personId,
  clientLogo: ({ ownerId }, { personId }) => ownerId === personId,
  ownedClients: inPartition,
  keyUse: ({ ownerId }, { personId }) => ownerId === personId,
  signatureLink: field('applicationId', 'cases'),
  mailboxCase: byPerson,
  mailboxEvidence: byPerson,
  mailboxLink: byPerson,
  objectionLink: byPerson,
  agreementLink: field('applicationId', 'cases'),
  claimLink: (item, relations) =>
    hasEmail(item, relations) || relations.cases.has(text(item['applicationId'])),
  checkoutSession: (item, relations) =>
    hasEmail(item, relations) ||
    item['ownerId'] === relations.personId ||
    relations.cases.has(text(item['applicationId'])),
  signInChallenge: hasEmail,
  signInAddress: atKeyOf(keys.signInAddress),
  knownBrowser: inPartition,
  ownedSession: inPartition,
  session: byPerson,
  emailChange: byPerson,
  idempotency: names,
  requestedOperation: names,
  // Remaining references to them, which the plan lists.
  amendment: ({ signature }, { personId }) => Object(signature)['personId'] === personId,
  objection: byPerson,
  certificateRequest: ({ requestedBy }, { personId }) => requestedBy === personId,
};

/** Whether an item is about this one of their applications. */
export function isOfCase(kind: string, item: Item, id: string, relations: Relations): boolean {
  const none = new Set<string>();
  const ofCase = [...relations.reasons].filter(([, subject]) => subject === id);
  const alone: Relations = {
    personId: id,
    emails: none,
    cases: new Set([id]),
    filings: none,
    reviews: none,
    passes: none,
    mailboxCases: none,
    reasons: new Map(ofCase),
    owned: none,
  };
  return isTheirs[kind]?.(item, alone) === true;
}

/** The results of the first scan of the table, from which a person's relations are derived. */
export interface ErasureFinds {
  readonly personId: string;
  readonly emailChanges: Item[];
  readonly applications: Item[];
  readonly residencyApplications: Item[];
  readonly visitorPasses: Item[];
  readonly visitorPassesOfEmail: Item[];
  readonly mailboxCases: Item[];
  readonly claims: Item[];
  readonly entries: Item[];
  readonly owned: string[];
  /** Partitions of the claims on addresses that now belong to others. */
  readonly othersClaims: Set<string>;
}

/** The relations of a person, derived from the first scan. */
export function relationsOf(person: Item, found: ErasureFinds): Relations {
  const { personId } = found;
  const emails = new Set<string>();
  const add = (email: unknown) => {
    if (text(email) !== '') emails.add(foldCase(text(email).trim()));
  };
  add(person['email']);
  for (const { from, to } of found.emailChanges) for (const each of [from, to]) add(each);
  for (const email of emails)
    if (found.othersClaims.has(keys.email(email).pk)) emails.delete(email);
  const filings = found.applications.filter(({ statusId }) => statusId === 'Approved');
  const cases = new Set([
    ...found.applications.filter((each) => !filings.includes(each)).map(({ id }) => text(id)),
    ...found.residencyApplications
      .filter((item) => {
        const details = Object(Object(item['data'])['personalDetails']);
        // An approved application belongs to the resulting person, whatever their current
        // addresses.
        if (typeof item['personId'] === 'string') return item['personId'] === personId;
        return emails.has(foldCase(text(details.email).trim()));
      })
      .map(({ id }) => text(id)),
  ]);
  const atOwn = atKeyOf((email) => keys.visitorPassOfEmail(email, '', ''));
  const some = { emails };
  const subjects = new Set([personId, ...cases]);
  return {
    personId,
    emails,
    cases,
    filings: new Set(filings.map(({ id }) => text(id))),
    reviews: new Set(
      found.claims
        .filter(({ pk }) => cases.has(text(pk).slice('REVIEWS#'.length)))
        .map(({ reviewId }) => text(reviewId)),
    ),
    passes: new Set([
      ...found.visitorPasses.filter((item) => hasEmail(item, some)).map(({ pk }) => text(pk)),
      ...found.visitorPassesOfEmail
        .filter((item) => atOwn(item, some))
        .map(({ itemPk }) => text(itemPk)),
    ]),
    mailboxCases: new Set(
      found.mailboxCases.filter((item) => item['personId'] === personId).map(({ pk }) => text(pk)),
    ),
    reasons: new Map(
      found.entries
        .map(
          ({ subject, details }) => [Object(details)['reasonId'], Object(subject)['id']] as const,
        )
        .filter(([, subject]) => subjects.has(text(subject)))
        .map(([reason, subject]) => [text(reason), text(subject)]),
    ),
    owned: new Set(found.owned),
  };
}
