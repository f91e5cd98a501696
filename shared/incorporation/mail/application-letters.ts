import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
import { referenceToSigned, type SignedText, signedInWords } from '../../mail/mail/signed-text.ts';

interface OfEntity {
  readonly entityName: string;
  readonly url: string;
}

interface SignatureLink extends OfEntity {
  /** The Agent Key that created the application; then only the owner can sign it. */
  readonly keyLabel: string | null;
  readonly keysUrl: string;
}

interface Signed extends OfEntity {
  /** The Agent Key that created an application whose agreement was accepted in advance. */
  readonly keyLabel: string | null;
  readonly signerName: string | null;
  readonly at: string;
  readonly text: SignedText;
}

interface AgentPayment extends OfEntity {
  readonly keyLabel: string;
  readonly submitted: boolean;
  readonly keysUrl: string;
}

const es = { locale: 'es' } as const;

/** To the owner of an application to incorporate, and to who signs it. `entityName` is name and extension as displayed. */
export const applicationLetters = letters({
  en: {
    signatureLink: ({ entityName, keyLabel, url, keysUrl }: SignatureLink): Letter => ({
      subject: `Signature needed: ${entityName}`,
      paragraphs:
        keyLabel === null
          ? [
              `An application to incorporate ${entityName} was created in your name.`,
              'It is submitted for review once it is paid and the Agreement of Coexistence is signed. Whoever opens the link below can sign: pass it on to the person who is to sign, and to nobody else.',
            ]
          : [
              `The Agent Key ${keyLabel} has created an application to incorporate ${entityName} in your name.`,
              'It is submitted for review once it is paid and the Agreement of Coexistence is signed. Only you can sign: the link below asks you to sign in first.',
              'If you did not expect this, sign nothing, and revoke the key.',
            ],
      references: keyLabel === null ? [] : [{ label: 'The keys of your account', url: keysUrl }],
      link: { label: 'Read and sign the agreement', url },
    }),
    agreementSigned: (facts: Signed): Letter => ({
      subject: `Signed: ${facts.entityName}`,
      paragraphs: [
        facts.keyLabel === null
          ? `The Agreement of Coexistence of the application to incorporate ${facts.entityName} was signed on ${facts.at}${facts.signerName === null ? '' : ` by ${facts.signerName}`}.`
          : `The Agent Key ${facts.keyLabel} has created an application to incorporate ${facts.entityName} in your name. It needed no signature, because you had accepted the Agreement of Coexistence in advance; the acceptance took effect on ${facts.at}.`,
        signedInWords(facts.text, {}),
        'This is your copy: keep it. If you did not expect it, tell the registry.',
      ],
      references: [referenceToSigned(facts.text, {})],
      link: { label: 'See the application and the signature', url: facts.url },
    }),
    /** The application was changed after it was signed; `at` in words. */
    signAgain: ({ entityName, at, url }: OfEntity & { readonly at: string }): Letter => ({
      subject: `Sign again: ${entityName}`,
      paragraphs: [
        `Your application to incorporate ${entityName} was changed on ${at}. The signature that was given before is no longer valid.`,
        'Read the new version and sign it. The application cannot be submitted without a signature. What you paid stays paid.',
        'If you did not change it, end your keys and sessions, and write to the registry.',
      ],
      link: { label: 'Read and sign the new version', url },
    }),
    agentPayment: (facts: AgentPayment): Letter => ({
      subject: `An Agent Key paid for your application: ${facts.entityName}`,
      paragraphs: [
        `The Agent Key ${facts.keyLabel} has paid the invoice of your application to incorporate ${facts.entityName} with a voucher.`,
        facts.submitted
          ? 'The application was submitted for review.'
          : 'The application waits for the signature of the Agreement of Coexistence.',
        'If you did not expect this, revoke the key: it is among the keys of your account.',
      ],
      references: [{ label: 'The keys of your account', url: facts.keysUrl }],
      link: { label: 'See the application', url: facts.url },
    }),
    applicationApproved: (facts: OfEntity & { readonly residentPermitNumber: string }): Letter => ({
      subject: `Approved: ${facts.entityName}`,
      paragraphs: [
        `Your application was approved. ${facts.entityName} is registered under the resident permit number ${facts.residentPermitNumber}.`,
        'Its documents have been issued, the Certificate of Organization among them.',
      ],
      link: { label: 'See the legal entity and its documents', url: facts.url },
    }),
    /** `reason` null: none was given. */
    applicationRejected: ({
      entityName,
      reason,
      url,
    }: OfEntity & { readonly reason: string | null }): Letter => ({
      subject: `Not approved: ${entityName}`,
      paragraphs: [
        `Your application to incorporate ${entityName} was not approved.`,
        { fromReviewer: `The reason: ${reason ?? 'none was given'}` },
        'You can start again from it: what you filled in is there.',
      ],
      link: { label: 'See the application', url },
    }),
  },
  es: {
    signatureLink: ({ entityName, keyLabel, url, keysUrl }): Letter => ({
      subject: `Falta una firma: ${entityName}`,
      paragraphs:
        keyLabel === null
          ? [
              `Se creó en su nombre una solicitud para constituir ${entityName}.`,
              'Se presenta para su revisión cuando esté pagada y se haya firmado el Acuerdo de Convivencia. Quien abra el enlace de abajo puede firmar: páselo a la persona que deba firmar, y a nadie más.',
            ]
          : [
              `La clave de agente ${keyLabel} creó en su nombre una solicitud para constituir ${entityName}.`,
              'Se presenta para su revisión cuando esté pagada y se haya firmado el Acuerdo de Convivencia. Solo usted puede firmar: el enlace de abajo le pide antes que inicie sesión.',
              'Si no lo esperaba, no firme nada y revoque la clave.',
            ],
      references: keyLabel === null ? [] : [{ label: 'Las claves de su cuenta', url: keysUrl }],
      link: { label: 'Leer y firmar el acuerdo', url },
    }),
    agreementSigned: (facts): Letter => ({
      subject: `Firmado: ${facts.entityName}`,
      paragraphs: [
        facts.keyLabel === null
          ? `El Acuerdo de Convivencia de la solicitud para constituir ${facts.entityName} se firmó el ${facts.at}${facts.signerName === null ? '' : `, con el nombre ${facts.signerName}`}.`
          : `La clave de agente ${facts.keyLabel} creó en su nombre una solicitud para constituir ${facts.entityName}. No necesitó firma, porque usted había aceptado el Acuerdo de Convivencia por adelantado; la aceptación surtió efecto el ${facts.at}.`,
        signedInWords(facts.text, es),
        'Esta es su copia: guárdela. Si no la esperaba, avise al registro.',
      ],
      references: [referenceToSigned(facts.text, es)],
      link: { label: 'Ver la solicitud y la firma', url: facts.url },
    }),
    signAgain: ({ entityName, at, url }): Letter => ({
      subject: `Firme de nuevo: ${entityName}`,
      paragraphs: [
        `Su solicitud para constituir ${entityName} cambió el ${at}. La firma anterior ya no es válida.`,
        'Lea la nueva versión y fírmela. Sin una firma la solicitud no se puede presentar. Lo que pagó queda pagado.',
        'Si usted no la cambió, termine sus claves y sesiones y escriba al registro.',
      ],
      link: { label: 'Leer y firmar la nueva versión', url },
    }),
    agentPayment: (facts): Letter => ({
      subject: `Una clave de agente pagó su solicitud: ${facts.entityName}`,
      paragraphs: [
        `La clave de agente ${facts.keyLabel} pagó con un vale la factura de su solicitud para constituir ${facts.entityName}.`,
        facts.submitted
          ? 'La solicitud se presentó para su revisión.'
          : 'La solicitud espera la firma del Acuerdo de Convivencia.',
        'Si no lo esperaba, revoque la clave: está entre las claves de su cuenta.',
      ],
      references: [{ label: 'Las claves de su cuenta', url: facts.keysUrl }],
      link: { label: 'Ver la solicitud', url: facts.url },
    }),
    applicationApproved: (facts): Letter => ({
      subject: `Aprobada: ${facts.entityName}`,
      paragraphs: [
        `Su solicitud fue aprobada. ${facts.entityName} está inscrita con el número de permiso de residente ${facts.residentPermitNumber}.`,
        'Sus documentos ya se emitieron, entre ellos el certificado de constitución. Están en inglés.',
      ],
      link: { label: 'Ver la persona jurídica y sus documentos', url: facts.url },
    }),
    applicationRejected: ({ entityName, reason, url }): Letter => ({
      subject: `No aprobada: ${entityName}`,
      paragraphs: [
        `Su solicitud para constituir ${entityName} no fue aprobada.`,
        { fromReviewer: `El motivo: ${reason ?? 'no se indicó ninguno'}` },
        'Puede empezar de nuevo a partir de ella: lo que escribió está ahí.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
  },
});
