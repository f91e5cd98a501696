import type { Localized } from '../../kernel/domain/locale.ts';
import { button, buttons, textArea } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { definitionList, instant, linesOf } from '../../kernel/pages/text.ts';

/** Who a review is assigned to, by name, and since when. */
export interface ClaimView {
  readonly name: string;
  readonly at: string;
  /** Whether it is the viewer. */
  readonly mine: boolean;
}

/** A note of a reviewer or an operator. */
export interface NoteView {
  readonly name: string;
  readonly at: string;
  readonly text: string;
}

/** One line with the person a case is assigned to. */
export function claimLine(context: Localized, { name, at, mine }: ClaimView): Html {
  return html`<span class="fine">Assigned to ${mine ? 'you' : name} since ${instant(at, context)}</span>`;
}

/** The person a case is assigned to, with the button to assign or unassign it. */
export function claimPart(context: Localized, claim: ClaimView | null): Html {
  return html`${
    claim === null
      ? html`<p>Unassigned. Assign the case to yourself so that others know (optional).</p>`
      : html`<p>Assigned to ${claim.mine ? 'you' : claim.name} since ${instant(claim.at, context)}. ${!claim.mine && 'You can still decide the case.'}</p>`
  }
${buttons(
  claim?.mine
    ? button({ label: 'Unassign', name: 'act', value: 'release', kind: 'secondary', shortcut: 'm' })
    : button({
        label: claim === null ? 'Assign to me' : 'Reassign to me',
        name: 'act',
        value: 'claim',
        kind: 'secondary',
        shortcut: 'm',
      }),
)}`;
}

/** The reviewers' notes for each other, and the form to add one. */
export function notesPart(
  context: Localized,
  notes: readonly NoteView[],
  {
    canNote,
    note = '',
    error,
  }: {
    readonly canNote: boolean;
    readonly note?: string | undefined;
    readonly error?: string | undefined;
  },
): Html {
  if (notes.length === 0 && !canNote) return html``;
  return html`<h2>Notes</h2>
${
  notes.length > 0 &&
  definitionList(
    notes.map(({ name, at, text }) => [name, [linesOf(text), html`<br>`, instant(at, context)]]),
  )
}
${
  canNote && [
    textArea({
      name: 'note',
      label: 'Note for other reviewers',
      hint: 'The applicant can’t see notes. Notes can’t be edited. You can add notes after the decision.',
      value: note,
      rows: 2,
      required: false,
      shortcut: 'n',
      error,
    }),
    buttons(button({ label: 'Add note', name: 'act', value: 'note', kind: 'secondary' })),
  ]
}`;
}
