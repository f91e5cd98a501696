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
        text: 'We issue the certificate within minutes after you pay the fee.',
      },
      issuing: {
        title: 'The certificate is being issued',
        text: 'This takes a few minutes. We will email you when it is issued.',
      },
      answer: {
        title: 'The registry has a question',
        text: 'The review continues when you answer.',
      },
      review: { title: 'Under review', text: 'We will email you the decision.' },
      issued: {
        title: 'Certificate issued',
        text: 'You can also find the certificate in the legal entity’s documents. Anyone can verify it with the code on it.',
      },
      rejected: { title: 'Request rejected', text: 'The fee is not refunded.' },
      cancelled: { title: 'Request cancelled', text: 'You don’t need to pay for it.' },
    } as Readonly<Record<CertificateStage, Words>>,
    reviewed: {
      pay: {
        contested:
          'After you pay the fee, a reviewer checks your proof and decides. The fee is not refunded if the reviewer does not agree.',
        taxes:
          'After you pay the fee, a reviewer checks the taxes and decides. The fee is not refunded if the certificate can’t be issued.',
      },
      paidTitle: 'Paid: waiting for a reviewer’s decision',
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
    reason: 'Reason:',
    answer: 'Read and answer the question',
  },
  es: {
    stages: {
      pay: {
        title: 'Falta el pago',
        text: 'Emitimos el certificado unos minutos después de que usted pague la tasa.',
      },
      issuing: {
        title: 'El certificado se está emitiendo',
        text: 'Tarda unos minutos. Le avisaremos por correo electrónico cuando esté emitido.',
      },
      answer: {
        title: 'El registro tiene una pregunta',
        text: 'La revisión continúa cuando usted responda.',
      },
      review: {
        title: 'En revisión',
        text: 'Le enviaremos la decisión por correo electrónico.',
      },
      issued: {
        title: 'Certificado emitido',
        text: 'También encontrará el certificado en los documentos de la persona jurídica. Cualquier persona puede verificarlo con el código que lleva.',
      },
      rejected: { title: 'Solicitud rechazada', text: 'La tasa no se devuelve.' },
      cancelled: { title: 'Solicitud cancelada', text: 'No tiene que pagarla.' },
    },
    reviewed: {
      pay: {
        contested:
          'Después de que usted pague la tasa, un revisor revisa su comprobante y decide. La tasa no se devuelve si el revisor no está de acuerdo.',
        taxes:
          'Después de que usted pague la tasa, un revisor revisa los impuestos y decide. La tasa no se devuelve si no se puede emitir el certificado.',
      },
      paidTitle: 'Pagado: falta la decisión de un revisor',
      issuing: {
        contested:
          'Un revisor revisa su comprobante. Le enviaremos la decisión por correo electrónico.',
        taxes: 'Un revisor revisa los impuestos. Le enviaremos la decisión por correo electrónico.',
      },
    },
    referred: {
      contested: 'Un revisor revisa su comprobante de los impuestos.',
      tax_unresolved: 'Un revisor revisa si los impuestos están pagados.',
      not_in_good_standing: 'Un revisor revisa la situación de la persona jurídica.',
    },
    reason: 'Motivo:',
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
