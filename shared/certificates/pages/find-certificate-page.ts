import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Verify a document',
    lead: 'Every document that this registry issues has a verification code. The code tells whether the document is genuine, and whether it still stands.',
    code: 'Verification code',
    hint: '16 letters and digits in groups of four, at the foot of the document. Spaces, dashes and capitals don’t matter.',
    verify: 'Verify',
    sent: 'A wallet has sent you a credential as text?',
    credential: 'Verify a credential',
    scan: 'You have the document on paper? The camera of a phone reads the square beside the code, and opens the same page.',
    unreadable:
      'This is not a verification code. Compare it with the document: it has 16 letters and digits, without O, I, 0 and 1.',
  },
  es: {
    title: 'Verificar un documento',
    lead: 'Todo documento que expide este registro lleva un código de verificación. El código indica si el documento es auténtico y si sigue vigente.',
    code: 'Código de verificación',
    hint: '16 letras y cifras en grupos de cuatro, al pie del documento. Los espacios, los guiones y las mayúsculas no importan.',
    verify: 'Verificar',
    sent: '¿Una cartera le envió una credencial como texto?',
    credential: 'Verificar una credencial',
    scan: '¿Tiene el documento en papel? La cámara de un teléfono lee el cuadro que está junto al código y abre la misma página.',
    unreadable:
      'Esto no es un código de verificación. Compárelo con el documento: tiene 16 letras y cifras, sin O, I, 0 ni 1.',
  },
});

/** A field for a document's code. `unreadable` is what was typed and can't be a code. */
export function findCertificatePage(site: Site, unreadable: string | null): Html {
  const { title, lead, code, hint, verify, scan, ...texts } = say(site);
  return layout(site, { title }, [
    html`<p class="lead">${lead}</p>`,
    queryForm(href(site, '/certificates'), title, [
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
    html`<p class="fine">${texts.sent} <a href="${href(site, '/credentials/verify')}">${texts.credential}</a></p>`,
  ]);
}
