import { button, buttons, type FieldErrors, form, formHead } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type {
  HolderConfirmation,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { identityRows, residencySummary } from './residency-particulars.ts';

export interface HolderPage {
  readonly application: ResidencyApplicationState;
  /** Who sent it; null: no longer known. */
  readonly partner: string | null;
  /** Digest of what the page shows, which is what is confirmed. */
  readonly shown: string;
  /** The reader's confirmation, if it still counts. */
  readonly confirmed: HolderConfirmation | null;
  /** Whether it can be approved only with the reader's confirmation. */
  readonly isNeeded: boolean;
  /** What was sent came too late. */
  readonly late?: 'changed' | 'decided';
  readonly errors?: FieldErrors;
}

const say = words({
  en: {
    kicker: 'Application for residency',
    isYours: 'Is this application yours?',
    one: 'An application for residency',
    account: 'Your account',
    late: {
      changed: {
        title: 'The application has changed',
        text: 'Your answer was not saved because the application changed. The current version is below.',
      },
      decided: { title: 'The application was already decided', text: 'Your answer was not saved.' },
    },
    objected: 'You have objected',
    objectedText: (at: Html) =>
      html`The application was rejected on ${at}, and the registry recorded your objection. Your account did not change.`,
    approved: 'Application approved',
    approvedText:
      'You can no longer object. If the application was not yours, contact the registry.',
    rejected: 'Application not approved',
    reason: (reason: string | null) => `Reason: ${reason}`,
    aPartner: 'A partner of the registry',
    thePartner: 'the partner',
    begun: (sender: string) =>
      `${sender} started an application for residency with your email address. Your account has not changed.`,
    confirmed: 'You confirmed that this application is yours',
    confirmedText: (at: Html) =>
      html`You confirmed on ${at}. If the application changes, we ask you again before approval.`,
    says: 'Application details',
    sentBy: 'Sent by',
    answer: 'Your answer',
    confirmIf: (sender: string) =>
      `Confirm only if you asked ${sender} to apply for you and all the details above are right. After approval, these details replace the ones in your account. After you confirm, ${sender} can see when you last signed in. We can’t approve the application without your confirmation.`,
    notNeeded:
      'You opened your account with the link from this application, so you don’t need to confirm it.',
    objectIf: (sender: string) =>
      `If the application is not yours or you no longer want it, object. We reject it immediately and permanently, record who sent it, and tell ${sender} that someone objected.`,
    confirm: 'Confirm that it is mine',
    object: 'Object to the application',
  },
  es: {
    kicker: 'Solicitud de residencia',
    isYours: '¿Es suya esta solicitud?',
    one: 'Una solicitud de residencia',
    account: 'Su cuenta',
    late: {
      changed: {
        title: 'La solicitud cambió',
        text: 'Su respuesta no se guardó porque la solicitud cambió. Abajo está la versión actual.',
      },
      decided: { title: 'La solicitud ya se decidió', text: 'Su respuesta no se guardó.' },
    },
    objected: 'Usted se opuso',
    objectedText: (at: Html) =>
      html`La solicitud fue rechazada el ${at} y el registro anotó su oposición. Su cuenta no cambió.`,
    approved: 'Solicitud aprobada',
    approvedText: 'Ya no puede oponerse. Si la solicitud no era suya, comuníquese con el registro.',
    rejected: 'Solicitud no aprobada',
    reason: (reason: string | null) => `Motivo: ${reason}`,
    aPartner: 'Una entidad aliada del registro',
    thePartner: 'la entidad aliada',
    begun: (sender: string) =>
      `${sender} inició una solicitud de residencia con su correo electrónico. Su cuenta no ha cambiado.`,
    confirmed: 'Usted confirmó que esta solicitud es suya',
    confirmedText: (at: Html) =>
      html`Usted confirmó el ${at}. Si la solicitud cambia, le preguntaremos de nuevo antes de aprobarla.`,
    says: 'Datos de la solicitud',
    sentBy: 'Enviada por',
    answer: 'Su respuesta',
    confirmIf: (sender: string) =>
      `Confirme solo si le pidió a ${sender} que hiciera la solicitud por usted y todos los datos de arriba son correctos. Después de la aprobación, estos datos reemplazan los de su cuenta. Después de confirmar, ${sender} puede ver cuándo inició sesión usted por última vez. No podemos aprobar la solicitud sin su confirmación.`,
    notNeeded:
      'Usted abrió su cuenta con el enlace de esta solicitud, así que no tiene que confirmarla.',
    objectIf: (sender: string) =>
      `Si la solicitud no es suya o ya no la quiere, opóngase. La rechazamos de inmediato y de forma permanente, registramos quién la envió y avisamos a ${sender} de que alguien se opuso.`,
    confirm: 'Confirmar que es mía',
    object: 'Oponerme a la solicitud',
  },
});

/** A residency application that a partner sent with the reader's address: is it theirs? */
export function holderPage(site: Site, reader: Reader, page: HolderPage): Html {
  const { application, late, errors = {} } = page;
  const { statusId } = application;
  const said = say(site);
  const open = statusId === 'Draft' || statusId === 'Pending Review';
  const title = open && page.isNeeded ? said.isYours : said.one;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      late !== undefined &&
        notice('warning', said.late[late].title, html`<p>${said.late[late].text}</p>`),
      stateOf(site, page),
      particulars(site, page),
      open && question(site, reader, page),
      html`<p class="after"><a href="${href(site, '/portal')}">${said.account}</a></p>`,
    ],
  );
}

function stateOf(site: Site, { application, confirmed, partner }: HolderPage): Content {
  const { statusId, rejectedReason, objectedAt } = application;
  const said = say(site);
  if (objectedAt !== undefined) {
    return notice(
      'success',
      said.objected,
      html`<p>${said.objectedText(instant(objectedAt, site))}</p>`,
    );
  }
  switch (statusId) {
    case 'Approved':
      return notice('info', said.approved, html`<p>${said.approvedText}</p>`);
    case 'Rejected':
      return notice('info', said.rejected, html`<p>${said.reason(rejectedReason)}</p>`);
    default:
      return confirmed === null
        ? html`<p class="lead">${said.begun(partner ?? said.aPartner)}</p>`
        : notice(
            'success',
            said.confirmed,
            html`<p>${said.confirmedText(instant(confirmed.confirmedAt, site))}</p>`,
          );
  }
}

function particulars(site: Site, { application: { data }, partner }: HolderPage): Content {
  const said = say(site);
  return [
    html`<h2>${said.says}</h2>`,
    definitionList([
      partner === null ? null : [said.sentBy, partner],
      ...residencySummary(data, site),
      ...identityRows(data.personalDetails, site),
    ]),
  ];
}

function question(
  site: Site,
  { csrfToken }: Reader,
  { shown, confirmed, partner, isNeeded }: HolderPage,
): Content {
  const said = say(site);
  const sender = partner ?? said.thePartner;
  return [
    html`<h2 id="decision">${said.answer}</h2>`,
    confirmed === null && html`<p>${isNeeded ? said.confirmIf(sender) : said.notNeeded}</p>`,
    html`<p>${said.objectIf(sender)}</p>`,
    form({ csrfToken }, [
      html`<input type="hidden" name="shown" value="${shown}">`,
      buttons(
        confirmed === null &&
          isNeeded &&
          button({ label: said.confirm, name: 'decision', value: 'confirm' }),
        button({ label: said.object, name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
  ];
}
