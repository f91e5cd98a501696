import {
  button,
  buttons,
  csrfField,
  errorSummary,
  type FieldErrors,
  textArea,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type { InformationRequest } from '../../reviews/information-request.ts';
import type { ReviewState } from '../../reviews/review.ts';
import { linesOf } from './review-rows.ts';
import { subjectWords } from './subject-words.ts';

export interface InformationPage {
  readonly review: Pick<ReviewState, 'subject' | 'status' | 'informationRequest'>;
  /** The entity's, or the applicant's. */
  readonly name: string;
  /** It was withdrawn, and waits for no decision. */
  readonly withdrawn: boolean;
  /** What was typed, and what is wrong with it. */
  readonly text?: string;
  readonly errors?: FieldErrors;
  /** The code of the refusal of an answer that came too late. */
  readonly late?: string;
}

/** What a reviewer asks whoever applied, with the form of the answer while it is open. */
export function informationPage(site: Site, reader: Reader, shown: InformationPage): Html {
  const { review, name, errors = {}, late } = shown;
  const asked = review.informationRequest ?? null;
  const closed = review.status !== 'pending' || shown.withdrawn;
  const open = !closed && asked?.answeredAt === null;
  const isAnswered = (asked?.answeredAt ?? null) !== null;
  const heading = isAnswered ? 'Your answer to the registry' : 'A question from the registry';
  const title = `${heading}: ${name}`;
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading,
      before: errorSummary(errors),
    },
    [
      late !== undefined && lateNotice(late, open),
      !open && stateOf(closed, asked),
      definitionList([
        ['About', [subjectWords[review.subject.type], html`<br>`, html`<strong>${name}</strong>`]],
        asked === null ? null : ['The question', linesOf(asked.message)],
        asked === null ? null : ['Asked', instant(asked.requestedAt)],
        asked === null || asked.answeredAt === null
          ? null
          : ['Answered', instant(asked.answeredAt)],
      ]),
      open && answerForm(reader, asked.id, shown),
      html`<p class="after"><a href="${href(site, '/portal')}">Home</a></p>`,
    ],
  );
}

function lateNotice(code: string, open: boolean): Html {
  if (code === 'information.other_question' && open) {
    return notice(
      'warning',
      'There is another question now',
      html`<p>Your answer was not sent: it was to an earlier question. Read this one, and answer it.</p>`,
    );
  }
  return notice(
    'warning',
    'Your answer was not sent',
    code === 'information.closed'
      ? html`<p>The case was decided or withdrawn before.</p>`
      : html`<p>Somebody has answered the question before.</p>`,
  );
}

function stateOf(closed: boolean, asked: InformationRequest | null): Html {
  if (closed) {
    return notice(
      'info',
      'No answer is needed any more',
      html`<p>The case is decided, or withdrawn.</p>`,
    );
  }
  return asked === null
    ? notice('info', 'Nothing is asked', html`<p>No reviewer has a question.</p>`)
    : notice(
        'success',
        'Your answer was sent',
        html`<p>The reviewer was told. There is nothing else to do: the case waits for its decision, at its place.</p>`,
      );
}

function answerForm(
  { csrfToken }: Reader,
  requestId: string,
  { text = '', errors = {} }: InformationPage,
): Html {
  const error = errors['file'];
  return html`<h2>The answer</h2>
<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="requestId" value="${requestId}">
${textArea({
  name: 'answer',
  label: 'Your answer',
  hint: 'The reviewers read it. It can be sent once.',
  value: text,
  rows: 6,
  error: errors['answer'],
})}
<div class="field${error !== undefined && ' wrong'}">
<label for="file">A file, if one helps</label>
<p class="hint" id="file-hint">PDF, JPEG or PNG, up to 4.5 MB. Only the reviewers can open it.</p>
${error !== undefined && html`<p class="error" id="file-error"><span class="unseen">Error: </span>${error}</p>`}
<input id="file" name="file" type="file" accept="application/pdf,image/jpeg,image/png" aria-describedby="file-hint${error !== undefined && ' file-error'}"${error !== undefined && html` aria-invalid="true"`}>
</div>
${buttons(button({ label: 'Send the answer' }))}
</form>`;
}
