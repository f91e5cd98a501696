import type { Product } from '../../kernel/domain/product.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

/** What has a letter of its own when it is submitted: amendments do. */
type Submitted = Exclude<Product, 'amendment'>;

interface Submission {
  readonly type: Submitted;
  /** The legal entity, as displayed. What an application for residency says is not repeated: a stranger may have typed it. */
  readonly name: string;
  readonly submittedAt: string;
  /** How long decisions took lately; null: there are none yet. */
  readonly expected: string | null;
  /** Where the filing is in the portal; null: the reader may have no account. */
  readonly url: string | null;
}

/** To the person who submitted something, or for whom it was submitted. */
export const submissionLetters = letters({
  en: {
    submissionReceived: ({ type, name, submittedAt, expected, url }: Submission): Letter => ({
      subject: {
        legal_entity_application: `We received your application: ${name}`,
        certificate_request: `We received your request: Certificate of Good Standing of ${name}`,
        residency_application: 'We received your application for residency',
      }[type],
      paragraphs: [
        {
          legal_entity_application: `Your application to incorporate ${name} was submitted on ${submittedAt}.`,
          certificate_request: `Your request for a Certificate of Good Standing of ${name} was submitted on ${submittedAt}.`,
          residency_application: `The application for residency with this email address was submitted on ${submittedAt}.`,
        }[type],
        ['A reviewer will decide.', expected, 'We will email you the decision.']
          .filter((sentence) => sentence !== null)
          .join(' '),
        ...(url === null ? ['The partner that applied for you can see its status.'] : []),
        type === 'residency_application'
          ? 'If you did not apply, contact us.'
          : 'You have nothing to do until then.',
      ],
      ...(url !== null && { link: { label: 'Check its status', url } }),
    }),
  },
  es: {
    submissionReceived: ({ type, name, submittedAt, expected, url }): Letter => ({
      subject: {
        legal_entity_application: `Recibimos su solicitud: ${name}`,
        certificate_request: `Recibimos su solicitud: certificado de vigencia de ${name}`,
        residency_application: 'Recibimos su solicitud de residencia',
      }[type],
      paragraphs: [
        {
          legal_entity_application: `Su solicitud para constituir ${name} se presentó el ${submittedAt}.`,
          certificate_request: `Su solicitud de un certificado de vigencia de ${name} se presentó el ${submittedAt}.`,
          residency_application: `La solicitud de residencia con este correo electrónico se presentó el ${submittedAt}.`,
        }[type],
        ['Un revisor decidirá.', expected, 'Le enviaremos la decisión por correo electrónico.']
          .filter((sentence) => sentence !== null)
          .join(' '),
        ...(url === null
          ? ['La entidad que la presentó por usted puede consultar su estado.']
          : []),
        type === 'residency_application'
          ? 'Si usted no presentó la solicitud, escríbanos.'
          : 'Mientras tanto no tiene que hacer nada.',
      ],
      ...(url !== null && { link: { label: 'Consultar su estado', url } }),
    }),
  },
});
