import { dataParts } from '../../kernel/domain/item-rules.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { myDataPageTexts } from '../texts/index.ts';
import { aboutPart, dataTextsFor, partTextsFor } from './data-texts.ts';

const section = '/portal/my-data';

const textsFor = byLocale(myDataPageTexts);

/** A person's data, part by part, and the links to all of it. */
export function myDataPage(
  context: PageContext,
  viewer: Viewer & { readonly id: string },
  recipients: readonly { readonly name: string; readonly since: string }[],
): Html {
  const texts = textsFor(context);
  const { contact, help } = context.links ?? {};
  const dataTexts = dataTextsFor(context);
  const parts = partTextsFor(context);
  return portalLayout(context, viewer, { title: texts.title, section }, [
    html`<p class="lead">${texts.lead}</p>
<h2>${texts.take}</h2>
<p>${texts.file}</p>`,
    form(
      { csrfToken: viewer.csrfToken, action: href(context, '/portal/files/my-data') },
      buttons(button({ label: texts.download })),
    ),
    form(
      { csrfToken: viewer.csrfToken },
      buttons(button({ label: texts.forPrograms, kind: 'secondary' })),
    ),
    dataParts.map(
      (part) => html`<h2>${parts[part].title}</h2>
${definitionList(aboutPart(part, context))}`,
    ),
    html`<h2>${dataTexts.shared}</h2>`,
    recipients.length === 0
      ? html`<p>${dataTexts.nobody}</p>`
      : html`<ul>${recipients.map(({ name, since }) => html`<li>${name}, ${texts.since}${instant(since, context)}</li>`)}</ul>`,
    html`<h2>${dataTexts.left}</h2>
<ul>${dataTexts.notIncluded.map((each) => html`<li>${each}</li>`)}</ul>
<p>${dataTexts.ask}</p>`,
    html`<p class="acts"><a href="${href(context, '/portal/connections')}">${texts.connections}</a> <a href="${href(context, '/portal/activity')}">${texts.activity}</a></p>
<p class="fine">${texts.correct}${contact !== undefined && html` <a href="mailto:${contact}">${contact}</a>`}</p>
<h2 id="delete">${texts.erase}</h2>
<p>${texts.eraseText}</p>
<p>${texts.eraseFirst}</p>
<p><a href="${contact === undefined ? (help ?? href(context, '/help')) : request(contact, texts, viewer.id)}">${contact === undefined ? texts.help : texts.ask}</a></p>`,
  ]);
}

/**
 * The URL of a prepared email. Email programs accept `%20`, but not `+`, for a space (RFC 6068).
 */
function request(
  contact: string,
  texts: Pick<ReturnType<typeof textsFor>, 'askSubject' | 'askBody'>,
  personId: string,
): string {
  const [subject, body] = [texts.askSubject, texts.askBody(personId)].map(encodeURIComponent);
  return `mailto:${contact}?subject=${subject}&body=${body}`;
}
