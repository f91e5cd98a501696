import type { CompanyName, PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';

/** What an amendment proposes of a legal entity (spec 2.7); null: that stays as it is. */
export interface ProposedChanges {
  readonly name: string | null;
  readonly extension: string | null;
  readonly nameStartsWithExtension: boolean | null;
  readonly principalOfficeAddress: PostalAddress | null;
}

/** The part of a legal entity that an amendment can change. */
export interface AmendableEntity extends CompanyName {
  readonly principalOfficeAddress: PostalAddress | null;
}

export const noChanges: ProposedChanges = {
  name: null,
  extension: null,
  nameStartsWithExtension: null,
  principalOfficeAddress: null,
};

/** Whether anything is proposed, even if it is already so. */
export function hasChanges(changes: ProposedChanges): boolean {
  return namesChanged(changes) || changes.principalOfficeAddress !== null;
}

/** Whether the name is to change in any of its parts. */
export function namesChanged({
  name,
  extension,
  nameStartsWithExtension,
}: ProposedChanges): boolean {
  return name !== null || extension !== null || nameStartsWithExtension !== null;
}

/** The proposals after a revision, whose absent fields stay, and whether it says anything new. */
export function revisedChanges(
  before: ProposedChanges,
  revision: Partial<ProposedChanges>,
): { readonly next: ProposedChanges; readonly changed: boolean } {
  const next = { ...before, ...revision };
  const same =
    next.name === before.name &&
    next.extension === before.extension &&
    next.nameStartsWithExtension === before.nameStartsWithExtension &&
    isSameValue(next.principalOfficeAddress, before.principalOfficeAddress);
  return { next, changed: !same };
}

/** The entity as the proposals would have it. */
export function amended<E extends AmendableEntity>(entity: E, changes: ProposedChanges): E {
  return {
    ...entity,
    name: changes.name ?? entity.name,
    extension: changes.extension ?? entity.extension,
    nameStartsWithExtension: changes.nameStartsWithExtension ?? entity.nameStartsWithExtension,
    principalOfficeAddress: changes.principalOfficeAddress ?? entity.principalOfficeAddress,
  };
}
