import { type ProposedChanges, proposedFields } from '../../amendments/domain/proposed-changes.ts';
import { picked } from '../../kernel/domain/fields.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { GrantedResidency, ReplacedResidencies } from '../../people/domain/person.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';

/** What of an approved amendment says whether it can be annulled. */
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

/** A residency with what its grant replaced; absent where it was imported. */
type Granted = GrantedResidency & { readonly replaced?: ReplacedResidencies | undefined };

/** What a person's residencies become when the grant of one is annulled. */
interface AnnulledGrant<R> {
  /** The grant that is annulled: it was never active. */
  readonly annulled: R;
  /** Earlier ones that are given back the end that the grant took. */
  readonly restored: readonly R[];
  /** The person's last residency. */
  readonly last: R;
}

/**
 * The residencies after the last grant was annulled. That grant ends on the day it began, and the residencies that it ended get
 * their previous ends again, unless they were ended earlier since. The one before it becomes the last one. If that one is
 * missing or annulled, the annulled grant stays the last, marked as annulled.
 */
export function annulledGrant<R extends Granted>(
  residencies: readonly R[],
  grant: R,
  annulment: NonNullable<R['annulment']>,
): AnnulledGrant<R> {
  const annulled = { ...grant, terminationDate: grant.effectiveDate, annulment };
  const { replaced } = grant;
  const restored = (replaced?.ended ?? []).flatMap(({ id, terminationDate }) => {
    const earlier = residencies.find((each) => each.id === id);
    if (earlier === undefined) return [];
    // As `endedByGrant` has set it.
    const [, taken] = [earlier.effectiveDate, grant.effectiveDate].toSorted();
    return earlier.terminationDate === taken ? [{ ...earlier, terminationDate }] : [];
  });
  const others = residencies.filter(({ id }) => id !== grant.id);
  // An imported one doesn't say: then it is the newest of the others.
  const before =
    replaced === undefined ? others.at(-1) : others.find(({ id }) => id === replaced.last);
  const standing = before?.annulment === undefined ? before : undefined;
  return {
    annulled,
    restored,
    last: restored.find(({ id }) => id === standing?.id) ?? standing ?? annulled,
  };
}
