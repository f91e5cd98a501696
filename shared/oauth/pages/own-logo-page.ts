import type { Spoken } from '../../kernel/domain/locale.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import { button, csrfField, type FieldErrors, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { portalFormPage } from '../../kernel/pages/portal-form-page.ts';
import type { Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import type { LogoFault } from '../domain/client-logo.ts';
import { clientsPlace, clientWords } from './client-words.ts';

const say = words({
  en: {
    title: 'Logo of the application',
    lead: 'People see the logo next to the name on the consent page.',
    waits:
      'A new one waits until the registry has approved it; people go on seeing what was approved. One that you remove is gone at once, unless another change waits.',
    yours: 'Don’t use someone else’s logo.',
    file: 'Picture',
    hint: 'A square PNG, 64 to 512 pixels wide, up to 32 KB. We remove metadata.',
    use: 'Use this picture',
    remove: 'Remove the logo',
    now: 'Current logo',
    faults: {
      missing: 'Choose a picture',
      not_png: 'The picture must be a PNG that is not interlaced',
      too_large: 'The picture must be 32 KB or smaller',
      not_square: 'The picture must be square, 64 to 512 pixels wide',
    },
  },
  es: {
    title: 'Logotipo de la aplicación',
    lead: 'Las personas ven el logotipo junto al nombre en la página de consentimiento.',
    waits:
      'Uno nuevo espera hasta que el registro lo apruebe; mientras tanto se ve lo aprobado. El que usted quite desaparece de inmediato, salvo que espere otro cambio.',
    yours: 'No use el logotipo de otra persona.',
    file: 'Imagen',
    hint: 'Un PNG cuadrado, de 64 a 512 píxeles de ancho y hasta 32 KB. Quitamos los metadatos.',
    use: 'Usar esta imagen',
    remove: 'Quitar el logotipo',
    now: 'Logotipo actual',
    faults: {
      missing: 'Elija una imagen',
      not_png: 'La imagen debe ser un PNG no entrelazado',
      too_large: 'La imagen debe tener 32 KB como máximo',
      not_square: 'La imagen debe ser cuadrada, de 64 a 512 píxeles de ancho',
    },
  },
});

/** What is wrong with what was sent, for whoever chose it. */
export function logoComplaint(reader: Spoken, fault: LogoFault | 'missing'): string {
  return say(reader).faults[fault];
}

/** Shows the logo that the application has, or will have, and takes another one. */
export function ownLogoPage(
  site: Site,
  reader: Reader,
  {
    client: { clientId, isApproved },
    logo,
    error,
  }: {
    readonly client: { readonly clientId: string; readonly isApproved: boolean };
    /** In base64; null: it has none. */
    readonly logo: string | null;
    readonly error?: string | undefined;
  },
): Html {
  const said = say(site);
  const { title: kicker, leave } = clientWords(site);
  const errors: FieldErrors = error === undefined ? {} : { logo: error };
  const sent = (content: Content) =>
    html`<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${reader.csrfToken}">
${content}
</form>`;
  return portalFormPage(site, reader, { title: said.title, kicker, errors }, [
    html`<p class="lead">${said.lead} ${isApproved && said.waits} ${said.yours}</p>`,
    logo !== null && logoPicture(logo, said.now),
    sent([
      fileField({
        name: 'logo',
        label: said.file,
        hint: said.hint,
        accept: 'image/png',
        error,
        required: true,
      }),
      button({ label: said.use }),
    ]),
    logo !== null &&
      sent([
        html`<input type="hidden" name="act" value="remove">`,
        button({ label: said.remove, kind: 'secondary' }),
      ]),
    html`<p class="after">${linkButton(leave, href(site, `${clientsPlace}/${clientId}`), 'secondary')}</p>`,
  ]);
}
