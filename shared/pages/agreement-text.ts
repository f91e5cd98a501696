import { type Html, html } from './html.ts';
import type { Site } from './site.ts';
import { exact } from './text.ts';

interface Agreement {
  readonly title: string;
  readonly version: string;
  readonly text: string;
}

/** An agreement word for word, in a region that scrolls on the screen and is printed whole. */
export function agreementText(
  site: Site,
  { title, version, text }: Agreement,
  sha256: string,
): Html {
  return html`<h2 id="agreement">${title}</h2>
<p class="fine">Version ${version}. “The jurisdiction” is ${site.jurisdiction}.</p>
<div class="document" role="region" aria-labelledby="agreement" tabindex="0">
${text.split('\n\n').map(clause)}
</div>
<p class="fine">SHA-256 of this text: ${exact(sha256)}</p>`;
}

/** A clause, which starts with its number and heading. */
export function clause(paragraph: string): Html {
  const [, heading = '', rest = paragraph] = /^(\d+\. [^.]+\.)( .*)$/s.exec(paragraph) ?? [];
  return html`<p><strong>${heading}</strong>${rest}</p>`;
}
