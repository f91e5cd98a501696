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
import { ownLogoPageTexts } from '../texts/index.ts';
import { clientsPlace, clientWords } from './client-words.ts';

const say = words(ownLogoPageTexts);

/** The error message for an uploaded file. */
export function logoComplaint(reader: Spoken, fault: LogoFault | 'missing'): string {
  return say(reader).faults[fault];
}

/** Shows the application's current or proposed logo, with a form to replace it. */
export function ownLogoPage(
  site: Site,
  reader: Reader,
  {
    client: { clientId, isApproved },
    logo,
    error,
  }: {
    readonly client: { readonly clientId: string; readonly isApproved: boolean };
    /** In base64; null if it has none. */
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
    html`<p class="lead">${said.lead} ${isApproved && said.approval} ${said.yours}</p>`,
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
