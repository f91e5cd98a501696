import { fullName } from '../../kernel/domain/company-name.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Row } from '../../kernel/pages/text.ts';
import {
  type AmendableEntity,
  amended,
  namesChanged,
  type ProposedChanges,
} from '../proposed-changes.ts';

/** What is registered now and what is proposed, for those who sign it and those who review it. */
export function changeRows(
  before: AmendableEntity,
  changes: ProposedChanges,
): readonly (Row | null)[] {
  const after = amended(before, changes);
  const { principalOfficeAddress: office } = changes;
  const names = namesChanged(changes);
  return [
    ['Name in the registry', fullName(before)],
    names ? ['Proposed name', html`<strong>${fullName(after)}</strong>`] : null,
    office === null ? null : ['Principal office in the registry', officeOf(before)],
    office === null
      ? null
      : ['Proposed principal office', html`<strong>${addressLines(office)}</strong>`],
    names || office !== null ? null : ['Proposed', 'Nothing'],
  ];
}

function officeOf({ principalOfficeAddress }: AmendableEntity): Content {
  return principalOfficeAddress === null ? 'None' : addressLines(principalOfficeAddress);
}
