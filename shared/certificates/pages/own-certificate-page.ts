import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { buttons, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { copyPart } from '../../kernel/pages/secret-part.ts';
import { definitionList, exact, instant } from '../../kernel/pages/text.ts';
import type { PaymentProgress } from '../../payments/domain/payment.ts';
import { endingPart } from '../../payments/pages/ending-part.ts';
import {
  type PageForms,
  type PaymentForms,
  paidLine,
  paymentForms,
  refreshOf,
} from '../../payments/pages/payment-forms.ts';
import { entityDocumentPath, entityPath } from '../../registry/contracts/own-entities-contract.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { certificatePath, newCertificatePath } from '../contracts/portal-certificates-contract.ts';
import {
  type CertificateStage,
  type CertificateState,
  certificateStage,
  isCancellable,
} from '../domain/certificate.ts';
import type { RequestableType } from '../domain/certificate-type.ts';
import { inGroups } from '../domain/verification-code.ts';
import { ownCertificatePageTexts } from '../texts/index.ts';
import { certificateNotice, certificateTitle } from './certificate-status.ts';

const textsFor = byLocale(ownCertificatePageTexts);

export interface CertificateRequestOnPage {
  readonly request: CertificateState & {
    readonly type: RequestableType;
    readonly id: string;
    readonly entityId: string;
    readonly taxContestNote: string | null;
    readonly createdAt: string;
  };
  readonly entity: CompanyName;
  readonly fee: PaymentForms['amount'];
  /** Why a reviewer decides after the payment; null if no review is currently needed. */
  readonly reviewed: 'contested' | 'taxes' | null;
  readonly payment: PaymentProgress;
  /** Recent decision times; null if unknown. */
  readonly waits: Waits | null;
}

/** The page of a certificate request: its status, the next step, and finally the certificate. */
export function ownCertificatePage(
  context: PageContext,
  viewer: Viewer,
  view: CertificateRequestOnPage,
  forms: PageForms,
): Html {
  const { request, entity, fee, waits, payment } = view;
  const { errors = {}, waited } = forms;
  const texts = textsFor(context);
  const stage = certificateStage(request);
  const title = certificateTitle(request.type, context);
  const path = href(context, certificatePath(request.entityId, request.id));
  const underWay = payment.kind === 'under_way';
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: fullName(entity),
      section: '/portal/legal-entities',
      refresh: stage === 'pay' ? refreshOf(payment, path, waited) : undefined,
    },
    [
      !(stage === 'pay' && underWay) &&
        certificateNotice(context, request, { stage, waits, reviewed: view.reviewed }),
      acts(context, view, stage),
      html`<h2>${texts.request}</h2>`,
      particulars(context, view),
      paidLine(context, payment),
      stage === 'pay' &&
        paymentForms(context, {
          ...forms,
          csrfToken: viewer.csrfToken,
          action: `${path}/pay`,
          amount: fee,
          progress: payment,
        }),
      isCancellable(request) &&
        endingPart(context, {
          texts: texts.ending,
          act: 'withdraw',
          progress: payment,
          csrfToken: viewer.csrfToken,
          action: `${certificatePath(request.entityId, request.id)}/cancel`,
        }),
      html`<p class="after"><a href="${href(context, entityPath(request.entityId))}">${texts.entity(fullName(entity))}</a></p>`,
    ],
  );
}

function acts(
  context: PageContext,
  { request }: CertificateRequestOnPage,
  stage: CertificateStage,
): Content {
  const texts = textsFor(context);
  const { type, entityId, documentId, verificationCode } = request;
  if (stage === 'issued' && documentId !== null) {
    return buttons(
      linkButton(texts.open, href(context, entityDocumentPath(entityId, documentId))),
      verificationCode !== null &&
        linkButton(texts.verify, href(context, `/certificates/${verificationCode}`), 'secondary'),
    );
  }
  if (stage !== 'rejected' && stage !== 'cancelled') return null;
  return buttons(linkButton(texts.again, href(context, newCertificatePath(entityId, type))));
}

/** The address to send to anyone who should verify the certificate. */
function verificationLink(context: PageContext, code: string): Html {
  const url = `${context.baseUrl}/certificates/${code}`;
  return html`<br><a class="exact" href="${url}" data-copy>${url}</a>${copyPart(context)}`;
}

function particulars(context: PageContext, { request }: CertificateRequestOnPage): Html {
  const texts = textsFor(context);
  const { createdAt, issuedAt, taxContestNote, verificationCode } = request;
  return definitionList([
    [texts.requested, instant(createdAt, context)],
    taxContestNote === null ? null : [texts.note, taxContestNote],
    issuedAt === null ? null : [texts.issued, instant(issuedAt, context)],
    verificationCode === null
      ? null
      : [
          texts.code,
          [exact(inGroups(verificationCode)), verificationLink(context, verificationCode)],
        ],
  ]);
}
