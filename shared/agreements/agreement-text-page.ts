import { type Html, html } from '../kernel/pages/html.ts';
import { layout } from '../kernel/pages/layout.ts';
import { inEnglish, type Site } from '../kernel/pages/site.ts';
import { definitionList, exact } from '../kernel/pages/text.ts';
import { agreementClauses } from './agreement-text.ts';
import type { PublishedText } from './register.ts';

/** A text that people sign, or signed, for anybody who has its digest. */
export function agreementTextPage(site: Site, text: PublishedText): Html {
  const { title, version, sha256 } = text;
  return layout(inEnglish(site), { title, kicker: 'Published text' }, [
    definitionList([
      ['Version', version],
      ['SHA-256', exact(sha256)],
      ['“The jurisdiction”', site.jurisdiction],
    ]),
    html`<h2 id="text">Text</h2>`,
    agreementClauses(text, 'text'),
    html`<p class="fine">The digest is that of the text in UTF-8, which programs get with <span class="exact">Accept: text/plain</span>.</p>`,
  ]);
}
