import { button, buttons, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { dataParts } from '../domain/data-rules.ts';
import { aboutPart, dataWords, partWords } from './data-words.ts';

const place = '/portal/my-data';

const say = words({
  en: {
    title: 'My data',
    lead: 'Everything that the registry holds about you: what for, who else has it, and for how long.',
    take: 'Take it with you',
    file: 'All of it, to read (PDF) or for a program (JSON). That you asked for it is in your activity.',
    download: 'Download it as a PDF',
    forPrograms: 'Download it for a program',
    since: 'since ',
    connections: 'End the access of an application',
    activity: 'See what was done in your name',
    erase: 'To have what is held about you corrected or erased, write to the registry.',
  },
  es: {
    title: 'Mis datos',
    lead: 'Todo lo que el registro guarda sobre usted: para qué, quién más lo tiene y durante cuánto tiempo.',
    take: 'Lléveselo',
    file: 'Todo, para leerlo (PDF) o para un programa (JSON). Que lo pidió queda en su actividad.',
    download: 'Descargarlo en PDF',
    forPrograms: 'Descargarlo para un programa',
    since: 'desde el ',
    connections: 'Terminar el acceso de una aplicación',
    activity: 'Ver lo que se hizo en su nombre',
    erase: 'Para que se corrija o se borre lo que se guarda sobre usted, escriba al registro.',
  },
});

/** What is held about somebody, part by part, and the way to all of it. */
export function myDataPage(
  site: Site,
  reader: Reader,
  recipients: readonly { readonly name: string; readonly since: string }[],
): Html {
  const said = say(site);
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
<p class="fine">${said.erase}</p>`,
  ]);
}
