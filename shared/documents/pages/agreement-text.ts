import { bindingLocale, type Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { exact } from '../../kernel/pages/text.ts';
import type { PublishedText } from '../agreements/register.ts';
import { agreementTextTexts } from '../texts/index.ts';

const textsFor = byLocale(agreementTextTexts);

/**
 * The complete text of an agreement, not in a scrolling box, so that signers see all of it. `id` distinguishes several
 * on one page.
 */
export function agreementText(
  context: PageContext,
  agreement: PublishedText,
  id = 'agreement',
): Html {
  const { title, version, sha256 } = agreement;
  const texts = textsFor(context);
  return html`<h2 id="${id}" lang="${bindingLocale}">${title}</h2>
${bindingNote(context)}<p class="fine">${texts.version(version, context.jurisdiction)}</p>
${agreementClauses(agreement, id)}
<p class="fine">${texts.digest} ${digestLink(context, sha256)}</p>`;
}

/** A note in the page's language that the English text is binding. */
export function bindingNote(context: Localized): Html | null {
  const { binding } = textsFor(context);
  return binding === null
    ? null
    : html`<p><strong>${binding}</strong></p>
`;
}

/** The text itself, in the binding language. `labelledBy` is the id of its heading. */
export function agreementClauses({ text }: Pick<PublishedText, 'text'>, labelledBy: string): Html {
  return html`<div class="document" lang="${bindingLocale}" role="region" aria-labelledby="${labelledBy}">
${text.split('\n\n').map(clause)}
</div>`;
}

/** A digest that links to its text. */
export function digestLink(context: PageContext, sha256: string): Html {
  return html`<a href="${href(context, `/agreements/texts/${sha256}`)}">${exact(sha256)}</a>`;
}

/** A clause, which starts with its number and heading. */
function clause(paragraph: string): Html {
  const [, heading = '', rest = paragraph] = /^(\d+\. [^.]+\.)( .*)$/s.exec(paragraph) ?? [];
  return html`<p><strong>${heading}</strong>${rest}</p>`;
}
