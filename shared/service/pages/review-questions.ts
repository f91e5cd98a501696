import type { Localized } from '../../kernel/domain/locale.ts';
import { button, buttons, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { definitionList, instant, linesOf, type Row } from '../../kernel/pages/text.ts';
import { type FileView, fileLink } from './review-file.ts';

/** A question to the applicant, and its answer. */
export interface QuestionView {
  readonly name: string;
  readonly at: string;
  readonly message: string;
  readonly answer: {
    readonly name: string;
    readonly at: string;
    readonly text: string;
    readonly file: FileView | null;
  } | null;
}

/** Questions to the applicant with their answers. Null if there are none. */
export function questionsPart(
  context: Localized,
  questions: readonly QuestionView[],
  { decides }: { readonly decides: boolean },
): Html | null {
  if (questions.length === 0) return null;
  const waits = questions.at(-1)?.answer === null;
  return html`<h2 id="questions">Questions to the applicant</h2>
${definitionList(questions.flatMap((each) => rowsOf(context, each)))}
${
  decides &&
  waits &&
  html`<p>No answer yet. You can still decide the case. Your decision closes the question.</p>`
}`;
}

/** The form for the next question. */
export function askPart(question = '', error?: string | undefined): Content {
  return [
    textArea({
      name: 'question',
      label: 'Question to the applicant',
      hint: 'We email it to the applicant. They can answer with text and one file, and pay nothing more.',
      value: question,
      rows: 4,
      required: false,
      error,
    }),
    buttons(button({ label: 'Send question', name: 'act', value: 'ask', kind: 'secondary' })),
  ];
}

function rowsOf(
  context: Localized,
  { name, at, message, answer }: QuestionView,
): readonly (Row | null)[] {
  return [
    [`${name} asked`, [linesOf(message), html`<br>`, instant(at, context)]],
    answer && [
      `${answer.name} answered`,
      [
        linesOf(answer.text),
        answer.file !== null && [
          html`<br>`,
          fileLink(answer.file, 'Open the file sent with the answer'),
        ],
        html`<br>`,
        instant(answer.at, context),
      ],
    ],
  ];
}
