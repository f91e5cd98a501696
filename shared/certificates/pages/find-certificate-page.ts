import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { findCertificatePageTexts } from '../texts/index.ts';

const textsFor = byLocale(findCertificatePageTexts);

/** A field for a document's code. `unreadable` is an entered text that can't be a code. */
export function findCertificatePage(context: PageContext, unreadable: string | null): Html {
  const { title, lead, code, hint, verify, scan, ...texts } = textsFor(context);
  return layout(context, { title }, [
    html`<p class="lead">${lead}</p>`,
    queryForm(href(context, '/certificates'), title, [
      textField({
        name: 'code',
        label: code,
        hint,
        value: unreadable ?? '',
        error: unreadable === null ? undefined : texts.unreadable,
        maxlength: 100,
        autocomplete: 'off',
        spellcheck: false,
      }),
      buttons(button({ label: verify })),
    ]),
    html`<p class="fine">${scan}</p>`,
    html`<p class="fine">${texts.sent} <a href="${href(context, '/credentials/verify')}">${texts.credential}</a></p>`,
  ]);
}
