import { allKeysOf } from '../../access/db/api-keys.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { FilingDeps } from '../../documents/deps/documents.ts';
import { findAnyApplication } from '../../incorporation/db/applications.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';
import { type Actor, type AuditEntry, sandboxReviewer } from '../../platform/domain/audit-entry.ts';
import { findEntities } from '../../registry/db/entities.ts';
import type { NameSources } from '../../registry/usecases/find-similar-names.ts';
import { findResidencyApplications } from '../../residency/db/residency-applications.ts';
import { applicantName } from '../../residency/domain/residency-application-state.ts';
import { casesAbout } from '../../reviews/db/find-cases.ts';
import type { CaseFacts } from '../../reviews/db/review-queue.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import type { ApprovalsDeps } from '../../reviews/deps/approvals-deps.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { type CurrentClaim, currentClaim } from '../../reviews/domain/review-claim.ts';
import { shownEntriesOf } from '../../reviews/usecases/act-on-review.ts';
import { readReview } from '../../reviews/usecases/read-reviews.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import {
  recordReading,
  requireCaseRight,
  type StaffStatus,
} from '../../staff/usecases/staff-status.ts';
import type { ActView, OtherCase } from '../pages/case-history.ts';
import type { ApprovalsView } from '../pages/review-approvals.ts';
import type { ReviewPage } from '../pages/review-pages.ts';
import type { ClaimView } from '../pages/review-work.ts';
import { firstApprovalChecks } from './decide-review.ts';
import { readReviewed, readSimilarPeople, similarToReviewed } from './reviewed-filings.ts';

/** What a page of a case shows of what is stored. Notes, questions and acts are oldest first, other cases newest first. */
type ReviewToDecide = Pick<
  ReviewPage,
  | 'name'
  | 'subject'
  | 'own'
  | 'canAct'
  | 'decidedBy'
  | 'approvals'
  | 'claim'
  | 'notes'
  | 'questions'
  | 'acts'
  | 'others'
  | 'similar'
  | 'similarPeople'
> & { readonly review: StoredReview };

/** The staff member, and their earlier view of the case if one is recorded. */
interface CaseReader {
  readonly staff: StaffStatus;
  readonly noted: Item | undefined;
}

/**
 * A review with its current data, for a staff member. The view is recorded. Error: 404, also for a type of case that
 * they can't see.
 */
export async function readReviewToDecide(
  reviewId: string,
  { staff, noted }: CaseReader,
  deps: FilingDeps & ApprovalsDeps & NameSources & Pick<StaffDeps, 'reviewers'>,
): Promise<ReviewToDecide> {
  const { personId } = staff;
  const review = await readReview(reviewId, deps);
  requireCaseRight(staff, 'case.read', review);
  const { rules, item } = await readReviewed(review.subject, deps.table);
  const { type: subjectType, id: subjectId } = review.subject;
  const look = {
    actor: personActor(personId),
    action: 'review.read',
    subject: { type: 'review', id: reviewId },
    details: { subjectType, subjectId },
  };
  const [
    facts,
    name,
    invoice,
    own,
    { notes, questions },
    acts,
    others,
    similar,
    similarPeople,
    firstChecks,
  ] = await Promise.all([
    rules.facts(item, deps),
    rules.name(item, deps.table),
    findInvoice(deps.table, item.invoiceId),
    rules.isOwn(item, personId, deps.table),
    shownEntriesOf(review, deps),
    readCaseActs(review, deps.table),
    readOtherCases(review, item, rules, deps.table),
    similarToReviewed(review, rules.proposes?.(item) ?? null, deps),
    readSimilarPeople(review, deps),
    review.status === 'pending' && review.firstApproval ? firstApprovalChecks(review, deps) : {},
    recordReading(look, noted, deps),
  ]);
  const claim = currentClaim(review, deps.now().toISOString());
  const { decidedBy } = review;
  const actors = [
    ...notes.map(({ by }) => by),
    ...questions.flatMap(({ question, answer }) => [question.by, answer?.by]),
    ...acts.map(({ by }) => by),
  ];
  const nameOf = await namesOf([decidedBy, claim?.by, review.firstApproval?.by, ...actors], deps);
  const reading = { staff, required: deps.approvals[subjectType], nameOf };
  return {
    review,
    acts: acts.map(({ by, ...act }) => ({ ...act, name: outsider(act, by) ?? nameOf(by) })),
    others: others.filter(({ subject }) => mayDo(staff, 'case.read', subject.type)),
    name,
    subject: { ...facts, invoice },
    own,
    canAct: mayDo(staff, 'case.note', subjectType),
    // It is used within a sentence.
    decidedBy: decidedBy && (decidedBy.kind === 'operator' ? 'an operator' : nameOf(decidedBy)),
    approvals: shownApprovals(review, firstChecks !== null, reading),
    claim: shownClaim(claim, personId, nameOf),
    similar,
    similarPeople,
    notes: notes.map(({ by, at, text }) => ({ name: nameOf(by), at, text })),
    questions: questions.map(({ question, answer, file }) => ({
      name: nameOf(question.by),
      at: question.requestedAt,
      message: question.message,
      answer: answer && {
        name: answer.by.kind === 'partner_key' ? 'The partner' : nameOf(answer.by),
        at: answer.at,
        text: answer.text,
        file,
      },
    })),
  };
}

/** `isValid`: the first approver may still approve. */
function shownApprovals(
  { subject, firstApproval: given }: StoredReview,
  isValid: boolean,
  {
    staff,
    required,
    nameOf,
  }: {
    readonly staff: StaffStatus;
    readonly required: 1 | 2;
    readonly nameOf: (actor: Actor) => string;
  },
): ApprovalsView | null {
  if (required === 1 && given === undefined) return null;
  const firstApproval = isValid ? given : undefined;
  const isTheirs = firstApproval?.by.personId === staff.personId;
  return {
    first: firstApproval ? { name: nameOf(firstApproval.by), at: firstApproval.at } : null,
    voided: given && !isValid ? nameOf(given.by) : null,
    isTheirs,
    isLast: required === 1 || firstApproval !== undefined,
    mayApprove:
      required === 1 ||
      firstApproval === undefined ||
      (!isTheirs && mayDo(staff, 'case.approve_second', subject.type)),
  };
}

/** The current data with which a case is listed and found. Throws if the case's subject is missing. */
export async function readCaseFacts(
  subject: ReviewState['subject'],
  { table }: { readonly table: Table },
): Promise<CaseFacts & { readonly isConfirmed: boolean }> {
  const { rules, item } = await readReviewed(subject, table);
  const [name, parties] = await Promise.all([rules.name(item, table), rules.parties(item, table)]);
  return { name, parties, isConfirmed: rules.isConfirmed === true };
}

/** The maximum number of shown acts on a case and its review: the newest ones. */
const mostActs = 50;

/** The maximum number of other cases shown: the newest ones. */
const mostOthers = 20;

interface CaseAct {
  readonly at: string;
  readonly by: Actor;
  readonly action: string;
  /** The decision, if a reviewer made one. */
  readonly decision: string | null;
}

/** The acts on a case and its review, oldest first, from the audit trail. One round trip. */
async function readCaseActs(
  { id, subject }: Pick<StoredReview, 'id' | 'subject'>,
  table: Table,
): Promise<readonly CaseAct[]> {
  const pages = await Promise.all(
    [subject.id, id].map((subjectId) => readAudit(table, { subjectId }, { limit: mostActs })),
  );
  return (
    pages
      .flatMap(({ items }) => items)
      // Only the trail records who viewed it.
      .filter(({ outcome, action }) => outcome === 'success' && action !== 'review.read')
      .toSorted((left, right) => (`${left.at}#${left.id}` < `${right.at}#${right.id}` ? -1 : 1))
      .map(({ at, actor: by, action, details }) => ({
        at,
        by,
        action,
        decision: typeof details['decision'] === 'string' ? details['decision'] : null,
      }))
  );
}

/** Other cases of the people and the legal entity that a case is about, newest first. */
async function readOtherCases(
  { id }: Pick<StoredReview, 'id'>,
  item: ReviewedItem,
  rules: Pick<Reviewed, 'parties'>,
  table: Table,
): Promise<readonly OtherCase[]> {
  const found = await casesAbout(await rules.parties(item, table), table);
  const others = found.filter((other) => other.id !== id).slice(0, mostOthers);
  return others.map(({ id: of, subject, queued, status, createdAt, decidedAt }) => ({
    id: of,
    subject,
    name: queued.name,
    status,
    createdAt,
    decidedAt,
  }));
}

/** Actors without a person's name. */
const unnamed: Readonly<Partial<Record<Actor['kind'], string>>> = {
  operator: 'An operator',
  partner_key: 'The partner',
  system: 'The registry’s software',
};

/**
 * The name of an actor that the trail does not know, who had only a link or a payment report. Undefined for all others.
 */
function outsider({ action }: Pick<ActView, 'action'>, by: Actor): string | undefined {
  if (by.kind !== 'system' || isSandbox(by)) return undefined;
  if (/\.(agreement_accepted|signed)$/.test(action))
    return 'The signer, with the link to the agreement';
  return action.endsWith('.paid') ? 'The payment provider' : undefined;
}

/** The names of reviewers and operators, for other reviewers. One round trip, or none without people. */
export async function namesOf(
  actors: readonly (Actor | null | undefined)[],
  { table }: { readonly table: Table },
): Promise<(actor: Actor) => string> {
  const nameOf = await personNames(
    actors.map((actor) => actor?.personId),
    { table },
  );
  return ({ kind, id, personId }) =>
    isSandbox({ kind, id })
      ? 'The sandbox'
      : (unnamed[kind] ?? nameOf(personId ?? '') ?? 'Somebody');
}

function isSandbox({ kind, id }: Pick<Actor, 'kind' | 'id'>): boolean {
  return kind === sandboxReviewer.kind && id === sandboxReviewer.id;
}

/** Who a case is assigned to, for its reader. */
export function shownClaim(
  claim: CurrentClaim | null,
  personId: string,
  nameOf: (actor: Actor) => string,
): ClaimView | null {
  if (claim === null) return null;
  const { by, at } = claim;
  return { name: nameOf(by), at, mine: by.kind === 'person' && by.id === personId };
}

/** The names of people by their ids, or the email address if there is no name. One round trip, or none without ids. */
export async function personNames(
  ids: readonly (string | null | undefined)[],
  { table }: { readonly table: Table },
): Promise<(id: string) => string | undefined> {
  const requested = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const people = requested.length === 0 ? [] : await getItems(table, requested.map(keys.person));
  const names = new Map(
    people.flatMap((item) => {
      const person = parseFound(StoredPerson, item);
      return person === null ? [] : [[person.id, personName(person) ?? person.email]];
    }),
  );
  return (id) => names.get(id);
}

/**
 * The names of the actors and subjects of audit entries, by their ids: people, legal entities, partners, applications,
 * and keys by their labels. Two round trips at most.
 */
export async function trailNames(
  entries: readonly AuditEntry[],
  { table }: { readonly table: Table },
): Promise<(id: string) => string | undefined> {
  const subjects = (type: string) =>
    entries.flatMap(({ subject }) => (subject?.type === type ? [subject.id] : []));
  const detail = (name: string) =>
    entries.flatMap(({ details: { [name]: ids = null } }) =>
      [ids].flat().filter((id) => typeof id === 'string'),
    );
  const actors = entries.map(({ actor }) => actor.personId);
  const entityIds = new Set([...subjects('legal_entity'), ...detail('legalEntityId')]);
  const partnerIds = new Set([...subjects('partner_integration'), ...detail('integrationId')]);
  const filingIds = new Set(subjects('legal_entity_application'));
  const applicantIds = new Set(subjects('residency_application'));
  const [nameOf, entities, partners, filings, applicants, owned] = await Promise.all([
    personNames(
      [...actors, ...subjects('person'), ...detail('personId'), ...detail('representatives')],
      { table },
    ),
    findEntities(table, [...entityIds]),
    Promise.all([...partnerIds].map((id) => findIntegration(table, id))),
    Promise.all([...filingIds].map((id) => findAnyApplication(table, id))),
    findResidencyApplications(table, [...applicantIds]),
    Promise.all(keyOwnersIn(entries).map((owner) => allKeysOf(table, owner))),
  ]);
  const names = new Map<string, string>([
    ...entities.map((entity) => [entity.id, fullName(entity)] as const),
    ...[...partners, ...filings].flatMap((found): readonly (readonly [string, string])[] => {
      if (found === null) return [];
      return [[found.id, 'extension' in found ? `${found.name} ${found.extension}` : found.name]];
    }),
    ...applicants.map(({ id, data }) => [id, applicantName(data)] as const),
    ...owned
      .flat()
      .flatMap(({ id, label }) => (label === null ? [] : [[id, `Key “${label}”`] as const])),
  ]);
  return (id) => names.get(id) ?? nameOf(id);
}

/** The partitions that list the keys in these entries, as actors or subjects. */
function keyOwnersIn(entries: readonly AuditEntry[]): readonly string[] {
  const owners = entries.flatMap(({ actor, subject, details }) => {
    const isKeys = /_key$/.test(actor.kind) || 'keyId' in details;
    if (!isKeys) return [];
    const integrationId =
      subject?.type === 'partner_integration' ? subject.id : details['integrationId'];
    if (typeof integrationId === 'string') return [partitions.integration(integrationId)];
    const personId = subject?.type === 'person' ? subject.id : actor.personId;
    return personId === null ? [] : [partitions.person(personId)];
  });
  return [...new Set(owners)];
}
