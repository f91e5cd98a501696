import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { notice } from '../../kernel/pages/text.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { formatReason, questionNotice, questionTitle } from '../../reviews/pages/filing-status.ts';
import { formatWaits } from '../../reviews/pages/format-waits.ts';
import {
  type CertificateStage,
  type CertificateState,
  certificateStage,
} from '../domain/certificate.ts';
import type { CertificateType, RequestableType } from '../domain/certificate-type.ts';
import { certificateKindTexts, certificateStatusTexts } from '../texts/index.ts';

const textsFor = byLocale(certificateStatusTexts);

type Requested = CertificateState & { readonly type: RequestableType };

function stagesOf({ type }: Requested, context: Localized) {
  return textsFor(context).stages(certificateTitle(type, context));
}

export function certificateTitle(type: CertificateType, context: Localized): string {
  return byLocale(certificateKindTexts)(context)[type].name;
}

/** The status of a request in a few words. */
export function certificateStatus(request: Requested, context: Localized): string {
  const stage = certificateStage(request);
  return stage === 'answer' ? questionTitle(context) : stagesOf(request, context)[stage].line;
}

const kinds: Readonly<Record<Exclude<CertificateStage, 'answer'>, 'info' | 'success' | 'warning'>> =
  {
    pay: 'info',
    issuing: 'success',
    review: 'success',
    issued: 'success',
    rejected: 'warning',
    cancelled: 'info',
  };

/** The status of the request, the reason, and the next step. */
export function certificateNotice(
  context: PageContext,
  request: Requested,
  {
    stage,
    waits,
    reviewed,
  }: {
    readonly stage: CertificateStage;
    readonly waits: Waits | null;
    /** Why a reviewer decides after the payment; null if no review is needed. */
    readonly reviewed: 'contested' | 'taxes' | null;
  },
): Content {
  if (stage === 'answer') return questionNotice(context, request);
  const texts = textsFor(context);
  const decided = request.statusId === 'Approved' ? null : reviewed;
  if (decided !== null && stage === 'issuing') {
    return notice(
      'info',
      texts.reviewed.paidTitle,
      html`<p>${texts.reviewed.issuing[decided]}</p>`,
    );
  }
  const { title, text } = stagesOf(request, context)[stage];
  const { referredFor, rejectionReason } = request;
  return notice(kinds[stage], title, [
    html`<p>${decided !== null && stage === 'pay' ? texts.reviewed.pay[decided] : stage === 'cancelled' && request.paidAt !== null ? texts.notRefunded : text}</p>`,
    stage === 'review' && referredFor !== null && html`<p>${texts.referred[referredFor]}</p>`,
    stage === 'review' && waits !== null && html`<p>${formatWaits(waits, context)}</p>`,
    stage === 'rejected' && html`<p>${formatReason(rejectionReason, context)}</p>`,
  ]);
}
