import { button, form } from '../kernel/pages/form.ts';
import { type Html, html } from '../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../kernel/pages/site.ts';
import { definitionList, instant } from '../kernel/pages/text.ts';

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
  const others = browsers.filter(({ current }) => !current);
  return portalLayout(
    inEnglish(site),
    reader,
    { title: 'Where you are signed in', kicker: 'Settings', place: '/portal/browsers' },
    [
      html`<p class="lead">A browser that you don’t know may be somebody who reads your mail. Sign it out, and secure your mailbox: codes to sign in are sent there.</p>`,
      browsers.map((browser, position) => [
        html`<h2>${browser.current ? `This browser: ${browser.name}` : browser.name}</h2>`,
        definitionList([
          ['Signed in', instant(browser.signedInAt)],
          ['Last used', instant(browser.seenAt)],
        ]),
        !browser.current &&
          browser.id !== null &&
          form(
            { csrfToken, action: href(site, `/portal/browsers/${browser.id}/end`) },
            html`<button class="button secondary" type="submit">Sign it out<span class="unseen"> number ${position + 1}: ${browser.name}</span></button>`,
          ),
      ]),
      others.length > 0
        ? [
            html`<h2>All others at once</h2>
<p>Signs out every browser but this one, and forgets those in which you have signed in before.</p>`,
            form(
              { csrfToken, action: href(site, '/portal/browsers/end-others') },
              button({ label: 'Sign all others out', kind: 'danger' }),
            ),
          ]
        : html`<p>You are signed in nowhere else.</p>`,
    ],
  );
}
