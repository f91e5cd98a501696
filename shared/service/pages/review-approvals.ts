import type { Localized } from '../../kernel/domain/locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { byWhom } from './review-rows.ts';

/** The approvals of a case that two people must approve. */
export interface ApprovalsView {
  /** The name of the first approver; null before. */
  readonly first: { readonly name: string; readonly at: string } | null;
  /** The name of a first approver who may no longer approve; null if there is none. */
  readonly voided: string | null;
  /** Whether the viewer gave it. */
  readonly isTheirs: boolean;
  /** Whether the viewer can approve now, as the first or the second. */
  readonly mayApprove: boolean;
  /** Whether an approval now decides the case. */
  readonly isLast: boolean;
}

/** The first approver, and what is still missing. */
export function approvalsPart(
  context: Localized,
  { first, voided, isTheirs, mayApprove }: ApprovalsView,
): Html {
  if (first === null) {
    return notice(
      'info',
      'Two people must approve this case',
      html`${voided !== null && html`<p>The approval ${byWhom(voided)} is no longer valid because they can no longer approve cases.</p>`}<p>No one has approved it yet. After the first approval, a different person who is a senior reviewer must also approve it. One person can reject it.</p>`,
    );
  }
  return notice(
    'info',
    isTheirs ? 'You approved it first' : `${first.name} approved it first`,
    html`<p>On ${instant(first.at, context)}. ${
      mayApprove
        ? 'Your approval is still needed.'
        : 'A different person, who is a senior reviewer, must also approve it.'
    } Asking the applicant a question cancels the first approval.</p>`,
  );
}
