import type { Uploader } from '../../documents/db/upload-scans.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

type ByKind = Readonly<Record<Uploader['kind'], string>>;

/** What was uploaded, in words. */
const files: Readonly<Record<Locale, ByKind>> = {
  en: {
    tax_proof: 'the proof of paid taxes that you uploaded',
    proof_of_address: 'a proof of address that was uploaded with a key of your integration',
    information: 'the file that was sent with the answer to a question of the registry',
    mailbox_evidence: 'the file that you added to a case of a lost mailbox',
  },
  es: {
    tax_proof: 'el comprobante de impuestos pagados que usted subió',
    proof_of_address: 'un comprobante de domicilio que se subió con una clave de su integración',
    information: 'el archivo que se envió con la respuesta a una pregunta del registro',
    mailbox_evidence: 'el archivo que usted añadió a un caso de buzón perdido',
  },
};

/** What whoever uploaded it does now. */
const next: Readonly<Record<Locale, ByKind>> = {
  en: {
    tax_proof:
      'Upload another file. If you have named this one in a request already, the reviewer sees that it cannot be opened, and can ask you for another one.',
    proof_of_address:
      'Upload another file and name it in the draft. If the application is submitted already, the reviewer sees that the file cannot be opened, and can ask for another one.',
    information:
      'The answer itself was received. The reviewer sees that its file cannot be opened, and can ask for another one.',
    mailbox_evidence:
      'Add another one to the case: nobody can approve by a file that cannot be opened.',
  },
  es: {
    tax_proof:
      'Suba otro archivo. Si ya indicó este en una solicitud, el revisor ve que no se puede abrir y puede pedirle otro.',
    proof_of_address:
      'Suba otro archivo e indíquelo en el borrador. Si la solicitud ya está presentada, el revisor ve que el archivo no se puede abrir y puede pedir otro.',
    information:
      'La respuesta se recibió. El revisor ve que su archivo no se puede abrir y puede pedir otro.',
    mailbox_evidence:
      'Añada otro al caso: nadie puede aprobar con un archivo que no se puede abrir.',
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
      subject: 'A file that you sent to the registry cannot be opened',
      paragraphs: [
        `${malware ? 'Malware was found in' : 'The registry could not check for malware'} ${files.en[kind]}${applicationId === null ? '' : ` (application ${applicationId})`}. ${malware ? 'It was put aside unopened.' : 'Nobody opens it. A common reason is a password.'}`,
        next.en[kind],
        ...(malware
          ? ['Have the device checked on which the file was, before you send another one.']
          : []),
      ],
      link: { label: 'Go on', url },
    }),
  },
  es: {
    uploadNotAccepted: ({ kind, malware, applicationId, url }): Letter => ({
      subject: 'Un archivo que envió al registro no se puede abrir',
      paragraphs: [
        `${malware ? 'Se encontró software malicioso en' : 'El registro no pudo comprobar si hay software malicioso en'} ${files.es[kind]}${applicationId === null ? '' : ` (solicitud ${applicationId})`}. ${malware ? 'Se apartó sin abrirlo.' : 'Nadie lo abre. Un motivo frecuente es una contraseña.'}`,
        next.es[kind],
        ...(malware
          ? ['Haga revisar el dispositivo en el que estaba el archivo antes de enviar otro.']
          : []),
      ],
      link: { label: 'Continuar', url },
    }),
  },
});
