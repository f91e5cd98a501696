import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact } from '../../kernel/pages/text.ts';
import type { PublishedText } from '../agreements/register.ts';
import { agreementTextPageTexts } from '../texts/index.ts';
import { agreementClauses, bindingNote } from './agreement-text.ts';

const textsFor = byLocale(agreementTextPageTexts);

/** The page of an agreement text, for anyone who has its digest. */
export function agreementTextPage(context: PageContext, text: PublishedText): Html {
  const { title, version, sha256 } = text;
  const texts = textsFor(context);
  return layout(context, { title, kicker: texts.kicker }, [
    definitionList([
      [texts.version, version],
      ['SHA-256', exact(sha256)],
      [texts.jurisdiction, context.jurisdiction],
    ]),
    html`<h2 id="text">${texts.text}</h2>`,
    bindingNote(context),
    agreementClauses(text, 'text'),
    html`<p class="fine">${texts.fine(exact('Accept: text/plain'))}</p>`,
  ]);
}
