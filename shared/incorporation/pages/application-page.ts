import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PaymentProgress } from '../../payments/domain/payment.ts';
import {
  type PageForms,
  paidLine,
  paymentForms,
  refreshOf,
} from '../../payments/pages/payment-forms.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { applicationPath, newApplicationPath } from '../contracts/portal-application.ts';
import { ownerSignaturePath } from '../contracts/signature.ts';
import type { ApplicationState } from '../domain/application.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';
import { expectedIn } from './wait-in-words.ts';

const say = words({
  en: {
    kicker: 'Application to register a legal entity',
    saysWhat: 'What the application says',
    change: 'Change the application',
    nameTaken: 'The name was registered by someone else',
    nameTakenText:
      'Your signature and your payment are kept, but the application cannot go to the registry under this name. Choose another name and sign again; nothing has to be paid twice.',
    anotherName: 'Choose another name',
    signAndPay:
      'Two steps are left, in any order: sign the agreement and pay the fee. Then the application goes to the registry.',
    onlySign: 'One step is left: sign the agreement. Then the application goes to the registry.',
    onlyPay: 'One step is left: pay the fee. Then the application goes to the registry.',
    signMeanwhile:
      'One step is left for you: sign the agreement. When the payment is confirmed as well, the application goes to the registry.',
    onlyConfirmation: 'As soon as your payment is confirmed, the application goes to the registry.',
    sign: 'Sign the agreement',
    signAgain: (at: Html) =>
      html`The application was changed on ${at}, so the signature that was given before is no longer valid.`,
    signText: 'Read the Agreement of Coexistence and sign it with your name.',
    readAndSign: 'Read and sign',
    signedOn: 'Signed on',
    payment: 'Payment',
    question: 'The registry has a question',
    questionText: 'The application waits for your answer.',
    answer: 'Read and answer the question',
    underReview: 'The application is under review',
    underReviewSince: 'It has been with the registry since',
    told: 'You will be told the decision by mail.',
    approved: 'The legal entity is registered',
    approvedOn: 'It was registered on',
    permitNumber: 'Its resident permit number is',
    notRepresented: 'You do not represent it any more, so its documents are not shown here.',
    annulled: 'The registration was annulled',
    annulledText:
      'It was a mistake of the registry and counts as never made. You were told why by mail.',
    seeEntity: 'See the legal entity',
    documents: 'Documents',
    documentsSoon: 'They are being made. Load the page again in a minute.',
    linksEnd: 'The links work for an hour. Load the page again for new ones.',
    rejected: 'The application was not approved',
    rejectedOn: 'It was decided on',
    reason: 'The reason:',
    noReason: 'none was given.',
    againText:
      'You can begin a new application with what you filled in, and change what has to be changed.',
    again: 'Start again from this one',
    begun: 'Begun',
    signed: 'Signed',
    paid: 'Paid',
    submitted: 'Sent to the registry',
  },
  es: {
    kicker: 'Solicitud de registro de una persona jurídica',
    saysWhat: 'Lo que dice la solicitud',
    change: 'Cambiar la solicitud',
    nameTaken: 'Otra persona ha registrado el nombre',
    nameTakenText:
      'Su firma y su pago se conservan, pero la solicitud no puede enviarse al registro con este nombre. Elija otro nombre y firme de nuevo; no hay que pagar dos veces.',
    anotherName: 'Elegir otro nombre',
    signAndPay:
      'Faltan dos pasos, en cualquier orden: firmar el acuerdo y pagar la tasa. Después la solicitud se envía al registro.',
    onlySign: 'Falta un paso: firmar el acuerdo. Después la solicitud se envía al registro.',
    onlyPay: 'Falta un paso: pagar la tasa. Después la solicitud se envía al registro.',
    signMeanwhile:
      'Le falta un paso: firmar el acuerdo. Cuando además se confirme el pago, la solicitud se envía al registro.',
    onlyConfirmation: 'En cuanto se confirme su pago, la solicitud se envía al registro.',
    sign: 'Firmar el acuerdo',
    signAgain: (at: Html) =>
      html`La solicitud cambió el ${at}, así que la firma anterior ya no es válida.`,
    signText: 'Lea el Acuerdo de Convivencia y fírmelo con su nombre.',
    readAndSign: 'Leer y firmar',
    signedOn: 'Firmado el',
    payment: 'Pago',
    question: 'El registro tiene una pregunta',
    questionText: 'La solicitud espera su respuesta.',
    answer: 'Leer y responder la pregunta',
    underReview: 'La solicitud está en revisión',
    underReviewSince: 'Está en el registro desde el',
    told: 'Le comunicaremos la decisión por correo.',
    approved: 'La persona jurídica está registrada',
    approvedOn: 'Se registró el',
    permitNumber: 'Su número de permiso de residente es',
    notRepresented: 'Usted ya no la representa, por eso sus documentos no se muestran aquí.',
    annulled: 'La inscripción fue anulada',
    annulledText: 'Fue un error, y se considera como no hecha. Le explicamos el motivo por correo.',
    seeEntity: 'Ver la persona jurídica',
    documents: 'Documentos',
    documentsSoon: 'Se están preparando. Vuelva a cargar la página en un minuto.',
    linksEnd: 'Los enlaces funcionan durante una hora. Vuelva a cargar la página para renovarlos.',
    rejected: 'La solicitud no fue aprobada',
    rejectedOn: 'Se decidió el',
    reason: 'El motivo:',
    noReason: 'no se indicó ninguno.',
    againText:
      'Puede empezar una solicitud nueva con lo que ya escribió y cambiar lo que haga falta.',
    again: 'Empezar de nuevo a partir de esta',
    begun: 'Empezada',
    signed: 'Firmada',
    paid: 'Pagada',
    submitted: 'Enviada al registro',
  },
});

export interface ApplicationView {
  readonly application: ApplicationState &
    ShownApplication & { readonly id: string; readonly createdAt: string };
  readonly fee: { readonly amountCents: number; readonly currency: string };
  readonly payment: PaymentProgress;
  readonly waits: Waits | null;
  readonly entity: {
    readonly id: string;
    readonly residentPermitNumber: string;
    readonly annulment?: object | undefined;
  } | null;
  readonly documents: readonly {
    readonly id: string;
    readonly name: string;
    readonly fileUrl: string;
    readonly createdAt: string;
  }[];
}

/** One's own application to register a legal entity: how it stands, what is to be done, and what it says. */
export function applicationPage(
  site: Site,
  reader: Reader,
  shown: ApplicationView,
  forms: PageForms,
): Html {
  const said = say(site);
  const { application, payment } = shown;
  const { errors = {}, waited } = forms;
  const name = `${application.name} ${application.extension}`;
  const refresh = refreshOf(payment, href(site, applicationPath(application.id)), waited);
  const head = { ...formHead(name, errors, site), kicker: said.kicker, refresh };
  return portalLayout(site, reader, { ...head, place: '/portal/applications' }, [
    stateOf(site, reader, shown, forms),
    payment.kind === 'paid' && [html`<h2 id="pay">${said.payment}</h2>`, paidLine(site, payment)],
    html`<h2>${said.saysWhat}</h2>`,
    definitionList([...particularRows(application, site), ...dates(site, application)]),
    application.statusId === 'Draft' &&
      html`<p class="acts"><a href="${href(site, `${newApplicationPath}?draft=${application.id}`)}">${said.change}</a></p>`,
  ]);
}

function stateOf(site: Site, reader: Reader, shown: ApplicationView, forms: PageForms): Content {
  switch (shown.application.statusId) {
    case 'Draft':
      return draft(site, reader, shown, forms);
    case 'Pending Review':
      return underReview(site, shown);
    case 'Approved':
      return approved(site, shown);
    case 'Rejected':
      return rejected(site, shown);
  }
}

function draft(site: Site, reader: Reader, shown: ApplicationView, forms: PageForms): Content {
  const said = say(site);
  const { application, waits, payment } = shown;
  const { id, agreement, signatureVoidedAt: voidedAt, paidAt } = application;
  if (agreement !== null && paidAt !== null) {
    return [
      notice('warning', said.nameTaken, html`<p>${said.nameTakenText}</p>`),
      html`<p>${linkButton(said.anotherName, href(site, `${newApplicationPath}?draft=${id}`))}</p>`,
    ];
  }
  return [
    html`<p class="lead">${leftToDo(shown, site)} ${expectedIn(waits, site)}</p>`,
    html`<h2>${said.sign}</h2>`,
    agreement === null
      ? html`${voidedAt !== undefined && html`<p>${said.signAgain(instant(voidedAt, site))}</p>`}<p>${said.signText}</p>
<p>${linkButton(said.readAndSign, href(site, ownerSignaturePath(id)))}</p>`
      : html`<p>${said.signedOn} ${instant(agreement.signedAt, site)}.</p>`,
    paidAt === null &&
      paymentForms(site, {
        ...forms,
        csrfToken: reader.csrfToken,
        action: href(site, applicationPath(id)),
        amount: shown.fee,
        progress: payment,
      }),
  ];
}

function leftToDo({ application, payment }: ApplicationView, site: Site): string {
  const said = say(site);
  const { agreement, paidAt } = application;
  const underWay = payment.kind === 'under_way';
  if (agreement === null) {
    if (paidAt !== null) return said.onlySign;
    return underWay ? said.signMeanwhile : said.signAndPay;
  }
  return underWay ? said.onlyConfirmation : said.onlyPay;
}

function underReview(site: Site, { application, waits }: ApplicationView): Content {
  const said = say(site);
  const { informationRequest, submittedAt } = application;
  const asked = isInformationRequired(application, true) ? informationRequest : undefined;
  return [
    asked !== undefined && [
      notice('warning', said.question, html`<p>${said.questionText}</p>`),
      html`<p>${linkButton(said.answer, href(site, informationPath(asked.reviewId)))}</p>`,
    ],
    notice(
      'info',
      said.underReview,
      html`<p>${said.underReviewSince} ${submittedAt !== null && instant(submittedAt, site)}. ${expectedIn(waits, site)} ${said.told}</p>`,
    ),
  ];
}

function approved(site: Site, { application, entity, documents }: ApplicationView): Content {
  const said = say(site);
  const { approvedAt } = application;
  if (entity?.annulment !== undefined) {
    return notice('warning', said.annulled, html`<p>${said.annulledText}</p>`);
  }
  return [
    notice(
      'success',
      said.approved,
      html`<p>${said.approvedOn} ${approvedAt !== null && instant(approvedAt, site)}${
        entity !== null && [
          `. ${said.permitNumber} `,
          html`<strong>${exact(entity.residentPermitNumber)}</strong>`,
        ]
      }.</p>`,
    ),
    entity === null
      ? html`<p>${said.notRepresented}</p>`
      : [
          html`<p><a href="${href(site, `/portal/legal-entities/${entity.id}`)}">${said.seeEntity}</a></p>`,
          html`<h2 id="documents">${said.documents}</h2>`,
          documents.length === 0
            ? html`<p>${said.documentsSoon}</p>`
            : html`<dl>${documents.map(
                ({ name, fileUrl, createdAt }) =>
                  html`<div><dt>${instant(createdAt, site)}</dt><dd><a href="${fileUrl}">${name}</a></dd></div>`,
              )}</dl>
<p class="fine">${said.linksEnd}</p>`,
        ],
  ];
}

function rejected(site: Site, { application }: ApplicationView): Content {
  const said = say(site);
  const { id, rejectedAt, rejectedReason } = application;
  return [
    notice(
      'warning',
      said.rejected,
      html`<p>${said.rejectedOn} ${rejectedAt !== null && instant(rejectedAt, site)}. ${said.reason} ${rejectedReason ?? said.noReason}</p>`,
    ),
    html`<p>${said.againText}</p>
<p>${linkButton(said.again, href(site, `${newApplicationPath}?from=${id}`))}</p>`,
  ];
}

function dates(
  site: Site,
  { agreement, paidAt, submittedAt, createdAt }: ApplicationView['application'],
) {
  const said = say(site);
  return [
    [said.begun, instant(createdAt, site)] as const,
    agreement === null ? null : ([said.signed, instant(agreement.signedAt, site)] as const),
    paidAt === null ? null : ([said.paid, instant(paidAt, site)] as const),
    submittedAt === null ? null : ([said.submitted, instant(submittedAt, site)] as const),
  ];
}
