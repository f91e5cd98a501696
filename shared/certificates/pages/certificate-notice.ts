import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import type { Waits } from '../../reviews/domain/review-waits.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
import type { CertificateState, ReferralReason } from '../domain/certificate.ts';
import type { CertificateStage } from '../domain/certificate-stage.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

const say = words({
  en: {
    stages: {
      pay: {
        title: 'It waits for its payment',
        text: 'Once the fee is paid, the certificate is issued within minutes.',
      },
      issuing: {
        title: 'It is paid, and being issued',
        text: 'That takes some minutes. You are mailed when it is there.',
      },
      answer: {
        title: 'The registry has a question',
        text: 'The review goes on when you have answered.',
      },
      review: { title: 'It is under review', text: 'You are mailed when it is decided.' },
      issued: {
        title: 'It was issued',
        text: 'The certificate is among the documents of the legal entity, too. Whoever gets it can verify it with the code on it.',
      },
      rejected: { title: 'It was rejected', text: 'The fee is not returned.' },
      cancelled: { title: 'It was cancelled', text: 'Nobody has to pay for it any more.' },
    } as Readonly<Record<CertificateStage, Words>>,
    contested: 'Once the fee is paid, a reviewer reads what you have sent, and decides.',
    referred: {
      contested: 'A reviewer reads what was sent about the taxes.',
      tax_unresolved: 'A reviewer looks at how the taxes stand.',
      not_in_good_standing: 'A reviewer looks at the standing of the legal entity.',
    } as Readonly<Record<ReferralReason, string>>,
    reason: 'The reason:',
    answer: 'Read it whole and answer',
  },
  es: {
    stages: {
      pay: {
        title: 'Falta el pago',
        text: 'Cuando se haya pagado la tasa, el certificado se emite en unos minutos.',
      },
      issuing: {
        title: 'Está pagado y se está emitiendo',
        text: 'Tarda unos minutos. Le avisaremos por correo cuando esté.',
      },
      answer: {
        title: 'El registro tiene una pregunta',
        text: 'La revisión continúa cuando usted haya respondido.',
      },
      review: { title: 'Está en revisión', text: 'Le avisaremos por correo cuando se decida.' },
      issued: {
        title: 'Se ha emitido',
        text: 'El certificado está también entre los documentos de la persona jurídica. Quien lo reciba puede verificarlo con el código que lleva.',
      },
      rejected: { title: 'Fue rechazado', text: 'La tasa no se devuelve.' },
      cancelled: { title: 'Fue cancelado', text: 'Ya nadie tiene que pagarlo.' },
    },
    contested: 'Cuando se haya pagado la tasa, un revisor lee lo que usted envió y decide.',
    referred: {
      contested: 'Un revisor lee lo que se envió sobre los impuestos.',
      tax_unresolved: 'Un revisor examina cómo están los impuestos.',
      not_in_good_standing: 'Un revisor examina la situación de la persona jurídica.',
    },
    reason: 'El motivo:',
    answer: 'Leerla completa y responder',
  },
});

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
  { stage, waits }: { readonly stage: CertificateStage; readonly waits: Waits | null },
): Html {
  const said = say(site);
  const { title, text } = said.stages[stage];
  const contested = stage === 'pay' && request.contested;
  const { referredFor, rejectionReason } = request;
  return notice(kinds[stage], title, [
    html`<p>${contested ? said.contested : text}</p>`,
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
