import type { FilingDeps } from '../../documents/deps/documents.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { Writes } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import type { Actor, AuditEntry } from '../../platform/domain/audit-entry.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { requireEntity } from '../../registry/db/entities.ts';
import { isRepresentative } from '../../registry/db/representatives.ts';
import type { InformationRefusal } from '../domain/information-request.ts';
import type { Verdict } from '../domain/review.ts';
import type {
  DecisionStep,
  ObjectionStatus,
  UndecidedStep,
  UnderReview,
} from '../domain/review-steps.ts';
import { aboutApplicant, type CaseOwner } from './create-review.ts';

/** The common data of reviewed items. */
export interface ReviewedItem extends UnderReview {
  readonly id: string;
  readonly invoiceId: string;
  /** Id of the legal entity concerned, if any. */
  readonly entityId?: string;
}

/** Someone who can answer a reviewer's question. */
interface Addressee {
  readonly id: string;
  readonly email: string;
  /** The locale of their last sign-in; absent without an account or sign-in. */
  readonly locale?: Locale | undefined;
}

/** Why an approval can't be carried out, for reviewers and the audit trail. */
export interface Blocker {
  readonly sentence: string;
  readonly reason: string;
  /** Another email that the return causes. */
  readonly mail?: Mail | undefined;
  /** The effects to undo. */
  readonly undone?: Writes;
}

export interface Approval<Item> {
  /** The item's next state; throws if refused. */
  readonly decision: Decision<Item, string>;
  /** Writes of the same transaction. Throws on an unexpected refusal. */
  readonly writes?: Writes<Blocker | Error | typeof lostRace | undefined>;
  /** Additional details for the audit trail. */
  readonly details?: AuditEntry['details'];
}

/**
 * The approver and the time. `compared`: ids of people whom the reviewer confirmed to be different from the applicant.
 */
export interface Approving {
  readonly at: string;
  readonly actor: Actor;
  readonly compared: readonly string[];
}

/** The effects of an approval, separate from the rest because only one task carries out decisions. */
export interface Approves<Item extends ReviewedItem = ReviewedItem> {
  approve(item: Item, by: Approving, deps: CoreDeps): Promise<Approval<Item> | Blocker>;
}

/** An objection as reviewers see it. */
interface KnownObjection {
  readonly personId: string;
  /** Null if unknown. */
  readonly name: string | null;
  /** Whether the person represents the entity now. */
  readonly represents: boolean;
  readonly note: string | null;
  readonly objectedAt: string;
  readonly status: ObjectionStatus;
}

/** Representatives’ objections to a case, with the answers. */
export interface Objections {
  readonly objections: readonly KnownObjection[];
  readonly answer: string | null;
}

/** How a capability's items are reviewed. `Facts` are the data shown to reviewers. */
export interface Reviewed<Item extends ReviewedItem = ReviewedItem, Facts = unknown> {
  find(table: Table, id: string): Promise<Item | null>;
  /** The writes of the next state. Refused if the item has changed since it was read. */
  writes(next: Item): Writes;
  decide(
    item: Item,
    command: UndecidedStep | Extract<DecisionStep, { readonly type: 'reject' }>,
    at: string,
  ): Decision<Item, string>;
  /** Whether a decision can no longer change the item. */
  isWithdrawn?(item: Item): boolean;
  /** Details for the audit trail of approvals and rejections. */
  details?(item: Item): AuditEntry['details'];
  /** The item after a reviewer's verdict. Throws the reviewer's error for an impossible decision. */
  noteVerdict?(item: Item, verdict: Verdict, at: string): Item;
  /** The email to the owner about the decision. */
  mail(id: string, outcome: 'approved' | 'rejected'): Mail;
  /**
   * The entity name that an approval would assign. `own`: ids that may already have the name. Absent or null: no name.
   */
  proposes?(item: Item): { readonly name: string; readonly own: readonly string[] } | null;
  /** People with a permit number who may be the applicant. Absent if an approval issues no permit number. */
  similarPeople?(item: Item, deps: { readonly table: Table }): Promise<readonly SimilarPerson[]>;
  /** The name of the entity or the applicant. */
  name(item: Item, table: Table): Promise<string>;
  /** Ids of the persons and the legal entity concerned, and digests of email addresses, for searches. */
  parties(item: Item, table: Table): Promise<readonly string[]>;
  /** Whether the person applied for, signed or requested it, or represents its entity. */
  isOwn(item: Item, personId: string, table: Table): Promise<boolean>;
  /** The email about a reviewer's question. Its template depends on who gave the address. */
  readonly questionMail: 'information_requested' | 'residency_information_requested';
  /** Its submission was already confirmed by an email of its own. */
  readonly isConfirmed?: true;
  /** Objections to the item, oldest first. Absent if it cannot have any. */
  objections?(item: Item, table: Table): Promise<Objections>;
  /** The recipient. `id` identifies them and is not an address. */
  applicants(item: Item, table: Table): Promise<readonly Addressee[]>;
  /** Preconditions for the signed-in person to answer for the applicant; null if they may not. */
  answerableBy(item: Item, person: StoredPerson, table: Table): Promise<Writes | null>;
  /** The data that reviewers need. Links to files expire after an hour. */
  facts(item: Item, deps: FilingDeps): Promise<Facts>;
}

/** The members with a default. */
type Usual = 'questionMail' | 'applicants' | 'answerableBy';

/**
 * What a capability must define to have items reviewed. By default, questions go to the applicant, and the applicant or
 * any representative of the entity can answer.
 */
export type ReviewRules<Item extends ReviewedItem, Facts> = Omit<
  Reviewed<Item, Facts>,
  'name' | 'parties' | 'isOwn' | Usual
> &
  Partial<Pick<Reviewed<Item, Facts>, Usual>> & {
    /** The person who applied for, signed or requested it; null if no one has. */
    applicant(item: Item): CaseOwner | null;
    /** The default is the name of the entity concerned. */
    name?(item: Item): string;
    /** Whether the case also belongs to this person, who did not apply for it and does not represent its entity. */
    isOwnToo?(item: Item, personId: string, table: Table): Promise<boolean>;
  };

/** Adds the defaults to a capability's rules. */
export function reviewed<Item extends ReviewedItem, Facts>(
  rules: ReviewRules<Item, Facts>,
): Reviewed<Item, Facts> {
  const { applicant, name, isOwnToo, ...rest } = rules;
  const personOf = (item: Item) => {
    const by = applicant(item);
    return by !== null && 'personId' in by ? by.personId : null;
  };
  return {
    questionMail: 'information_requested',
    applicants: (item, table) => addresseeOf(personOf(item), table),
    answerableBy: async (item, { id }, table) => {
      const { entityId } = item;
      if (entityId === undefined) return personOf(item) === id ? {} : null;
      const represents = await isRepresentative(table, entityId, id);
      return represents ? { representing: mustExist(keys.representative(entityId, id)) } : null;
    },
    ...rest,
    name: async (item, table) =>
      name?.(item) ?? fullName(await requireEntity(table, String(item.entityId))),
    parties: async (item, table) => {
      const by = applicant(item);
      const ofEntity = item.entityId === undefined ? [] : [item.entityId];
      return by === null ? ofEntity : [...ofEntity, ...(await aboutApplicant(by, table))];
    },
    isOwn: async (item, personId, table) =>
      personOf(item) === personId ||
      (await isOwnToo?.(item, personId, table)) === true ||
      (item.entityId !== undefined && isRepresentative(table, item.entityId, personId)),
  };
}

async function addresseeOf(personId: string | null, table: Table): Promise<readonly Addressee[]> {
  const person = personId === null ? null : await findPerson(table, personId);
  if (person === null) throw new Error(`person ${personId} does not exist`);
  return [{ id: person.id, email: person.email, locale: person.locale }];
}

/** The errors for a question or an answer that a case does not accept. */
export const informationErrors = {
  already_requested: apiErrors.informationRequested,
  not_requested: apiErrors.informationNotRequested,
  answered: apiErrors.informationAnswered,
  other_question: apiErrors.informationOtherQuestion,
} as const satisfies Record<InformationRefusal, () => ApiError>;
