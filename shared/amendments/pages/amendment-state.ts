import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type AmendmentState, nextStepsOfAmendment } from '../domain/amendment.ts';

const say = words({
  en: {
    unpaid: 'Payment due',
    unpaidText:
      'The amendment is signed and can no longer be changed. When the fee is paid, we send it to the registry for review.',
    taken: 'Someone else registered this name',
    takenText: 'The fee is paid, but the amendment can’t be submitted with this name.',
    submitted: 'Amendment submitted',
    submittedText: (at: Content) => html`Under review since ${at}.`,
    approved: 'Amendment approved',
    approvedText: (at: Content) =>
      html`Registered on ${at}. You can find the Certificate of Amendment in the legal entity’s documents.`,
    rejected: 'Amendment rejected',
    rejectedText: (at: Content, reason: string | null) => html`Decided on ${at}. Reason: ${reason}`,
    nothing: 'No changes yet',
    nothingText: 'You can sign when the amendment proposes a change.',
    lead: 'Compare the registered details with the proposed changes, then sign below. We send the amendment to the registry for review when it is signed and paid.',
    signed: 'The amendment is signed',
    signedText:
      'When the fee is paid, we send the amendment to the registry for review. If the changes are edited, the signature is no longer valid.',
  },
  es: {
    unpaid: 'Falta el pago',
    unpaidText:
      'La modificación está firmada y ya no se puede cambiar. Cuando se pague la tasa, la enviaremos al registro para su revisión.',
    taken: 'Otra persona registró este nombre',
    takenText: 'La tasa está pagada, pero la modificación no se puede presentar con este nombre.',
    submitted: 'Modificación presentada',
    submittedText: (at: Content) => html`En revisión desde el ${at}.`,
    approved: 'Modificación aprobada',
    approvedText: (at: Content) =>
      html`Registrada el ${at}. Encontrará el certificado de modificación en los documentos de la persona jurídica.`,
    rejected: 'Modificación rechazada',
    rejectedText: (at: Content, reason: string | null) =>
      html`Decidida el ${at}. Motivo: ${reason}`,
    nothing: 'Aún sin cambios',
    nothingText: 'Podrá firmar cuando la modificación proponga un cambio.',
    lead: 'Compare los datos registrados con los cambios propuestos y firme abajo. Enviaremos la modificación al registro para su revisión cuando esté firmada y pagada.',
    signed: 'La modificación está firmada',
    signedText:
      'Cuando se pague la tasa, enviaremos la modificación al registro para su revisión. Si se editan los cambios, la firma deja de ser válida.',
  },
});

/** How the filing stands, and what comes next, for those who represent its entity. */
export function amendmentState(site: Site, amendment: AmendmentState): Html {
  const said = say(site);
  const on = (at: string | null) => (at === null ? null : instant(at, site));
  const { statusId, paidAt, submittedAt, approvedAt, rejectedAt, rejectedReason } = amendment;
  switch (statusId) {
    case 'Draft':
      return draftState(site, amendment);
    case 'Pending Payment':
      return paidAt === null
        ? notice('info', said.unpaid, html`<p>${said.unpaidText}</p>`)
        : notice('warning', said.taken, html`<p>${said.takenText}</p>`);
    case 'Pending Review':
      return notice('success', said.submitted, html`<p>${said.submittedText(on(submittedAt))}</p>`);
    case 'Approved':
      return notice('success', said.approved, html`<p>${said.approvedText(on(approvedAt))}</p>`);
    case 'Rejected':
      return notice(
        'info',
        said.rejected,
        html`<p>${said.rejectedText(on(rejectedAt), rejectedReason)}</p>`,
      );
  }
}

function draftState(site: Site, amendment: AmendmentState): Html {
  const said = say(site);
  const { changesRequired, signatureRequired } = nextStepsOfAmendment(amendment);
  if (changesRequired) return notice('info', said.nothing, html`<p>${said.nothingText}</p>`);
  return signatureRequired
    ? html`<p class="lead">${said.lead}</p>`
    : notice('success', said.signed, html`<p>${said.signedText}</p>`);
}
