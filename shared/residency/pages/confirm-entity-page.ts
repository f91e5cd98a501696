import { fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { formatLastDay } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
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

const textsFor = byLocale(confirmEntityPageTexts);

/** The register entry of an entity, with a button if its confirmation is due. */
export function confirmEntityPage(
  context: PageContext,
  viewer: Viewer,
  view: EntityToConfirm,
): Html {
  const { entity, representatives, state, confirmedAt, problem } = view;
  const texts = textsFor(context);
  const { title } = texts;
  const isDue = state.statusId === 'due' || state.statusId === 'overdue';
  return portalLayout(context, viewer, { title, heading: title, kicker: fullName(entity) }, [
    problem !== undefined &&
      notice(
        'warning',
        texts.problems[problem].title,
        html`<p>${texts.problems[problem].text}</p>`,
      ),
    noticeOf(context, state, confirmedAt),
    html`<h2>${texts.says}</h2>`,
    definitionList([
      [texts.name, html`<strong>${fullName(entity)}</strong>`],
      [texts.permitNumber, exact(entity.residentPermitNumber)],
      entity.registrationDate === null
        ? null
        : [texts.registered, instant(entity.registrationDate, context)],
      ...detailRows(entity, context),
      [
        texts.representedBy,
        html`<ul>${representatives.map((name) => html`<li>${name}</li>`)}</ul>`,
      ],
    ]),
    isDue &&
      html`<p>${texts.wrong}</p>
${form({ csrfToken: viewer.csrfToken }, [
  html`<input type="hidden" name="version" value="${entity.version}">`,
  button({ label: texts.confirm }),
])}`,
  ]);
}

function noticeOf(
  context: PageContext,
  { statusId, dueOn }: ConfirmationState,
  confirmedAt: string | null,
): Html {
  const texts = textsFor(context);
  const day = dueOn === null ? '' : formatLastDay(dueOn, context);
  const oneIsEnough = html`<p>${texts.oneIsEnough}</p>`;
  switch (statusId) {
    case 'due':
      return notice('info', texts.due(day), oneIsEnough);
    case 'overdue':
      return notice('warning', texts.overdue(day), oneIsEnough);
    case 'confirmed':
      return notice(
        'success',
        texts.confirmed,
        confirmedAt !== null && html`<p>${texts.on(instant(confirmedAt, context))}</p>`,
      );
    case 'not_due':
      return notice('info', texts.notDue, html`<p>${texts.next(day)}</p>`);
    case 'not_required':
      return notice('info', texts.nothing);
  }
}
