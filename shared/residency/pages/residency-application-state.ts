import { linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ResidencyApplicationState } from '../domain/residency-application-state.ts';
import { appliedResidencyName, stillMissing } from './residency-words.ts';

const say = words({
  en: {
    appliedFor: (what: string) => `You applied for: ${what}.`,
    see: 'See the application, and object if it is not yours',
    preparing: 'Your application for residency is being prepared',
    submits: 'The partner that applies for you will submit it.',
    sign: 'Read and sign the agreement',
    signAgain: (at: Html) =>
      html`The application was changed on ${at}, so your signature is no longer valid. Sign the new version.`,
    review: 'Your application for residency is under review',
    submitted: (at: Html | null) => html`Submitted on ${at}. We’ll email you the decision.`,
    approved: 'Your application for residency was approved',
    decided: (at: Html | null) => html`Decided on ${at}.`,
    rejected: 'Your application for residency was not approved',
    reason: (reason: string | null) => `Reason: ${reason}`,
  },
  es: {
    appliedFor: (what: string) => `Usted solicitó: ${what}.`,
    see: 'Ver la solicitud y oponerse si no es suya',
    preparing: 'Su solicitud de residencia está en preparación',
    submits: 'La presentará la entidad aliada que solicita por usted.',
    sign: 'Leer y firmar el acuerdo',
    signAgain: (at: Html) =>
      html`La solicitud se modificó el ${at}, así que su firma ya no es válida. Firme la nueva versión.`,
    review: 'Su solicitud de residencia está en revisión',
    submitted: (at: Html | null) =>
      html`Presentada el ${at}. Le enviaremos la decisión por correo electrónico.`,
    approved: 'Su solicitud de residencia fue aprobada',
    decided: (at: Html | null) => html`Decidida el ${at}.`,
    rejected: 'Su solicitud de residencia no fue aprobada',
    reason: (reason: string | null) => `Motivo: ${reason}`,
  },
});

/** How an application for residency stands, for its applicant in the portal; and the way to sign it. */
export function residencyApplicationState(
  site: Site,
  application: ResidencyApplicationState & { readonly id: string },
): Html {
  const { statusId, data, agreement, submittedAt, approvedAt, rejectedReason } = application;
  const said = say(site);
  const on = (at: string | null) => (at === null ? null : instant(at, site));
  const what = html`<p>${said.appliedFor(appliedResidencyName(data.residencyType, site))}</p>`;
  const details = html`<p><a href="${href(site, `/portal/residency-applications/${application.id}`)}">${said.see}</a></p>`;
  switch (statusId) {
    case 'Draft':
      return notice('info', said.preparing, [
        what,
        html`<p>${stillMissing(application, site)} ${said.submits}</p>`,
        agreement.acceptedAt === null &&
          agreement.invalidatedAt !== null &&
          html`<p>${said.signAgain(instant(agreement.invalidatedAt, site))}</p>`,
        agreement.acceptedAt === null &&
          html`<p>${linkButton(said.sign, href(site, `/agreements/${agreement.token}`))}</p>`,
        details,
      ]);
    case 'Pending Review':
      return notice('info', said.review, [
        what,
        html`<p>${said.submitted(on(submittedAt))}</p>`,
        details,
      ]);
    case 'Approved':
      return notice('success', said.approved, [what, html`<p>${said.decided(on(approvedAt))}</p>`]);
    case 'Rejected':
      return notice('warning', said.rejected, [what, html`<p>${said.reason(rejectedReason)}</p>`]);
  }
}
