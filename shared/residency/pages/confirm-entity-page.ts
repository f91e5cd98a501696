import { fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { ConfirmationState } from '../../registry/domain/entity-confirmation.ts';
import { detailRows } from '../../registry/pages/entity-details.ts';
import { confirmEntityPageTexts } from '../texts/index.ts';

export interface EntityToConfirm {
  readonly entity: AmendableEntity & {
    readonly residentPermitNumber: string;
    readonly registrationDate: string | null;
    readonly version: number;
  };
  /** Names of the representatives, or their permit numbers if unnamed. */
  readonly representatives: readonly string[];
  readonly state: ConfirmationState;
  /** When it was confirmed for the year; null before. */
  readonly confirmedAt: string | null;
  /** Why the last submission confirmed nothing. */
  readonly problem?: 'changed' | 'not_due';
}

const say = words(confirmEntityPageTexts);

/** The register entry of an entity, with a button if its confirmation is due. */
export function confirmEntityPage(site: Site, reader: Reader, shown: EntityToConfirm): Html {
  const { entity, representatives, state, confirmedAt, problem } = shown;
  const said = say(site);
  const { title } = said;
  const wanted = state.statusId === 'due' || state.statusId === 'overdue';
  return portalLayout(site, reader, { title, heading: title, kicker: fullName(entity) }, [
    problem !== undefined &&
      notice('warning', said.problems[problem].title, html`<p>${said.problems[problem].text}</p>`),
    noticeOf(site, state, confirmedAt),
    html`<h2>${said.says}</h2>`,
    definitionList([
      [said.name, html`<strong>${fullName(entity)}</strong>`],
      [said.permitNumber, exact(entity.residentPermitNumber)],
      entity.registrationDate === null
        ? null
        : [said.registered, instant(entity.registrationDate, site)],
      ...detailRows(entity, site),
      [said.representedBy, html`<ul>${representatives.map((name) => html`<li>${name}</li>`)}</ul>`],
    ]),
    wanted &&
      html`<p>${said.wrong}</p>
${form({ csrfToken: reader.csrfToken }, [
  html`<input type="hidden" name="version" value="${entity.version}">`,
  button({ label: said.confirm }),
])}`,
  ]);
}

function noticeOf(
  site: Site,
  { statusId, dueOn }: ConfirmationState,
  confirmedAt: string | null,
): Html {
  const said = say(site);
  const day = dueOn === null ? '' : dayInWords(dueOn, site.locale);
  const oneIsEnough = html`<p>${said.oneIsEnough}</p>`;
  switch (statusId) {
    case 'due':
      return notice('info', said.due(day), oneIsEnough);
    case 'overdue':
      return notice('warning', said.overdue(day), oneIsEnough);
    case 'confirmed':
      return notice(
        'success',
        said.confirmed,
        confirmedAt !== null && html`<p>${said.on(instant(confirmedAt, site))}</p>`,
      );
    case 'not_due':
      return notice('info', said.notDue, html`<p>${said.next(day)}</p>`);
    case 'not_required':
      return notice('info', said.nothing);
  }
}
