import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
import type { CertificateState } from '../domain/certificate.ts';
import type { CertificateStage } from '../domain/certificate-stage.ts';
import { certificateNoticeTexts } from '../texts/index.ts';

const say = words(certificateNoticeTexts);

const kinds: Readonly<Record<CertificateStage, 'info' | 'success' | 'warning'>> = {
  pay: 'info',
  issuing: 'success',
  answer: 'warning',
  review: 'success',
  issued: 'success',
  rejected: 'warning',
  cancelled: 'info',
};

/** How the request stands, why, and what comes next. */
export function certificateNotice(
  site: Site,
  request: CertificateState,
  {
    stage,
    waits,
    reviewed,
  }: {
    readonly stage: CertificateStage;
    readonly waits: Waits | null;
    /** Why a reviewer decides after the payment; null: nobody does. */
    readonly reviewed: 'contested' | 'taxes' | null;
  },
): Html {
  const said = say(site);
  const decided = request.statusId === 'Approved' ? null : reviewed;
  if (decided !== null && stage === 'issuing') {
    return notice('info', said.reviewed.paidTitle, html`<p>${said.reviewed.issuing[decided]}</p>`);
  }
  const { title, text } = said.stages[stage];
  const { referredFor, rejectionReason } = request;
  return notice(kinds[stage], title, [
    html`<p>${decided !== null && stage === 'pay' ? said.reviewed.pay[decided] : text}</p>`,
    stage === 'review' && referredFor !== null && html`<p>${said.referred[referredFor]}</p>`,
    stage === 'review' && waitsInWords(waits, site),
    stage === 'rejected' && html`<p>${said.reason} ${rejectionReason}</p>`,
    stage === 'answer' && question(site, request),
  ]);
}

function question(site: Site, { informationRequest }: CertificateState): Content {
  if (informationRequest === undefined) return null;
  const { reviewId, message } = informationRequest;
  return [
    html`<p>${message}</p>`,
    html`<p>${linkButton(say(site).answer, href(site, informationPath(reviewId)))}</p>`,
  ];
}
