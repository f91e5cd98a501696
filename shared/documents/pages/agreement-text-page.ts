import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, exact } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PublishedText } from '../agreements/register.ts';
import { agreementTextPageTexts } from '../texts/index.ts';
import { agreementClauses, bindingNote } from './agreement-text.ts';

const say = words(agreementTextPageTexts);

/** The page of an agreement text, for anyone who has its digest. */
export function agreementTextPage(site: Site, text: PublishedText): Html {
  const { title, version, sha256 } = text;
  const said = say(site);
  return layout(site, { title, kicker: said.kicker }, [
    definitionList([
      [said.version, version],
      ['SHA-256', exact(sha256)],
      [said.jurisdiction, site.jurisdiction],
    ]),
    html`<h2 id="text">${said.text}</h2>`,
    bindingNote(site),
    agreementClauses(text, 'text'),
    html`<p class="fine">${said.fine(exact('Accept: text/plain'))}</p>`,
  ]);
}
