import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ApplicationState } from '../domain/application.ts';
import { signatureStateTexts } from '../texts/index.ts';

const say = words(signatureStateTexts);

/** How the application stands, and what comes next, for whoever holds its signature link. */
export function signatureState(application: ApplicationState, reader: Spoken = {}): Html {
  const said = say(reader);
  const on = (at: string | null) => (at === null ? null : instant(at, reader));
  const { statusId, agreement, paidAt, submittedAt, approvedAt, rejectedAt } = application;
  switch (statusId) {
    case 'Approved':
      return notice('success', said.approved, html`<p>${said.approvedText(on(approvedAt))}</p>`);
    case 'Rejected':
      return notice('info', said.rejected, html`<p>${said.rejectedText(on(rejectedAt))}</p>`);
    case 'Pending Review':
      return notice('success', said.submitted, html`<p>${said.submittedText(on(submittedAt))}</p>`);
    case 'Draft':
      return agreement === null
        ? unsigned(reader, paidAt !== null)
        : signedDraft(reader, paidAt !== null);
  }
}

function unsigned(reader: Spoken, paid: boolean): Html {
  const { submits, submitsText, lead } = say(reader);
  return paid
    ? notice('info', submits, html`<p>${submitsText}</p>`)
    : html`<p class="lead">${lead}</p>`;
}

function signedDraft(reader: Spoken, paid: boolean): Html {
  const { taken, takenText, unpaid, unpaidText } = say(reader);
  return paid
    ? notice('warning', taken, html`<p>${takenText}</p>`)
    : notice('success', unpaid, html`<p>${unpaidText}</p>`);
}
