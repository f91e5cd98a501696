import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Verify a document',
    lead: 'Every document from this registry has a verification code. Use the code to check that the document is genuine and still valid.',
    code: 'Verification code',
    hint: '16 letters and digits in groups of four, at the bottom of the document. Spaces, dashes and capital letters don’t matter.',
    verify: 'Verify',
    sent: 'Did someone send you a credential as text?',
    credential: 'Verify a credential',
    scan: 'Is the document on paper? Scan the QR code next to the verification code with your phone’s camera. It opens the same page.',
    unreadable:
      'This is not a verification code. Check the document: the code has 16 letters and digits, and never O, I, 0 or 1.',
  },
  es: {
    title: 'Verificar un documento',
    lead: 'Todos los documentos de este registro tienen un código de verificación. Use el código para comprobar que el documento es auténtico y sigue vigente.',
    code: 'Código de verificación',
    hint: '16 letras y cifras en grupos de cuatro, al pie del documento. Los espacios, los guiones y las mayúsculas no importan.',
    verify: 'Verificar',
    sent: '¿Alguien le envió una credencial como texto?',
    credential: 'Verificar una credencial',
    scan: '¿Tiene el documento en papel? Escanee con la cámara de su teléfono el código QR que está junto al código de verificación. Abre la misma página.',
    unreadable:
      'Esto no es un código de verificación. Revise el documento: el código tiene 16 letras y cifras, y nunca O, I, 0 ni 1.',
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
