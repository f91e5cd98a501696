import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ApplicationState } from '../domain/application.ts';

const say = words({
  en: {
    approved: 'Application approved',
    approvedText: (at: Content) => html`The legal entity was registered on ${at}.`,
    rejected: 'Application rejected',
    rejectedText: (at: Content) => html`Decided on ${at}. We sent the reason to the applicant.`,
    submitted: 'Application submitted',
    submittedText: (at: Content) =>
      html`Under review since ${at}. We will notify the applicant of the decision.`,
    submits: 'Signing submits the application',
    submitsText:
      'The fee is paid. When you sign the agreement, we send the application to the registry for review.',
    lead: 'Read the application and the agreement, then sign below. We send the application to the registry for review when it is signed and the fee is paid.',
    taken: 'Someone else registered this name',
    takenText:
      'The signature is valid and the fee is paid, but the application can’t be submitted with this name. The registry will contact the applicant.',
    unpaid: 'Thank you. The fee still needs to be paid',
    unpaidText:
      'We submit the application for review when the fee is paid. You don’t need to sign anything else.',
  },
  es: {
    approved: 'Solicitud aprobada',
    approvedText: (at: Content) => html`La persona jurídica se registró el ${at}.`,
    rejected: 'Solicitud rechazada',
    rejectedText: (at: Content) => html`Decidida el ${at}. Enviamos el motivo al solicitante.`,
    submitted: 'Solicitud presentada',
    submittedText: (at: Content) =>
      html`En revisión desde el ${at}. Comunicaremos la decisión al solicitante.`,
    submits: 'Al firmar se presenta la solicitud',
    submitsText:
      'La tasa está pagada. Cuando firme el acuerdo, enviaremos la solicitud al registro para su revisión.',
    lead: 'Lea la solicitud y el acuerdo, y firme abajo. El texto válido es el texto en inglés. Enviaremos la solicitud al registro para su revisión cuando esté firmada y la tasa pagada.',
    taken: 'Otra persona registró este nombre',
    takenText:
      'La firma es válida y la tasa está pagada, pero la solicitud no se puede presentar con este nombre. El registro se pondrá en contacto con el solicitante.',
    unpaid: 'Gracias. Falta pagar la tasa',
    unpaidText:
      'Presentaremos la solicitud para su revisión cuando se pague la tasa. No tiene que firmar nada más.',
  },
});

/** How the application stands, and what comes next, for whoever holds its signature link. */
export function signatureState(application: ApplicationState, reader: Spoken = {}): Html {
  const said = say(reader);
  const on = (at: string | null) => (at === null ? null : instant(at, reader));
  const { statusId, agreement, paidAt, submittedAt, approvedAt, rejectedAt } = application;
  switch (statusId) {
    case 'Approved':
      return notice('success', said.approved, html`<p>${said.approvedText(on(approvedAt))}</p>`);
    case 'Rejected':
      return notice('info', said.rejected, html`<p>${said.rejectedText(on(rejectedAt))}</p>`);
    case 'Pending Review':
      return notice('success', said.submitted, html`<p>${said.submittedText(on(submittedAt))}</p>`);
    case 'Draft':
      return agreement === null
        ? unsigned(reader, paidAt !== null)
        : signedDraft(reader, paidAt !== null);
  }
}

function unsigned(reader: Spoken, paid: boolean): Html {
  const { submits, submitsText, lead } = say(reader);
  return paid
    ? notice('info', submits, html`<p>${submitsText}</p>`)
    : html`<p class="lead">${lead}</p>`;
}

function signedDraft(reader: Spoken, paid: boolean): Html {
  const { taken, takenText, unpaid, unpaidText } = say(reader);
  return paid
    ? notice('warning', taken, html`<p>${takenText}</p>`)
    : notice('success', unpaid, html`<p>${unpaidText}</p>`);
}
