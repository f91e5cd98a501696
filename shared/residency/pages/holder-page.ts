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
        text: 'Your answer was about what it said before, and was not recorded. This is what it says now.',
      },
      decided: { title: 'It was decided meanwhile', text: 'Your answer was not recorded.' },
    },
    objected: 'You have objected',
    objectedText: (at: Html) =>
      html`The application was rejected on ${at}, and the registry has taken note. Your account is as it was.`,
    approved: 'It was approved',
    approvedText: 'It can’t be objected to any more. If it was not yours, write to the registry.',
    rejected: 'It was not approved',
    reason: (reason: string | null) => `The reason: ${reason}`,
    aPartner: 'A partner of the registry',
    thePartner: 'the partner',
    begun: (sender: string) =>
      `${sender} has begun an application for residency with your e-mail address. Nothing in your account has changed.`,
    confirmed: 'You have confirmed that it is yours',
    confirmedText: (at: Html) =>
      html`On ${at}. If what it says is changed, we will ask you again before it is approved.`,
    says: 'What the application says',
    sentBy: 'Sent by',
    answer: 'Your answer',
    confirmIf: (sender: string) =>
      `Confirm it only if you have asked ${sender} to apply for you, and everything above is right. When the application is approved, these particulars replace those of your account. Once you have confirmed, ${sender} sees when you last signed in. Without your confirmation the application can’t be approved.`,
    notNeeded:
      'You opened your account with the link of this application, so you do not have to confirm it.',
    objectIf: (sender: string) =>
      `If it is not yours, or you do not want it any more, object: it is rejected at once, for good, the registry takes note of who sent it, and ${sender} is told that somebody has objected.`,
    confirm: 'It is mine: confirm',
    object: 'Object to it',
  },
  es: {
    kicker: 'Solicitud de residencia',
    isYours: '¿Es suya esta solicitud?',
    one: 'Una solicitud de residencia',
    account: 'Su cuenta',
    late: {
      changed: {
        title: 'La solicitud cambió entretanto',
        text: 'Su respuesta se refería a lo que decía antes y no se registró. Esto es lo que dice ahora.',
      },
      decided: { title: 'Se decidió entretanto', text: 'Su respuesta no se registró.' },
    },
    objected: 'Usted se opuso',
    objectedText: (at: Html) =>
      html`La solicitud fue rechazada el ${at} y el registro tomó nota. Su cuenta sigue como estaba.`,
    approved: 'Fue aprobada',
    approvedText: 'Ya no es posible oponerse. Si no era suya, escriba al registro.',
    rejected: 'No fue aprobada',
    reason: (reason: string | null) => `El motivo: ${reason}`,
    aPartner: 'Una entidad aliada del registro',
    thePartner: 'la entidad aliada',
    begun: (sender: string) =>
      `${sender} inició una solicitud de residencia con su correo electrónico. Nada ha cambiado en su cuenta.`,
    confirmed: 'Usted confirmó que es suya',
    confirmedText: (at: Html) =>
      html`El ${at}. Si cambia lo que dice, le preguntaremos de nuevo antes de aprobarla.`,
    says: 'Lo que dice la solicitud',
    sentBy: 'Enviada por',
    answer: 'Su respuesta',
    confirmIf: (sender: string) =>
      `Confírmela solo si usted le pidió a ${sender} que la hiciera por usted y todo lo anterior es correcto. Cuando se apruebe la solicitud, estos datos reemplazarán los de su cuenta. Una vez que confirme, ${sender} verá cuándo inició sesión por última vez. Sin su confirmación la solicitud no se puede aprobar.`,
    notNeeded:
      'Usted abrió su cuenta con el enlace de esta solicitud, así que no tiene que confirmarla.',
    objectIf: (sender: string) =>
      `Si no es suya, o ya no la quiere, opóngase: se rechaza de inmediato y para siempre, el registro toma nota de quién la envió y se avisa a ${sender} de que alguien se opuso.`,
    confirm: 'Es mía: confirmar',
    object: 'Oponerme',
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
