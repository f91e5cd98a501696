import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  type AmendableEntity,
  amended,
  namesChanged,
  type ProposedChanges,
} from '../domain/proposed-changes.ts';
import { amendmentChangesTexts } from '../texts/index.ts';

const say = words(amendmentChangesTexts);

/** What is registered now and what is proposed, for those who sign it and those who review it. */
export function changeRows(
  before: AmendableEntity,
  changes: ProposedChanges,
  reader: Spoken = {},
): readonly (Row | null)[] {
  const said = say(reader);
  const after = amended(before, changes);
  const { principalOfficeAddress: office } = changes;
  const names = namesChanged(changes);
  return [
    [said.name, fullName(before)],
    names ? [said.newName, html`<strong>${fullName(after)}</strong>`] : null,
    office === null ? null : [said.office, officeOf(before, reader)],
    office === null
      ? null
      : [said.newOffice, html`<strong>${addressLines(office, reader)}</strong>`],
    names || office !== null ? null : [said.proposed, said.nothing],
  ];
}

function officeOf({ principalOfficeAddress }: AmendableEntity, reader: Spoken): Content {
  return principalOfficeAddress === null
    ? say(reader).none
    : addressLines(principalOfficeAddress, reader);
}
