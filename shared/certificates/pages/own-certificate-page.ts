import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { buttons, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
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

const say = words(ownCertificatePageTexts);

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
  site: Site,
  reader: Reader,
  shown: CertificateRequestOnPage,
  forms: PageForms,
): Html {
  const { request, entity, fee, waits, payment } = shown;
  const { errors = {}, waited } = forms;
  const said = say(site);
  const stage = certificateStage(request);
  const title = certificateTitle(request.type, site);
  const path = href(site, certificatePath(request.entityId, request.id));
  const underWay = payment.kind === 'under_way';
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: fullName(entity),
      place: '/portal/legal-entities',
      refresh: stage === 'pay' ? refreshOf(payment, path, waited) : undefined,
    },
    [
      !(stage === 'pay' && underWay) &&
        certificateNotice(site, request, { stage, waits, reviewed: shown.reviewed }),
      acts(site, shown, stage),
      html`<h2>${said.request}</h2>`,
      particulars(site, shown),
      paidLine(site, payment),
      stage === 'pay' &&
        paymentForms(site, {
          ...forms,
          csrfToken: reader.csrfToken,
          action: `${path}/pay`,
          amount: fee,
          progress: payment,
        }),
      isCancellable(request) &&
        endingPart(site, {
          what: 'certificate',
          progress: payment,
          csrfToken: reader.csrfToken,
          action: `${certificatePath(request.entityId, request.id)}/cancel`,
        }),
      html`<p class="after"><a href="${href(site, entityPath(request.entityId))}">${said.entity(fullName(entity))}</a></p>`,
    ],
  );
}

function acts(site: Site, { request }: CertificateRequestOnPage, stage: CertificateStage): Content {
  const said = say(site);
  const { type, entityId, documentId, verificationCode } = request;
  if (stage === 'issued' && documentId !== null) {
    return buttons(
      linkButton(said.open, href(site, entityDocumentPath(entityId, documentId))),
      verificationCode !== null &&
        linkButton(said.verify, href(site, `/certificates/${verificationCode}`), 'secondary'),
    );
  }
  if (stage !== 'rejected' && stage !== 'cancelled') return null;
  return buttons(linkButton(said.again, href(site, newCertificatePath(entityId, type))));
}

function particulars(site: Site, { request }: CertificateRequestOnPage): Html {
  const said = say(site);
  const { createdAt, issuedAt, taxContestNote, verificationCode } = request;
  return definitionList([
    [said.requested, instant(createdAt, site)],
    taxContestNote === null ? null : [said.note, taxContestNote],
    issuedAt === null ? null : [said.issued, instant(issuedAt, site)],
    verificationCode === null ? null : [said.code, exact(inGroups(verificationCode))],
  ]);
}
