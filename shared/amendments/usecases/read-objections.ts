import type { Table } from '../../kernel/db/table.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { findPeople } from '../../people/db/people.ts';
import { listRepresentatives } from '../../registry/db/representatives.ts';
import type { ObjectionStatus } from '../../reviews/domain/objection-status.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { findAnyAmendment, type StoredAmendment } from '../db/amendments.ts';
import { listObjections } from '../db/objections.ts';
import { objectionStatus } from '../domain/amendment.ts';

/** An objection as reviewers see it. */
interface KnownObjection {
  readonly personId: string;
  /** Null where none is known. */
  readonly name: string | null;
  /** Whether they represent the entity at this moment. */
  readonly represents: boolean;
  readonly note: string | null;
  readonly objectedAt: string;
  readonly status: ObjectionStatus;
}

/** What representatives have against the subject of a review, and what they were answered. */
export interface Objections {
  readonly objections: readonly KnownObjection[];
  readonly answer: string | null;
}

/** Objections to a review's subject; there are none to anything but amendments. */
export async function objectionsTo(
  { type, id }: ReviewState['subject'],
  { table }: { readonly table: Table },
): Promise<Objections> {
  const filing = type === 'amendment' ? await findAnyAmendment(table, id) : null;
  return filing === null ? { objections: [], answer: null } : objectionsToFiling(filing, table);
}

/** Objections to a filing, oldest first. */
export async function objectionsToFiling(
  filing: StoredAmendment,
  table: Table,
): Promise<Objections> {
  const answer = filing.verdict?.answer ?? null;
  // Every objection counts itself on its filing, in one transaction.
  if ((filing.objections ?? 0) === 0) return { objections: [], answer };
  const [objections, representatives] = await Promise.all([
    listObjections(table, filing.id),
    listRepresentatives(table, filing.entityId),
  ]);
  const people = await findPeople(
    table,
    objections.map(({ personId }) => personId),
  );
  const representing = new Set(representatives.map(({ personId }) => personId));
  const status = objectionStatus(filing);
  return {
    answer,
    objections: objections.map(({ personId, note, objectedAt }) => {
      const person = people.find(({ id }) => id === personId);
      return {
        personId,
        name: person === undefined ? null : personName(person),
        represents: representing.has(personId),
        note,
        objectedAt,
        status,
      };
    }),
  };
}
