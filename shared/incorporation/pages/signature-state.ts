import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ApplicationState } from '../domain/application.ts';

const say = words({
  en: {
    approved: 'The application was approved',
    approvedText: (at: Content) => html`The legal entity was registered on ${at}.`,
    rejected: 'The application was rejected',
    rejectedText: (at: Content) =>
      html`It was decided on ${at}. The applicant was told the reason.`,
    submitted: 'The application was submitted',
    submittedText: (at: Content) =>
      html`It has been under review since ${at}. The applicant will be told the decision.`,
    submits: 'Signing submits the application',
    submitsText:
      'The fee is paid. As soon as the agreement is signed, the application goes to the registry for review.',
    lead: 'Read the application and the agreement, then sign below. The application goes to the registry for review once it is signed and its fee is paid.',
    taken: 'The name was registered by someone else',
    takenText:
      'The signature counts and the fee stays paid, but the application cannot be submitted under this name. The registry will contact the applicant.',
    unpaid: 'Thank you. The application waits for its payment',
    unpaidText:
      'It is submitted for review as soon as the fee is paid. There is nothing more to sign.',
  },
  es: {
    approved: 'La solicitud fue aprobada',
    approvedText: (at: Content) => html`La persona jurídica se registró el ${at}.`,
    rejected: 'La solicitud fue rechazada',
    rejectedText: (at: Content) =>
      html`Se decidió el ${at}. Se comunicó el motivo a quien la presentó.`,
    submitted: 'La solicitud fue presentada',
    submittedText: (at: Content) =>
      html`Está en revisión desde el ${at}. Se comunicará la decisión a quien la presentó.`,
    submits: 'Al firmar se presenta la solicitud',
    submitsText:
      'La tasa está pagada. En cuanto se firme el acuerdo, la solicitud pasa al registro para su revisión.',
    lead: 'Lea la solicitud y el acuerdo, y firme abajo. Vale su texto en inglés. La solicitud pasa al registro para su revisión cuando esté firmada y su tasa pagada.',
    taken: 'Otra persona registró este nombre',
    takenText:
      'La firma vale y la tasa queda pagada, pero la solicitud no se puede presentar con este nombre. El registro se pondrá en contacto con quien la hizo.',
    unpaid: 'Gracias. La solicitud espera su pago',
    unpaidText:
      'Se presenta para su revisión en cuanto se pague la tasa. No hay nada más que firmar.',
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
