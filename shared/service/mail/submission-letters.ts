import type { Uploader } from '../../documents/db/upload-scans.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';

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

interface Receipt {
  /** `R-2026-000123`. */
  readonly number: string;
  readonly amount: string;
  /** What was paid for, in words, and its name. */
  readonly what: string;
  /** Where the receipt is; null: the reader may have no account. */
  readonly url: string | null;
}

/** To the person who paid, or for whom it was paid. */
export const receiptLetters = letters({
  en: {
    receipt: ({ number, amount, what, url }: Receipt): Letter => ({
      subject: `Your receipt ${number}`,
      paragraphs: [
        `We received your payment of ${amount}. Thank you.`,
        `You paid for: ${what}. Your receipt number is ${number}.`,
        url === null
          ? 'Keep this email. Once you have an account, the receipt is under Invoices.'
          : 'You can download the receipt as a PDF. It stays under Invoices in your account.',
      ],
      ...(url !== null && { link: { label: 'View the receipt', url } }),
    }),
  },
  es: {
    receipt: ({ number, amount, what, url }: Receipt): Letter => ({
      subject: `Su recibo ${number}`,
      paragraphs: [
        `Recibimos su pago de ${amount}. Gracias.`,
        `Usted pagó: ${what}. El número de su recibo es ${number}.`,
        url === null
          ? 'Conserve este correo. Cuando tenga una cuenta, el recibo estará en Facturas.'
          : 'Puede descargar el recibo en PDF. Queda guardado en Facturas, en su cuenta.',
      ],
      ...(url !== null && { link: { label: 'Ver el recibo', url } }),
    }),
  },
});

type ByKind = Readonly<Record<Uploader['kind'], string>>;

/** What was uploaded, in words. */
const files: Readonly<Record<Locale, ByKind>> = {
  en: {
    tax_proof: 'the proof of paid taxes that you uploaded',
    proof_of_address: 'a proof of address uploaded with a key of your integration',
    information: 'the file sent with the answer to our question',
    mailbox_evidence: 'the file that you added to a lost-mailbox case',
  },
  es: {
    tax_proof: 'el comprobante de impuestos pagados que usted subió',
    proof_of_address: 'un comprobante de domicilio subido con una clave de su integración',
    information: 'el archivo enviado con la respuesta a nuestra pregunta',
    mailbox_evidence: 'el archivo que usted agregó a un caso de buzón perdido',
  },
};

/** What whoever uploaded it does now. */
const next: Readonly<Record<Locale, ByKind>> = {
  en: {
    tax_proof:
      'Upload another file. If a request already uses this file, the reviewer sees that it cannot be opened and can ask you for another one.',
    proof_of_address:
      'Upload another file and add it to the draft. If the application is already submitted, the reviewer sees that the file cannot be opened and can ask for another one.',
    information:
      'We received the answer itself. The reviewer sees that the file cannot be opened and can ask for another one.',
    mailbox_evidence:
      'Add another file to the case. The case cannot be approved with a file that cannot be opened.',
  },
  es: {
    tax_proof:
      'Suba otro archivo. Si una solicitud ya usa este archivo, el revisor ve que no se puede abrir y puede pedirle otro.',
    proof_of_address:
      'Suba otro archivo y agréguelo al borrador. Si la solicitud ya se presentó, el revisor ve que el archivo no se puede abrir y puede pedir otro.',
    information:
      'Recibimos la respuesta. El revisor ve que el archivo no se puede abrir y puede pedir otro.',
    mailbox_evidence:
      'Agregue otro archivo al caso. El caso no se puede aprobar con un archivo que no se puede abrir.',
  },
};

interface Refused {
  readonly kind: Uploader['kind'];
  /** Malware was found in it; otherwise it could not be looked into. */
  readonly malware: boolean;
  /** The application that it was uploaded for, by its id; null: none. */
  readonly applicationId: string | null;
  readonly url: string;
}

/** To whoever uploaded a file that nobody can open. */
export const uploadLetters = letters({
  en: {
    uploadNotAccepted: ({ kind, malware, applicationId, url }: Refused): Letter => ({
      subject: 'We cannot open a file that you uploaded',
      paragraphs: [
        `${malware ? 'We found malware in' : 'We could not scan'} ${files.en[kind]}${applicationId === null ? '' : ` (application ${applicationId})`}. ${malware ? 'We isolated the file without opening it.' : 'We do not open files that we cannot scan. A common reason is password protection.'}`,
        next.en[kind],
        ...(malware ? ['Scan your device for malware before you upload again.'] : []),
      ],
      link: { label: 'Continue', url },
    }),
  },
  es: {
    uploadNotAccepted: ({ kind, malware, applicationId, url }): Letter => ({
      subject: 'No podemos abrir un archivo que usted subió',
      paragraphs: [
        `${malware ? 'Encontramos software malicioso en' : 'No pudimos analizar'} ${files.es[kind]}${applicationId === null ? '' : ` (solicitud ${applicationId})`}. ${malware ? 'Aislamos el archivo sin abrirlo.' : 'No abrimos archivos que no podemos analizar. Un motivo frecuente es que tenga contraseña.'}`,
        next.es[kind],
        ...(malware
          ? ['Analice su dispositivo en busca de software malicioso antes de subir otro archivo.']
          : []),
      ],
      link: { label: 'Continuar', url },
    }),
  },
});
