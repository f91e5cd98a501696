import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type AmendmentState, nextStepsOfAmendment } from '../domain/amendment.ts';

const say = words({
  en: {
    unpaid: 'The filing waits for its payment',
    unpaidText: 'It is signed, and locked. It goes to the registry for review once it is paid.',
    taken: 'The name was registered by somebody else',
    takenText: 'The fee stays paid, but the filing cannot be submitted under this name.',
    submitted: 'The filing was submitted',
    submittedText: (at: Content) => html`It has been under review since ${at}.`,
    approved: 'The amendment was approved',
    approvedText: (at: Content) =>
      html`It has been in the registry since ${at}. The Certificate of Amendment is among the documents of the legal entity.`,
    rejected: 'The amendment was rejected',
    rejectedText: (at: Content, reason: string | null) =>
      html`It was decided on ${at}. The reason: ${reason}`,
    nothing: 'Nothing is proposed yet',
    nothingText: 'It can be signed when the filing proposes a change.',
    lead: 'Compare what is registered with what is proposed, then sign below. The filing goes to the registry for review once it is signed and paid.',
    signed: 'The amendment is signed',
    signedText:
      'It goes to the registry for review once it is paid. A change of what is proposed voids the signature.',
  },
  es: {
    unpaid: 'La modificación espera su pago',
    unpaidText:
      'Está firmada y ya no se puede cambiar. Pasa al registro para su revisión cuando se pague.',
    taken: 'Otra persona registró este nombre',
    takenText: 'La tasa queda pagada, pero la modificación no se puede presentar con este nombre.',
    submitted: 'La modificación fue presentada',
    submittedText: (at: Content) => html`Está en revisión desde el ${at}.`,
    approved: 'La modificación fue aprobada',
    approvedText: (at: Content) =>
      html`Consta en el registro desde el ${at}. El certificado de modificación está entre los documentos de la persona jurídica.`,
    rejected: 'La modificación fue rechazada',
    rejectedText: (at: Content, reason: string | null) =>
      html`Se decidió el ${at}. El motivo: ${reason}`,
    nothing: 'Todavía no se propone nada',
    nothingText: 'Se puede firmar cuando la modificación proponga un cambio.',
    lead: 'Compare lo que consta en el registro con lo que se propone, y firme abajo. La modificación pasa al registro para su revisión cuando esté firmada y pagada.',
    signed: 'La modificación está firmada',
    signedText:
      'Pasa al registro para su revisión cuando se pague. Si cambia lo que se propone, la firma deja de valer.',
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
