import { type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { type AmendmentState, nextStepsOfAmendment } from '../amendment.ts';

/** How the filing stands, and what comes next, for those who represent its entity. */
export function amendmentState(amendment: AmendmentState): Html {
  const { statusId, paidAt, submittedAt, approvedAt, rejectedAt, rejectedReason } = amendment;
  switch (statusId) {
    case 'Draft':
      return draftState(amendment);
    case 'Pending Payment':
      return paidAt === null
        ? notice(
            'info',
            'The filing waits for its payment',
            html`<p>It is signed, and locked. It goes to the registry for review once it is paid.</p>`,
          )
        : notice(
            'warning',
            'The name was registered by somebody else',
            html`<p>The fee stays paid, but the filing cannot be submitted under this name.</p>`,
          );
    case 'Pending Review':
      return notice(
        'success',
        'The filing was submitted',
        html`<p>It has been under review since ${instantOf(submittedAt)}.</p>`,
      );
    case 'Approved':
      return notice(
        'success',
        'The amendment was approved',
        html`<p>It has been in the registry since ${instantOf(approvedAt)}. The Certificate of Amendment is among the documents of the legal entity.</p>`,
      );
    case 'Rejected':
      return notice(
        'info',
        'The amendment was rejected',
        html`<p>It was decided on ${instantOf(rejectedAt)}. The reason: ${rejectedReason}</p>`,
      );
  }
}

function draftState(amendment: AmendmentState): Html {
  const { changesRequired, signatureRequired } = nextStepsOfAmendment(amendment);
  if (changesRequired) {
    return notice(
      'info',
      'Nothing is proposed yet',
      html`<p>It can be signed when the filing proposes a change.</p>`,
    );
  }
  return signatureRequired
    ? html`<p class="lead">Compare what is registered with what is proposed, then sign below. The filing goes to the registry for review once it is signed and paid.</p>`
    : notice(
        'success',
        'The amendment is signed',
        html`<p>It goes to the registry for review once it is paid. A change of what is proposed voids the signature.</p>`,
      );
}

function instantOf(at: string | null): Html | null {
  return at === null ? null : instant(at);
}
