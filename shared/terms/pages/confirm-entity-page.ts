import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import { dayInWords } from '../../kernel/domain/dates.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import type { ConfirmationState } from '../../registry/domain/entity-confirmation.ts';

export interface EntityToConfirm {
  readonly entity: CompanyName & {
    readonly residentPermitNumber: string;
    readonly registrationDate: string | null;
    readonly principalOfficeAddress: PostalAddress | null;
    readonly version: number;
  };
  /** Names of those who represent it, or their permit numbers. */
  readonly representatives: readonly string[];
  readonly state: ConfirmationState;
  /** When it was confirmed for that year; null before. */
  readonly confirmedAt: string | null;
  /** Why the form that was sent confirmed nothing. */
  readonly problem?: 'changed' | 'not_due';
}

const problems = {
  changed: [
    'The entity was changed meanwhile',
    'Nothing was confirmed. This is what the register says now.',
  ],
  not_due: ['There is nothing to confirm now', 'Your form changed nothing.'],
} as const;

/** What the register says of an entity, with one button while its confirmation is wanted. */
export function confirmEntityPage(site: Site, reader: Reader, shown: EntityToConfirm): Html {
  const { entity, representatives, state, confirmedAt, problem } = shown;
  const title = 'Yearly confirmation';
  const wanted = state.statusId === 'due' || state.statusId === 'overdue';
  return portalLayout(
    inEnglish(site),
    reader,
    { title, heading: title, kicker: fullName(entity) },
    [
      problem !== undefined &&
        notice('warning', problems[problem][0], html`<p>${problems[problem][1]}</p>`),
      noticeOf(state, confirmedAt),
      html`<h2>What the register says</h2>`,
      definitionList([
        ['Name', html`<strong>${fullName(entity)}</strong>`],
        ['Resident permit number', exact(entity.residentPermitNumber)],
        entity.registrationDate === null
          ? null
          : ['Registered on', instant(entity.registrationDate)],
        [
          'Principal office',
          entity.principalOfficeAddress === null
            ? 'None'
            : addressLines(entity.principalOfficeAddress),
        ],
        ['Represented by', html`<ul>${representatives.map((name) => html`<li>${name}</li>`)}</ul>`],
      ]),
      wanted &&
        html`<p>Is something wrong? Don’t confirm it: file an amendment of name or office, or write to the registry about the rest.</p>
${form({ csrfToken: reader.csrfToken }, [
  html`<input type="hidden" name="version" value="${entity.version}">`,
  button({ label: 'Confirm that this is right' }),
])}`,
    ],
  );
}

function noticeOf({ statusId, dueOn }: ConfirmationState, confirmedAt: string | null): Html {
  const day = dueOn === null ? '' : dayInWords(dueOn);
  switch (statusId) {
    case 'due':
      return notice('info', `Due on ${day}`, html`<p>One representative is enough.</p>`);
    case 'overdue':
      return notice(
        'warning',
        `Overdue: it was due on ${day}`,
        html`<p>One representative is enough.</p>`,
      );
    case 'confirmed':
      return notice(
        'success',
        'Confirmed',
        html`<p>${confirmedAt !== null && ['On ', instant(confirmedAt), '.']}</p>`,
      );
    case 'not_due':
      return notice(
        'info',
        'Nothing to confirm now',
        html`<p>The next confirmation is due on ${day}.</p>`,
      );
    case 'not_required':
      return notice('info', 'Nothing to confirm');
  }
}
