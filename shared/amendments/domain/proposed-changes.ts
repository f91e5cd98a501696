import { each, picked } from '../../kernel/domain/fields.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import {
  type AmendableDetail,
  type AmendableEntity,
  amendableDetails,
  amendableFields,
  detailNames,
} from '../../registry/domain/amendable-entity.ts';

/** The changes that an amendment proposes (spec 2.7); null where nothing changes. */
export type ProposedChanges = {
  readonly [Field in keyof AmendableEntity]: AmendableEntity[Field] | null;
};

export const noChanges: ProposedChanges = each(amendableFields, null);

/** The names of the proposed fields, even if their values are already current. */
export function proposedFields(changes: ProposedChanges): readonly (keyof AmendableEntity)[] {
  return amendableFields.filter((field) => changes[field] !== null);
}

/** Whether anything is proposed, even if the values are already current. */
export function hasChanges(changes: ProposedChanges): boolean {
  return proposedFields(changes).length > 0;
}

export function changedDetails(changes: ProposedChanges): readonly AmendableDetail[] {
  return detailNames.filter((name) =>
    amendableDetails[name].fields.some((field) => changes[field] !== null),
  );
}

/** The proposals after a revision, in which absent fields stay unchanged, and whether anything is new. */
export function revisedChanges(
  before: ProposedChanges,
  revision: Partial<ProposedChanges>,
): { readonly next: ProposedChanges; readonly changed: boolean } {
  const next = { ...before, ...revision };
  return { next, changed: !isSameValue(next, before) };
}

/** The entity with the proposals applied. */
export function amended<E extends AmendableEntity>(entity: E, changes: ProposedChanges): E {
  return { ...entity, ...picked(changes, proposedFields(changes)) };
}

/** The fields of an approved amendment that decide whether it can be annulled. */
interface ApprovedAmendment {
  readonly id: string;
  readonly approvedAt: string | null;
  readonly entityVersion?: number | undefined;
  readonly proposedChanges: ProposedChanges;
  readonly previousValues: AmendableEntity | null;
  readonly annulment?: object | undefined;
}

/** `by`: the latest amendment that changed one of the fields since; null if an operator did. */
type Restoration =
  | { readonly kind: 'restores'; readonly fields: Partial<AmendableEntity> }
  | { readonly kind: 'covered'; readonly by: string | null };

/**
 * The values that annulling an amendment restores: each field that it changed, as before its approval. Fields changed
 * by a later approved amendment are covered; that amendment must be annulled first. Fields with another value than the
 * amendment gave them are also covered, because an operator changed them.
 */
export function restoredFields(
  amendment: ApprovedAmendment,
  others: readonly ApprovedAmendment[],
  entity: AmendableEntity,
): Restoration {
  const { previousValues } = amendment;
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
  if (previousValues === null || !asAmended) return { kind: 'covered', by: null };
  return { kind: 'restores', fields: picked(previousValues, fields) };
}

/** Orders approvals of the same instant by the entity's version. */
function isLater(one: ApprovedAmendment, other: ApprovedAmendment): boolean {
  const [at = '', otherAt = ''] = [one.approvedAt ?? '', other.approvedAt ?? ''];
  if (at !== otherAt) return at > otherAt;
  return (one.entityVersion ?? 0) > (other.entityVersion ?? 0);
}
