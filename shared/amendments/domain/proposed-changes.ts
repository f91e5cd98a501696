import { each, picked } from '../../kernel/domain/fields.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import {
  type AmendableDetail,
  type AmendableEntity,
  amendableDetails,
  amendableFields,
  detailNames,
} from '../../registry/domain/amendable-entity.ts';

/** What an amendment proposes of a legal entity (spec 2.7); null: that stays as it is. */
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
