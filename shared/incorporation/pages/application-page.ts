import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, exact, instant, notice, withAside } from '../../kernel/pages/text.ts';
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
import { formatReason, questionNotice } from '../../reviews/pages/filing-status.ts';
import { formatWaits } from '../../reviews/pages/format-waits.ts';
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

const textsFor = byLocale(applicationPageTexts);

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
  context: PageContext,
  viewer: Viewer,
  view: ApplicationView,
  forms: PageForms,
): Html {
  const texts = textsFor(context);
  const { application, payment } = view;
  const { errors = {}, waited } = forms;
  const name = `${application.name} ${application.extension}`;
  const refresh = refreshOf(payment, href(context, applicationPath(application.id)), waited);
  const head = { ...formHead(name, errors, context), kicker: texts.kicker, refresh };
  return portalLayout(context, viewer, { ...head, section: applicationsPath, isWide: true }, [
    applicationSteps(application, context),
    withAside(
      [
        stateOf(context, viewer, view, forms),
        payment.kind === 'paid' && [
          html`<h2 id="pay">${texts.payment}</h2>`,
          paidLine(context, payment),
        ],
      ],
      [
        html`<h2>${texts.saysWhat}</h2>`,
        definitionList([...particularRows(application, context), ...dates(context, application)]),
        application.statusId === 'Draft' &&
          html`<p class="acts"><a href="${href(context, `${newApplicationPath}?draft=${application.id}`)}">${texts.change}</a></p>`,
      ],
    ),
    (application.statusId === 'Draft' || application.statusId === 'Pending Review') &&
      endingPart(context, {
        ...(isDeletable(application)
          ? { texts: texts.deletion, act: 'delete' }
          : { texts: texts.withdrawal, act: 'withdraw' }),
        progress: payment,
        csrfToken: viewer.csrfToken,
        action: `${applicationPath(application.id)}/end`,
      }),
  ]);
}

function stateOf(
  context: PageContext,
  viewer: Viewer,
  view: ApplicationView,
  forms: PageForms,
): Content {
  const { application } = view;
  const stage = applicationStage(application);
  switch (stage) {
    case 'rename':
      return renamed(context, application.id);
    case 'answer':
      return [questionNotice(context, application), underReview(context, view)];
    case 'review':
      return underReview(context, view);
    case 'approved':
      return approved(context, view);
    case 'rejected':
    case 'withdrawn':
      return rejected(context, view, stage);
    default:
      return draft(context, viewer, view, { forms, stage });
  }
}

function renamed(context: PageContext, id: string): Content {
  const { title, text } = applicationStages(context).rename;
  return [
    notice('warning', title, html`<p>${text}</p>`),
    html`<p>${linkButton(textsFor(context).anotherName, href(context, `${newApplicationPath}?draft=${id}`))}</p>`,
  ];
}

function draft(
  context: PageContext,
  viewer: Viewer,
  view: ApplicationView,
  { forms, stage }: { readonly forms: PageForms; readonly stage: 'sign_and_pay' | 'sign' | 'pay' },
): Content {
  const texts = textsFor(context);
  const { application, waits, payment } = view;
  const { id, agreement, signatureVoidedAt: voidedAt, paidAt } = application;
  const { title, text } = applicationStages(context)[stage];
  const confirming = stage === 'pay' ? texts.onlyConfirmation : texts.signDuringPayment;
  const expected = formatWaits(waits, context);
  return [
    payment.kind === 'under_way'
      ? html`<p class="lead">${confirming} ${expected}</p>`
      : notice('info', title, html`<p>${text} ${expected}</p>`),
    html`<h2>${texts.sign}</h2>`,
    agreement === null
      ? html`${voidedAt !== undefined && html`<p>${texts.signAgain(instant(voidedAt, context))}</p>`}<p>${texts.signText}</p>
<p>${linkButton(texts.readAndSign, href(context, ownerSignaturePath(id)))}</p>`
      : html`<p>${texts.signedOn} ${instant(agreement.signedAt, context)}.</p>`,
    paidAt === null &&
      paymentForms(context, {
        ...forms,
        csrfToken: viewer.csrfToken,
        action: href(context, applicationPath(id)),
        amount: view.fee,
        progress: payment,
      }),
  ];
}

function underReview(context: PageContext, { application, waits }: ApplicationView): Content {
  const { title, text } = applicationStages(context).review;
  const { submittedAt } = application;
  return notice(
    'info',
    title,
    html`<p>${textsFor(context).submittedOn} ${submittedAt !== null && instant(submittedAt, context)}. ${formatWaits(waits, context)} ${text}</p>`,
  );
}

function approved(
  context: PageContext,
  { application, entity, documents }: ApplicationView,
): Content {
  const texts = textsFor(context);
  const { title, text } = applicationStages(context).approved;
  const { approvedAt } = application;
  if (entity?.annulment !== undefined) {
    return notice('warning', texts.annulled, html`<p>${texts.annulledText}</p>`);
  }
  return [
    notice(
      'success',
      title,
      html`<p>${text} ${texts.decidedOn} ${approvedAt !== null && instant(approvedAt, context)}${
        entity !== null && [
          `. ${texts.permitNumber} `,
          html`<strong>${exact(entity.residentPermitNumber)}</strong>`,
        ]
      }.</p>`,
    ),
    entity === null
      ? html`<p>${texts.notRepresented}</p>`
      : [
          html`<p><a href="${href(context, entityPath(entity.id))}">${texts.seeEntity}</a></p>`,
          html`<h2 id="documents">${texts.documents}</h2>`,
          documents.length === 0
            ? html`<p>${texts.documentsSoon}</p>`
            : html`<dl>${documents.map(
                ({ id, name, createdAt }) =>
                  html`<div><dt>${instant(createdAt, context)}</dt><dd><a href="${href(context, entityDocumentPath(entity.id, id))}">${name}</a></dd></div>`,
              )}</dl>`,
        ],
  ];
}

function rejected(
  context: PageContext,
  { application, payment }: ApplicationView,
  stage: 'rejected' | 'withdrawn',
): Content {
  const texts = textsFor(context);
  const { title, text } = applicationStages(context)[stage];
  const { id, rejectedAt, rejectedReason } = application;
  return [
    stage === 'withdrawn'
      ? notice('info', title, [
          html`<p>${texts.withdrawnOn} ${rejectedAt !== null && instant(rejectedAt, context)}.</p>`,
          payment.kind === 'paid' && html`<p>${texts.notRefunded}</p>`,
        ])
      : notice('warning', title, [
          html`<p>${texts.decidedOn} ${rejectedAt !== null && instant(rejectedAt, context)}.</p>`,
          html`<p>${formatReason(rejectedReason, context)}</p>`,
        ]),
    html`<p>${text}</p>
<p>${linkButton(texts.again, href(context, `${newApplicationPath}?from=${id}`))}</p>`,
  ];
}

function dates(
  context: PageContext,
  { agreement, paidAt, submittedAt, createdAt }: ApplicationView['application'],
) {
  const texts = textsFor(context);
  return [
    [texts.started, instant(createdAt, context)] as const,
    agreement === null ? null : ([texts.signed, instant(agreement.signedAt, context)] as const),
    paidAt === null ? null : ([texts.paid, instant(paidAt, context)] as const),
    submittedAt === null ? null : ([texts.submitted, instant(submittedAt, context)] as const),
  ];
}
