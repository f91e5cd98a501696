import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PaymentProgress } from '../../payments/domain/payment.ts';
import { endingPart } from '../../payments/pages/ending-part.ts';
import {
  type PageForms,
  paidLine,
  paymentForms,
  refreshOf,
} from '../../payments/pages/payment-forms.ts';
import { entityDocumentPath, entityPath } from '../../registry/contracts/own-entities-contract.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { questionNotice, reasonInWords } from '../../reviews/pages/filing-status.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
import {
  applicationPath,
  applicationsPath,
  newApplicationPath,
} from '../contracts/portal-application.ts';
import { ownerSignaturePath } from '../contracts/signature.ts';
import { type ApplicationState, applicationStage, isDeletable } from '../domain/application.ts';
import { applicationPageTexts } from '../texts/index.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';
import { applicationStages, applicationSteps } from './application-status.ts';

const say = words(applicationPageTexts);

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
    readonly createdAt: string;
  }[];
}

/** The owner's page of an application to register a legal entity: its status, what to do next, and its contents. */
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
  return portalLayout(site, reader, { ...head, place: applicationsPath }, [
    applicationSteps(application, site),
    stateOf(site, reader, shown, forms),
    payment.kind === 'paid' && [html`<h2 id="pay">${said.payment}</h2>`, paidLine(site, payment)],
    html`<h2>${said.saysWhat}</h2>`,
    definitionList([...particularRows(application, site), ...dates(site, application)]),
    application.statusId === 'Draft' &&
      html`<p class="acts"><a href="${href(site, `${newApplicationPath}?draft=${application.id}`)}">${said.change}</a></p>`,
    (application.statusId === 'Draft' || application.statusId === 'Pending Review') &&
      endingPart(site, {
        what: isDeletable(application) ? 'draft' : 'application',
        progress: payment,
        csrfToken: reader.csrfToken,
        action: `${applicationPath(application.id)}/end`,
      }),
  ]);
}

function stateOf(site: Site, reader: Reader, shown: ApplicationView, forms: PageForms): Content {
  const { application } = shown;
  const stage = applicationStage(application);
  switch (stage) {
    case 'rename':
      return renamed(site, application.id);
    case 'answer':
      return [questionNotice(site, application), underReview(site, shown)];
    case 'review':
      return underReview(site, shown);
    case 'approved':
      return approved(site, shown);
    case 'rejected':
    case 'withdrawn':
      return rejected(site, shown, stage);
    default:
      return draft(site, reader, shown, { forms, stage });
  }
}

function renamed(site: Site, id: string): Content {
  const { title, text } = applicationStages(site).rename;
  return [
    notice('warning', title, html`<p>${text}</p>`),
    html`<p>${linkButton(say(site).anotherName, href(site, `${newApplicationPath}?draft=${id}`))}</p>`,
  ];
}

function draft(
  site: Site,
  reader: Reader,
  shown: ApplicationView,
  { forms, stage }: { readonly forms: PageForms; readonly stage: 'sign_and_pay' | 'sign' | 'pay' },
): Content {
  const said = say(site);
  const { application, waits, payment } = shown;
  const { id, agreement, signatureVoidedAt: voidedAt, paidAt } = application;
  const { title, text } = applicationStages(site)[stage];
  const confirming = stage === 'pay' ? said.onlyConfirmation : said.signDuringPayment;
  const expected = waitsInWords(waits, site);
  return [
    payment.kind === 'under_way'
      ? html`<p class="lead">${confirming} ${expected}</p>`
      : notice('info', title, html`<p>${text} ${expected}</p>`),
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

function underReview(site: Site, { application, waits }: ApplicationView): Content {
  const { title, text } = applicationStages(site).review;
  const { submittedAt } = application;
  return notice(
    'info',
    title,
    html`<p>${say(site).submittedOn} ${submittedAt !== null && instant(submittedAt, site)}. ${waitsInWords(waits, site)} ${text}</p>`,
  );
}

function approved(site: Site, { application, entity, documents }: ApplicationView): Content {
  const said = say(site);
  const { title, text } = applicationStages(site).approved;
  const { approvedAt } = application;
  if (entity?.annulment !== undefined) {
    return notice('warning', said.annulled, html`<p>${said.annulledText}</p>`);
  }
  return [
    notice(
      'success',
      title,
      html`<p>${text} ${said.decidedOn} ${approvedAt !== null && instant(approvedAt, site)}${
        entity !== null && [
          `. ${said.permitNumber} `,
          html`<strong>${exact(entity.residentPermitNumber)}</strong>`,
        ]
      }.</p>`,
    ),
    entity === null
      ? html`<p>${said.notRepresented}</p>`
      : [
          html`<p><a href="${href(site, entityPath(entity.id))}">${said.seeEntity}</a></p>`,
          html`<h2 id="documents">${said.documents}</h2>`,
          documents.length === 0
            ? html`<p>${said.documentsSoon}</p>`
            : html`<dl>${documents.map(
                ({ id, name, createdAt }) =>
                  html`<div><dt>${instant(createdAt, site)}</dt><dd><a href="${href(site, entityDocumentPath(entity.id, id))}">${name}</a></dd></div>`,
              )}</dl>`,
        ],
  ];
}

function rejected(
  site: Site,
  { application, payment }: ApplicationView,
  stage: 'rejected' | 'withdrawn',
): Content {
  const said = say(site);
  const { title, text } = applicationStages(site)[stage];
  const { id, rejectedAt, rejectedReason } = application;
  return [
    stage === 'withdrawn'
      ? notice('info', title, [
          html`<p>${said.withdrawnOn} ${rejectedAt !== null && instant(rejectedAt, site)}.</p>`,
          payment.kind === 'paid' && html`<p>${said.notRefunded}</p>`,
        ])
      : notice('warning', title, [
          html`<p>${said.decidedOn} ${rejectedAt !== null && instant(rejectedAt, site)}.</p>`,
          html`<p>${reasonInWords(rejectedReason, site)}</p>`,
        ]),
    html`<p>${text}</p>
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
