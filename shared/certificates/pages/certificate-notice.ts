import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
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
        title: 'Payment due',
        text: 'Once the fee is paid, the certificate is issued within minutes.',
      },
      issuing: {
        title: 'The certificate is being issued',
        text: 'This takes a few minutes. We will email you when it is issued.',
      },
      answer: {
        title: 'The registry has a question',
        text: 'The review continues once you have answered.',
      },
      review: { title: 'It is under review', text: 'We will email you the decision.' },
      issued: {
        title: 'It was issued',
        text: 'The certificate is among the documents of the legal entity, too. Whoever gets it can verify it with the code on it.',
      },
      rejected: { title: 'It was rejected', text: 'The fee is not returned.' },
      cancelled: { title: 'It was cancelled', text: 'Nobody has to pay for it any more.' },
    } as Readonly<Record<CertificateStage, Words>>,
    reviewed: {
      pay: {
        contested:
          'Once the fee is paid, a reviewer checks your proof and decides. The fee is not returned if the reviewer does not agree.',
        taxes:
          'Once the fee is paid, a reviewer checks the taxes and decides. The fee is not returned if the certificate cannot be issued.',
      },
      paidTitle: 'Paid: a reviewer decides next',
      issuing: {
        contested: 'A reviewer checks your proof. We will email you the decision.',
        taxes: 'A reviewer checks the taxes. We will email you the decision.',
      },
    },
    referred: {
      contested: 'A reviewer checks your proof about the taxes.',
      tax_unresolved: 'A reviewer checks whether the taxes are paid.',
      not_in_good_standing: 'A reviewer checks the status of the legal entity.',
    } as Readonly<Record<ReferralReason, string>>,
    reason: 'The reason:',
    answer: 'Read and answer the question',
  },
  es: {
    stages: {
      pay: {
        title: 'Falta el pago',
        text: 'Cuando se haya pagado la tasa, el certificado se emite en unos minutos.',
      },
      issuing: {
        title: 'El certificado se está emitiendo',
        text: 'Tarda unos minutos. Le avisaremos por correo electrónico cuando esté emitido.',
      },
      answer: {
        title: 'El registro tiene una pregunta',
        text: 'La revisión continúa cuando usted haya respondido.',
      },
      review: {
        title: 'Está en revisión',
        text: 'Le enviaremos la decisión por correo electrónico.',
      },
      issued: {
        title: 'Se ha emitido',
        text: 'El certificado está también entre los documentos de la persona jurídica. Quien lo reciba puede verificarlo con el código que lleva.',
      },
      rejected: { title: 'Fue rechazado', text: 'La tasa no se devuelve.' },
      cancelled: { title: 'Fue cancelado', text: 'Ya nadie tiene que pagarlo.' },
    },
    reviewed: {
      pay: {
        contested:
          'Cuando se pague la tasa, un revisor comprueba su prueba y decide. La tasa no se devuelve si el revisor no está de acuerdo.',
        taxes:
          'Cuando se pague la tasa, un revisor comprueba los impuestos y decide. La tasa no se devuelve si no se puede emitir el certificado.',
      },
      paidTitle: 'Pagado: ahora decide un revisor',
      issuing: {
        contested:
          'Un revisor comprueba su prueba. Le enviaremos la decisión por correo electrónico.',
        taxes:
          'Un revisor comprueba los impuestos. Le enviaremos la decisión por correo electrónico.',
      },
    },
    referred: {
      contested: 'Un revisor comprueba su prueba sobre los impuestos.',
      tax_unresolved: 'Un revisor comprueba si los impuestos están pagados.',
      not_in_good_standing: 'Un revisor comprueba la situación de la persona jurídica.',
    },
    reason: 'El motivo:',
    answer: 'Leer y responder la pregunta',
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
