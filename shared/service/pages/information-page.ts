import { byLocale } from '../../kernel/pages/by-locale.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import {
  button,
  buttons,
  csrfField,
  type FieldErrors,
  formHead,
  textArea,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant, linesOf, notice } from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import type { InformationRequest } from '../../reviews/domain/information-request.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { informationPageTexts } from '../texts/index.ts';

const textsFor = byLocale(informationPageTexts);
const subjectIn = byLocale(subjectTexts);

export interface InformationPage {
  readonly review: Pick<ReviewState, 'subject' | 'status' | 'informationRequest'>;
  /** The name of the entity or the applicant. */
  readonly name: string;
  /** It was withdrawn and no longer waits for a decision. */
  readonly withdrawn: boolean;
  /** The answer; null before there is one. */
  readonly answer: { readonly text: string } | null;
  /** The entered values and their problems. */
  readonly text?: string;
  readonly errors?: FieldErrors;
  /** The error code of an answer that came too late. */
  readonly late?: string;
}

/** A reviewer's question to the applicant, with the answer form while the question is open. */
export function informationPage(context: PageContext, viewer: Viewer, view: InformationPage): Html {
  const { review, name, errors = {}, late } = view;
  const asked = review.informationRequest ?? null;
  const closed = review.status !== 'pending' || view.withdrawn;
  const open = !closed && asked?.answeredAt === null;
  const isAnswered = (asked?.answeredAt ?? null) !== null;
  const texts = textsFor(context);
  const heading = isAnswered ? texts.answered : texts.asked;
  const title = `${heading}: ${name}`;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      heading,
    },
    [
      late !== undefined && lateNotice(context, late, open),
      !open && stateOf(context, closed, asked),
      definitionList([
        [
          texts.about,
          [subjectIn(context)[review.subject.type], html`<br>`, html`<strong>${name}</strong>`],
        ],
        asked === null ? null : [texts.question, linesOf(asked.message)],
        asked === null ? null : [texts.askedOn, instant(asked.requestedAt, context)],
        view.answer === null ? null : [texts.heading, linesOf(view.answer.text)],
        asked === null || asked.answeredAt === null
          ? null
          : [texts.answeredOn, instant(asked.answeredAt, context)],
      ]),
      open && answerForm(context, viewer, asked.id, view),
      html`<p class="after"><a href="${href(context, '/portal')}">${texts.home}</a></p>`,
    ],
  );
}

function lateNotice(context: PageContext, code: string, open: boolean): Html {
  const texts = textsFor(context);
  return code === 'information.other_question' && open
    ? notice('warning', texts.another, html`<p>${texts.anotherText}</p>`)
    : notice(
        'warning',
        texts.late,
        html`<p>${code === 'information.closed' ? texts.closedBefore : texts.answeredBefore}</p>`,
      );
}

function stateOf(context: PageContext, closed: boolean, asked: InformationRequest | null): Html {
  const texts = textsFor(context);
  if (closed) return notice('info', texts.closed, html`<p>${texts.closedText}</p>`);
  return asked === null
    ? notice('info', texts.nothing, html`<p>${texts.nothingText}</p>`)
    : notice('success', texts.sent, html`<p>${texts.sentText}</p>`);
}

function answerForm(
  context: PageContext,
  { csrfToken }: Viewer,
  requestId: string,
  { text = '', errors = {} }: InformationPage,
): Html {
  const texts = textsFor(context);
  return html`<h2>${texts.heading}</h2>
<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="requestId" value="${requestId}">
${textArea({
  name: 'answer',
  label: texts.yours,
  hint: texts.hint,
  value: text,
  rows: 6,
  error: errors['answer'],
})}
${fileField({
  name: 'file',
  label: texts.file,
  hint: texts.fileHint,
  accept: 'application/pdf,image/jpeg,image/png',
  error: errors['file'],
})}
${buttons(button({ label: texts.send }))}
</form>`;
}
