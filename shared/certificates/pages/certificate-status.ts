import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { questionNotice, questionTitle, reasonInWords } from '../../reviews/pages/filing-status.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
import {
  type CertificateStage,
  type CertificateState,
  certificateStage,
} from '../domain/certificate.ts';
import type { CertificateType, RequestableType } from '../domain/certificate-type.ts';
import { certificateKindTexts, certificateStatusTexts } from '../texts/index.ts';

const say = words(certificateStatusTexts);

type Requested = CertificateState & { readonly type: RequestableType };

function stagesOf({ type }: Requested, reader: Spoken) {
  return say(reader).stages(certificateTitle(type, reader));
}

export function certificateTitle(type: CertificateType, reader: Spoken): string {
  return words(certificateKindTexts)(reader)[type].name;
}

/** The status of a request in a few words. */
export function certificateStatus(request: Requested, reader: Spoken): string {
  const stage = certificateStage(request);
  return stage === 'answer' ? questionTitle(reader) : stagesOf(request, reader)[stage].line;
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
  site: Site,
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
  if (stage === 'answer') return questionNotice(site, request);
  const said = say(site);
  const decided = request.statusId === 'Approved' ? null : reviewed;
  if (decided !== null && stage === 'issuing') {
    return notice('info', said.reviewed.paidTitle, html`<p>${said.reviewed.issuing[decided]}</p>`);
  }
  const { title, text } = stagesOf(request, site)[stage];
  const { referredFor, rejectionReason } = request;
  return notice(kinds[stage], title, [
    html`<p>${decided !== null && stage === 'pay' ? said.reviewed.pay[decided] : stage === 'cancelled' && request.paidAt !== null ? said.notRefunded : text}</p>`,
    stage === 'review' && referredFor !== null && html`<p>${said.referred[referredFor]}</p>`,
    stage === 'review' && waits !== null && html`<p>${waitsInWords(waits, site)}</p>`,
    stage === 'rejected' && html`<p>${reasonInWords(rejectionReason, site)}</p>`,
  ]);
}
