import { button, buttons, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { dataParts } from '../domain/data-rules.ts';
import { myDataPageTexts } from '../texts/index.ts';
import { aboutPart, dataWords, partWords } from './data-words.ts';

const place = '/portal/my-data';

const say = words(myDataPageTexts);

/** A person's data, part by part, and the links to all of it. */
export function myDataPage(
  site: Site,
  reader: Reader & { readonly id: string },
  recipients: readonly { readonly name: string; readonly since: string }[],
): Html {
  const said = say(site);
  const { contact, help } = site.links ?? {};
  const told = dataWords(site);
  const parts = partWords(site);
  return portalLayout(site, reader, { title: said.title, place }, [
    html`<p class="lead">${said.lead}</p>
<h2>${said.take}</h2>
<p>${said.file}</p>`,
    form(
      { csrfToken: reader.csrfToken, action: href(site, '/portal/papers/my-data') },
      buttons(button({ label: said.download })),
    ),
    form(
      { csrfToken: reader.csrfToken },
      buttons(button({ label: said.forPrograms, kind: 'secondary' })),
    ),
    dataParts.map(
      (part) => html`<h2>${parts[part].title}</h2>
${definitionList(aboutPart(part, site))}`,
    ),
    html`<h2>${told.shared}</h2>`,
    recipients.length === 0
      ? html`<p>${told.nobody}</p>`
      : html`<ul>${recipients.map(({ name, since }) => html`<li>${name}, ${said.since}${instant(since, site)}</li>`)}</ul>`,
    html`<h2>${told.left}</h2>
<ul>${told.notIncluded.map((each) => html`<li>${each}</li>`)}</ul>
<p>${told.ask}</p>`,
    html`<p class="acts"><a href="${href(site, '/portal/connections')}">${said.connections}</a> <a href="${href(site, '/portal/activity')}">${said.activity}</a></p>
<p class="fine">${said.correct}${contact !== undefined && html` <a href="mailto:${contact}">${contact}</a>`}</p>
<h2 id="delete">${said.erase}</h2>
<p>${said.eraseText}</p>
<p>${said.eraseFirst}</p>
<p><a href="${contact === undefined ? (help ?? href(site, '/help')) : request(contact, said, reader.id)}">${contact === undefined ? said.help : said.ask}</a></p>`,
  ]);
}

/** The address of an email that is already written. Programs for email take `%20`, and no `+`, for a space (RFC 6068). */
function request(
  contact: string,
  said: Pick<ReturnType<typeof say>, 'askSubject' | 'askBody'>,
  personId: string,
): string {
  const [subject, body] = [said.askSubject, said.askBody(personId)].map(encodeURIComponent);
  return `mailto:${contact}?subject=${subject}&body=${body}`;
}
