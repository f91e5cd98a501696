import type { Spoken } from '../../kernel/domain/locale.ts';
import { html } from '../../kernel/pages/html.ts';
import type { Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type AmendableEntity, detailNames } from '../../registry/domain/amendable-entity.ts';
import { detailShown, detailWords } from '../../registry/pages/entity-details.ts';
import { amended, changedDetails, type ProposedChanges } from '../domain/proposed-changes.ts';
import { amendmentChangesTexts } from '../texts/index.ts';

const say = words(amendmentChangesTexts);

/** What is registered now and what is proposed, for those who sign it and those who review it. */
export function changeRows(
  before: AmendableEntity,
  changes: ProposedChanges,
  reader: Spoken = {},
): readonly Row[] {
  const changed = changedDetails(changes);
  const after = amended(before, changes);
  const rows = detailNames.flatMap((name): readonly Row[] => {
    const { registered, proposed } = detailWords(reader)[name];
    const now: Row = [registered, detailShown(before, name, reader)];
    if (!changed.includes(name)) return name === 'name' ? [now] : [];
    return [now, [proposed, html`<strong>${detailShown(after, name, reader)}</strong>`]];
  });
  const { proposed, nothing } = say(reader);
  return changed.length > 0 ? rows : [...rows, [proposed, nothing]];
}
