import { type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import type { ApplicationState } from '../application.ts';

/** How the application stands, and what comes next, for whoever holds its signature link. */
export function signatureState(application: ApplicationState): Html {
  const { statusId, agreement, paidAt, submittedAt, approvedAt, rejectedAt } = application;
  switch (statusId) {
    case 'Approved':
      return notice(
        'success',
        'The application was approved',
        html`<p>The legal entity was registered on ${instantOf(approvedAt)}.</p>`,
      );
    case 'Rejected':
      return notice(
        'info',
        'The application was rejected',
        html`<p>It was decided on ${instantOf(rejectedAt)}. The applicant was told the reason.</p>`,
      );
    case 'Pending Review':
      return notice(
        'success',
        'The application was submitted',
        html`<p>It has been under review since ${instantOf(submittedAt)}. The applicant will be told the decision.</p>`,
      );
    case 'Draft':
      return agreement === null ? unsigned(paidAt !== null) : signedDraft(paidAt !== null);
  }
}

function unsigned(paid: boolean): Html {
  return paid
    ? notice(
        'info',
        'Signing submits the application',
        html`<p>The fee is paid. As soon as the agreement is signed, the application goes to the registry for review.</p>`,
      )
    : html`<p class="lead">Read the application and the agreement, then sign below. The application goes to the registry for review once it is signed and its fee is paid.</p>`;
}

function signedDraft(paid: boolean): Html {
  return paid
    ? notice(
        'warning',
        'The name was registered by somebody else',
        html`<p>The signature counts and the fee stays paid, but the application cannot be submitted under this name. The registry will contact the applicant.</p>`,
      )
    : notice(
        'success',
        'Thank you. The application waits for its payment',
        html`<p>It is submitted for review as soon as the fee is paid. There is nothing more to sign.</p>`,
      );
}

function instantOf(at: string | null): Html | null {
  return at === null ? null : instant(at);
}
