import { type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';

/** How it stands with a case that two persons have to approve. */
export interface ShownApprovals {
  /** Who approved first, by name; null: nobody yet. */
  readonly first: { readonly name: string; readonly at: string } | null;
  /** Who approved first and may no longer approve, by name; null: nobody. */
  readonly voided: string | null;
  /** The reader did. */
  readonly isTheirs: boolean;
  /** Whether the reader can approve now, as the first or the second. */
  readonly mayApprove: boolean;
}

/** Who approved first, and what is missing. */
export function approvalsPart({ first, voided, isTheirs, mayApprove }: ShownApprovals): Html {
  if (first === null) {
    return notice(
      'info',
      'Two persons approve it',
      html`${voided !== null && html`<p>The approval by ${voided} is no longer valid: they may no longer approve cases.</p>`}<p>Nobody has so far. After the first approval a senior reviewer, who is somebody else, approves it, too. One person can reject it.</p>`,
    );
  }
  return notice(
    'info',
    isTheirs ? 'You approved it first' : `${first.name} approved it first`,
    html`<p>On ${instant(first.at)}. ${
      mayApprove
        ? 'Yours is the approval that is missing.'
        : 'The approval of a senior reviewer, who is somebody else, is missing.'
    } A question to whoever applied takes the first approval back.</p>`,
  );
}
