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
    lead: 'People see it with the name when they are asked.',
    waits:
      'A new one waits until the registry has approved it; people go on seeing what was approved. One that you remove is gone at once, unless another change waits.',
    yours: 'Not the logo of somebody else.',
    file: 'Picture',
    hint: 'A PNG, as wide as it is high, 64 to 512 pixels, 32 KB at most. Only what it shows is kept.',
    use: 'Use this picture',
    remove: 'Remove the logo',
    now: 'The logo now',
    faults: {
      missing: 'Choose a picture',
      not_png: 'The picture must be a PNG, not interlaced, and nothing besides',
      too_large: 'The picture must have 32 KB at most',
      not_square: 'The picture must be as wide as it is high, 64 to 512 pixels',
    },
  },
  es: {
    title: 'Logotipo de la aplicación',
    lead: 'Las personas lo ven con el nombre cuando se les pregunta.',
    waits:
      'Uno nuevo espera hasta que el registro lo apruebe; mientras tanto se ve lo aprobado. El que usted quite desaparece de inmediato, salvo que espere otro cambio.',
    yours: 'No el logotipo de otra persona.',
    file: 'Imagen',
    hint: 'Un PNG, tan ancho como alto, de 64 a 512 píxeles y 32 KB como máximo. Solo se guarda lo que muestra.',
    use: 'Usar esta imagen',
    remove: 'Quitar el logotipo',
    now: 'El logotipo actual',
    faults: {
      missing: 'Elija una imagen',
      not_png: 'La imagen debe ser un PNG, no entrelazado, y nada más',
      too_large: 'La imagen debe tener 32 KB como máximo',
      not_square: 'La imagen debe ser tan ancha como alta, de 64 a 512 píxeles',
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
