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
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, linesOf, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { InformationRequest } from '../../reviews/domain/information-request.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { informationPageTexts, subjectTexts } from '../texts/index.ts';

const say = words(informationPageTexts);
const subjectIn = words(subjectTexts);

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
export function informationPage(site: Site, reader: Reader, shown: InformationPage): Html {
  const { review, name, errors = {}, late } = shown;
  const asked = review.informationRequest ?? null;
  const closed = review.status !== 'pending' || shown.withdrawn;
  const open = !closed && asked?.answeredAt === null;
  const isAnswered = (asked?.answeredAt ?? null) !== null;
  const said = say(site);
  const heading = isAnswered ? said.answered : said.asked;
  const title = `${heading}: ${name}`;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      heading,
    },
    [
      late !== undefined && lateNotice(site, late, open),
      !open && stateOf(site, closed, asked),
      definitionList([
        [
          said.about,
          [subjectIn(site)[review.subject.type], html`<br>`, html`<strong>${name}</strong>`],
        ],
        asked === null ? null : [said.question, linesOf(asked.message)],
        asked === null ? null : [said.askedOn, instant(asked.requestedAt, site)],
        shown.answer === null ? null : [said.heading, linesOf(shown.answer.text)],
        asked === null || asked.answeredAt === null
          ? null
          : [said.answeredOn, instant(asked.answeredAt, site)],
      ]),
      open && answerForm(site, reader, asked.id, shown),
      html`<p class="after"><a href="${href(site, '/portal')}">${said.home}</a></p>`,
    ],
  );
}

function lateNotice(site: Site, code: string, open: boolean): Html {
  const said = say(site);
  return code === 'information.other_question' && open
    ? notice('warning', said.another, html`<p>${said.anotherText}</p>`)
    : notice(
        'warning',
        said.late,
        html`<p>${code === 'information.closed' ? said.closedBefore : said.answeredBefore}</p>`,
      );
}

function stateOf(site: Site, closed: boolean, asked: InformationRequest | null): Html {
  const said = say(site);
  if (closed) return notice('info', said.closed, html`<p>${said.closedText}</p>`);
  return asked === null
    ? notice('info', said.nothing, html`<p>${said.nothingText}</p>`)
    : notice('success', said.sent, html`<p>${said.sentText}</p>`);
}

function answerForm(
  site: Site,
  { csrfToken }: Reader,
  requestId: string,
  { text = '', errors = {} }: InformationPage,
): Html {
  const said = say(site);
  return html`<h2>${said.heading}</h2>
<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="requestId" value="${requestId}">
${textArea({
  name: 'answer',
  label: said.yours,
  hint: said.hint,
  value: text,
  rows: 6,
  error: errors['answer'],
})}
${fileField({
  name: 'file',
  label: said.file,
  hint: said.fileHint,
  accept: 'application/pdf,image/jpeg,image/png',
  error: errors['file'],
})}
${buttons(button({ label: said.send }))}
</form>`;
}
