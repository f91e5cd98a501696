import { picked } from '../../kernel/domain/fields.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { type ProposedChanges, proposedFields } from './proposed-changes.ts';

/** The part of an approved amendment that decides whether it can be annulled. */
interface ApprovedAmendment {
  readonly id: string;
  readonly approvedAt: string | null;
  readonly entityVersion?: number | undefined;
  readonly proposedChanges: ProposedChanges;
  /** What the approval found. */
  readonly formerly: AmendableEntity | null;
  readonly annulment?: object | undefined;
}

/** `by`: the amendment that changed one of the fields since, the last of several; null: an operator did. */
type Restoration =
  | { readonly kind: 'restores'; readonly fields: Partial<AmendableEntity> }
  | { readonly kind: 'covered'; readonly by: string | null };

/**
 * What annulling an amendment gives back to the entity: each field that it changed, as its approval found it. Fields of which
 * another amendment has a later approval in force are covered: that is annulled first. So are fields that have another value than
 * the amendment gave them, which only operators can have done.
 */
export function restoredFields(
  amendment: ApprovedAmendment,
  others: readonly ApprovedAmendment[],
  entity: AmendableEntity,
): Restoration {
  const { formerly } = amendment;
  const fields = proposedFields(amendment.proposedChanges);
  const [last] = others
    .filter(
      (other) =>
        other.annulment === undefined &&
        other.approvedAt !== null &&
        isLater(other, amendment) &&
        proposedFields(other.proposedChanges).some((field) => fields.includes(field)),
    )
    .toSorted((one, other) => (isLater(one, other) ? -1 : 1));
  if (last !== undefined) return { kind: 'covered', by: last.id };
  const asAmended = fields.every((field) =>
    isSameValue(entity[field], amendment.proposedChanges[field]),
  );
  if (formerly === null || !asAmended) return { kind: 'covered', by: null };
  return { kind: 'restores', fields: picked(formerly, fields) };
}

/** Approvals of one instant are in the order of the entity's versions. */
function isLater(one: ApprovedAmendment, other: ApprovedAmendment): boolean {
  const [at = '', otherAt = ''] = [one.approvedAt ?? '', other.approvedAt ?? ''];
  if (at !== otherAt) return at > otherAt;
  return (one.entityVersion ?? 0) > (other.entityVersion ?? 0);
}
