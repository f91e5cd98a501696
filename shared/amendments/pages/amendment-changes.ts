import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { html } from '../../kernel/pages/html.ts';
import type { Row } from '../../kernel/pages/text.ts';
import { type AmendableEntity, detailNames } from '../../registry/domain/amendable-entity.ts';
import { detailShown, detailTextsFor } from '../../registry/pages/entity-details.ts';
import { amended, changedDetails, type ProposedChanges } from '../domain/proposed-changes.ts';
import { amendmentChangesTexts } from '../texts/index.ts';

const textsFor = byLocale(amendmentChangesTexts);

interface Changing {
  readonly previousValues: AmendableEntity | null;
  readonly entity: AmendableEntity;
}

/**
 * The registered and the proposed values, for signers and reviewers. `previousValues` has the values before the approval;
 * until then, those of `entity` are used.
 */
export function changeRows(
  { previousValues, entity }: Changing,
  changes: ProposedChanges,
  reader: Localized = {},
): readonly Row[] {
  const before = previousValues ?? entity;
  const changed = changedDetails(changes);
  const after = amended(before, changes);
  const rows = detailNames.flatMap((name): readonly Row[] => {
    const { registered, proposed, previous, current } = detailTextsFor(reader)[name];
    const isChanged = previousValues !== null && changed.includes(name);
    const now: Row = [isChanged ? previous : registered, detailShown(before, name, reader)];
    if (!changed.includes(name)) return name === 'name' ? [now] : [];
    return [
      now,
      [isChanged ? current : proposed, html`<strong>${detailShown(after, name, reader)}</strong>`],
    ];
  });
  const { proposed, nothing } = textsFor(reader);
  return changed.length > 0 ? rows : [...rows, [proposed, nothing]];
}
