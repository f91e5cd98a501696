import { each, picked } from '../../kernel/domain/fields.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import {
  type AmendableDetail,
  type AmendableEntity,
  amendableDetails,
  amendableFields,
  detailNames,
} from '../../registry/domain/amendable-entity.ts';

/** The changes that an amendment proposes (spec 2.7); null: no change. */
export type ProposedChanges = {
  readonly [Field in keyof AmendableEntity]: AmendableEntity[Field] | null;
};

export const noChanges: ProposedChanges = each(amendableFields, null);

/** The names of the fields that are proposed, even if they are already so. */
export function proposedFields(changes: ProposedChanges): readonly (keyof AmendableEntity)[] {
  return amendableFields.filter((field) => changes[field] !== null);
}

/** Whether anything is proposed, even if it is already so. */
export function hasChanges(changes: ProposedChanges): boolean {
  return proposedFields(changes).length > 0;
}

/** The details of which any part is to change. */
export function changedDetails(changes: ProposedChanges): readonly AmendableDetail[] {
  return detailNames.filter((name) =>
    amendableDetails[name].fields.some((field) => changes[field] !== null),
  );
}

/** The proposals after a revision, whose absent fields stay, and whether it says anything new. */
export function revisedChanges(
  before: ProposedChanges,
  revision: Partial<ProposedChanges>,
): { readonly next: ProposedChanges; readonly changed: boolean } {
  const next = { ...before, ...revision };
  return { next, changed: !isSameValue(next, before) };
}

/** The entity as the proposals would have it. */
export function amended<E extends AmendableEntity>(entity: E, changes: ProposedChanges): E {
  return { ...entity, ...picked(changes, proposedFields(changes)) };
}

/** The part of an approved amendment that decides whether it can be annulled. */
interface ApprovedAmendment {
  readonly id: string;
  readonly approvedAt: string | null;
  readonly entityVersion?: number | undefined;
  readonly proposedChanges: ProposedChanges;
  /** The values before the approval. */
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
