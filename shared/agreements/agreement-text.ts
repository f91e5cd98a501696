import { type Html, html } from '../kernel/pages/html.ts';
import { href, type Site } from '../kernel/pages/site.ts';
import { exact } from '../kernel/pages/text.ts';
import type { PublishedText } from './register.ts';

/**
 * An agreement word for word and in full: nobody has to scroll inside a box to read what they sign. `id` tells
 * several on one page apart.
 */
export function agreementText(site: Site, agreement: PublishedText, id = 'agreement'): Html {
  const { title, version, sha256 } = agreement;
  return html`<h2 id="${id}">${title}</h2>
<p class="fine">Version ${version}. “The jurisdiction” is ${site.jurisdiction}.</p>
${agreementClauses(agreement, id)}
<p class="fine">SHA-256 of this text: ${digestLink(site, sha256)}</p>`;
}

/** The text itself; `labelledBy` is the id of its heading. */
export function agreementClauses({ text }: Pick<PublishedText, 'text'>, labelledBy: string): Html {
  return html`<div class="document" role="region" aria-labelledby="${labelledBy}">
${text.split('\n\n').map(clause)}
</div>`;
}

/** A digest, which leads to the text that it stands for. */
export function digestLink(site: Site, sha256: string): Html {
  return html`<a href="${href(site, `/agreements/texts/${sha256}`)}">${exact(sha256)}</a>`;
}

/** A clause, which starts with its number and heading. */
function clause(paragraph: string): Html {
  const [, heading = '', rest = paragraph] = /^(\d+\. [^.]+\.)( .*)$/s.exec(paragraph) ?? [];
  return html`<p><strong>${heading}</strong>${rest}</p>`;
}
