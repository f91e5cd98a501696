import type { Table } from '../../kernel/db/table.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { casesAbout } from '../../reviews/db/find-cases.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import type { OtherCase } from '../pages/case-history.ts';

/** How many acts on a case, and on its review, are shown: the newest. */
const mostActs = 50;

/** How many other cases are shown: the newest. */
const mostOthers = 20;

/** Something that was done with a case or its review. */
export interface CaseAct {
  readonly at: string;
  readonly by: Actor;
  readonly action: string;
  /** Of a reviewer's decision: which. */
  readonly decision: string | null;
}

/** What was done with a case and its review, oldest first, as the audit trail has it. One round trip. */
export async function readCaseActs(
  { id, subject }: Pick<StoredReview, 'id' | 'subject'>,
  table: Table,
): Promise<readonly CaseAct[]> {
  const pages = await Promise.all(
    [subject.id, id].map((subjectId) => readAudit(table, { subjectId }, { limit: mostActs })),
  );
  return (
    pages
      .flatMap(({ items }) => items)
      // Who looked at it stands in the trail alone.
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

/** Other cases of the persons and of the legal entity that a case is about, newest first. */
export async function readOtherCases(
  { id }: Pick<StoredReview, 'id'>,
  item: ReviewedItem,
  rules: Pick<Reviewed, 'about'>,
  table: Table,
): Promise<readonly OtherCase[]> {
  const found = await casesAbout(await rules.about(item, table), table);
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
