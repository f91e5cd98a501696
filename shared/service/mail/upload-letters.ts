import type { Uploader } from '../../documents/db/upload-scans.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

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
