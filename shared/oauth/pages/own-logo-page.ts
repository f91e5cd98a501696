import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import { button, csrfField, type FieldErrors, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalFormPage } from '../../kernel/pages/portal-form-page.ts';
import type { Reader } from '../../kernel/pages/portal-layout.ts';
import type { LogoFault } from '../domain/client-logo.ts';
import { ownLogoPageTexts } from '../texts/index.ts';
import { clientsPlace, clientTextsFor } from './client-texts.ts';

const textsFor = byLocale(ownLogoPageTexts);

/** The error message for an uploaded file. */
export function logoComplaint(reader: Localized, fault: LogoFault | 'missing'): string {
  return textsFor(reader).faults[fault];
}

/** Shows the application's current or proposed logo, with a form to replace it. */
export function ownLogoPage(
  context: PageContext,
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
  const texts = textsFor(context);
  const { title: kicker, leave } = clientTextsFor(context);
  const errors: FieldErrors = error === undefined ? {} : { logo: error };
  const sent = (content: Content) =>
    html`<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${reader.csrfToken}">
${content}
</form>`;
  return portalFormPage(context, reader, { title: texts.title, kicker, errors }, [
    html`<p class="lead">${texts.lead} ${isApproved && texts.approval} ${texts.yours}</p>`,
    logo !== null && logoPicture(logo, texts.now),
    sent([
      fileField({
        name: 'logo',
        label: texts.file,
        hint: texts.hint,
        accept: 'image/png',
        error,
        required: true,
      }),
      button({ label: texts.use }),
    ]),
    logo !== null &&
      sent([
        html`<input type="hidden" name="act" value="remove">`,
        button({ label: texts.remove, kind: 'secondary' }),
      ]),
    html`<p class="after">${linkButton(leave, href(context, `${clientsPlace}/${clientId}`), 'secondary')}</p>`,
  ]);
}
