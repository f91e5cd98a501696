import type { Localized } from '../../kernel/domain/locale.ts';
import { type FieldErrors, textArea } from '../../kernel/pages/form.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';

/** A representative's objection to a filing. */
export interface ObjectionView {
  /** Null if it is unknown. */
  readonly name: string | null;
  /** Whether they represent the entity now. */
  readonly represents: boolean;
  readonly note: string | null;
  readonly objectedAt: string;
}

/** Objections as a reviewer sees them. Null if there are none. */
export function objectionsPart(
  context: Localized,
  objections: readonly ObjectionView[],
  answer: string | null,
): Content {
  if (objections.length === 0) return null;
  const title = objections.length === 1 ? 'A representative objects' : 'Representatives object';
  return notice('warning', title, [
    objections.map(
      ({ name, represents, note, objectedAt }) =>
        html`<p><strong>${name ?? 'A person without a name'}</strong>${!represents && ', who no longer represents the legal entity'}, on ${instant(objectedAt, context)}: ${note === null ? 'without a note.' : `“${note}”`}</p>`,
    ),
    answer !== null && html`<p>Answer: ${answer}</p>`,
  ]);
}

/** The fields about objections in the decision form: the answer, and how many objections were shown. */
export function answerField(
  objections: readonly ObjectionView[],
  { answer, errors }: { readonly answer: string; readonly errors: FieldErrors },
): Content {
  if (objections.length === 0) return null;
  return [
    html`<input type="hidden" name="objections" value="${objections.length}">`,
    textArea({
      name: 'answer',
      label: 'Answer to the objections',
      hint: 'Required to approve: we email it to the people who objected. If you reject, you only need to give the reason.',
      value: answer,
      required: false,
      error: errors['answer'],
    }),
  ];
}
