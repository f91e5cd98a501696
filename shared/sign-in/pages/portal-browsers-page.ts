import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { browserTexts, portalBrowsersPageTexts } from '../texts/index.ts';

const say = words(portalBrowsersPageTexts);
const sayBrowser = words(browserTexts);

/** A browser in which the reader is signed in. Instants are ISO 8601 in UTC. */
export interface ShownBrowser {
  readonly id: string | null;
  readonly name: string;
  readonly signedInAt: string;
  readonly seenAt: string;
  readonly current: boolean;
}

/** Every browser in which the reader is signed in, their own first. */
export function browsersPage(site: Site, reader: Reader, browsers: readonly ShownBrowser[]): Html {
  const { csrfToken } = reader;
  const said = say(site);
  const others = browsers.filter(({ current }) => !current);
  return portalLayout(
    site,
    reader,
    { title: said.title, kicker: said.kicker, place: '/portal/browsers' },
    [
      html`<p class="lead">${said.lead}</p>`,
      browsers.map((browser, position) => [
        html`<h2>${browser.current ? said.this(nameOf(browser, site)) : headingOf(browser, site)}</h2>`,
        definitionList([
          [said.signedIn, instant(browser.signedInAt, site)],
          [said.seen, instant(browser.seenAt, site)],
        ]),
        !browser.current &&
          browser.id !== null &&
          form(
            { csrfToken, action: href(site, `/portal/browsers/${browser.id}/end`) },
            html`<button class="button secondary" type="submit">${said.end}<span class="unseen">${said.number(position + 1, nameOf(browser, site))}</span></button>`,
          ),
      ]),
      others.length > 0
        ? [
            html`<h2>${said.others}</h2>
<p>${said.othersText}</p>`,
            form(
              { csrfToken, action: href(site, '/portal/browsers/end-others') },
              button({ label: said.endOthers, kind: 'danger' }),
            ),
          ]
        : html`<p>${said.none}</p>`,
    ],
  );
}

function nameOf({ name }: ShownBrowser, site: Site): string {
  return sayBrowser(site).inSentence(name);
}

function headingOf(browser: ShownBrowser, site: Site): string {
  const name = nameOf(browser, site);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
