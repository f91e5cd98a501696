import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { browserTexts, portalBrowsersPageTexts } from '../texts/index.ts';

const textsFor = byLocale(portalBrowsersPageTexts);
const browserTextsFor = byLocale(browserTexts);

/** A browser in which the viewer is signed in. Instants are ISO 8601 in UTC. */
export interface BrowserView {
  readonly id: string | null;
  readonly name: string;
  readonly signedInAt: string;
  readonly seenAt: string;
  readonly current: boolean;
}

/** Every browser in which the viewer is signed in, their own first. */
export function browsersPage(
  context: PageContext,
  viewer: Viewer,
  browsers: readonly BrowserView[],
): Html {
  const { csrfToken } = viewer;
  const texts = textsFor(context);
  const others = browsers.filter(({ current }) => !current);
  return portalLayout(
    context,
    viewer,
    { title: texts.title, kicker: texts.kicker, section: '/portal/browsers' },
    [
      html`<p class="lead">${texts.lead}</p>`,
      browsers.map((browser, position) => [
        html`<h2>${browser.current ? texts.this(nameOf(browser, context)) : headingOf(browser, context)}</h2>`,
        definitionList([
          [texts.signedIn, instant(browser.signedInAt, context)],
          [texts.seen, instant(browser.seenAt, context)],
        ]),
        !browser.current &&
          browser.id !== null &&
          form(
            { csrfToken, action: href(context, `/portal/browsers/${browser.id}/end`) },
            html`<button class="button secondary" type="submit">${texts.end}<span class="unseen">${texts.number(position + 1, nameOf(browser, context))}</span></button>`,
          ),
      ]),
      others.length > 0
        ? [
            html`<h2>${texts.others}</h2>
<p>${texts.othersText}</p>`,
            form(
              { csrfToken, action: href(context, '/portal/browsers/end-others') },
              button({ label: texts.endOthers, kind: 'danger' }),
            ),
          ]
        : html`<p>${texts.none}</p>`,
    ],
  );
}

function nameOf({ name }: BrowserView, context: PageContext): string {
  return browserTextsFor(context).inSentence(name);
}

function headingOf(browser: BrowserView, context: PageContext): string {
  const name = nameOf(browser, context);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
