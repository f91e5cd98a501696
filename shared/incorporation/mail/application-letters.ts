import { type Letter, letters } from '../../mail/mail/message.ts';
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
              'We review it once it is paid for and the Agreement of Coexistence is signed. Anyone with the link below can sign, so share it only with the person who must sign.',
            ]
          : [
              `The Agent Key ${keyLabel} created an application to incorporate ${entityName} in your name.`,
              'We review it once it is paid for and the Agreement of Coexistence is signed. Only you can sign: the link below asks you to sign in first.',
              'If you did not expect this, do not sign, and revoke the key.',
            ],
      references: keyLabel === null ? [] : [{ label: 'Manage your keys', url: keysUrl }],
      link: { label: 'Read and sign the agreement', url },
    }),
    agreementSigned: (facts: Signed): Letter => ({
      subject: `Signed: application to incorporate ${facts.entityName}`,
      paragraphs: [
        facts.keyLabel === null
          ? `The Agreement of Coexistence for the application to incorporate ${facts.entityName} was signed on ${facts.at}${facts.signerName === null ? '' : ` by ${facts.signerName}`}.`
          : `The Agent Key ${facts.keyLabel} created an application to incorporate ${facts.entityName} in your name. It needed no signature, because you accepted the Agreement of Coexistence in advance. The acceptance took effect on ${facts.at}.`,
        signedInWords(facts.text, {}),
        'Keep this email: it is your copy. If you did not expect it, contact us.',
      ],
      references: [referenceToSigned(facts.text, {})],
      link: { label: 'View the application and the signature', url: facts.url },
    }),
    /** The application was changed after it was signed; `at` in words. */
    signAgain: ({ entityName, at, url }: OfEntity & { readonly at: string }): Letter => ({
      subject: `Sign again: the application for ${entityName} was changed`,
      paragraphs: [
        `Your application to incorporate ${entityName} was changed on ${at}. The earlier signature is no longer valid.`,
        'Read the new version and sign it. The application cannot be submitted without a signature. If you already paid, you do not need to pay again.',
        'If you did not change it, revoke your keys, sign out everywhere, and contact us.',
      ],
      link: { label: 'Read and sign the new version', url },
    }),
    agentPayment: (facts: AgentPayment): Letter => ({
      subject: `An Agent Key paid for your application: ${facts.entityName}`,
      paragraphs: [
        `The Agent Key ${facts.keyLabel} used a voucher to pay the invoice for your application to incorporate ${facts.entityName}.`,
        facts.submitted
          ? 'The application was submitted for review.'
          : 'The Agreement of Coexistence still needs to be signed.',
        'If you did not expect this, revoke the key in your account.',
      ],
      references: [{ label: 'Manage your keys', url: facts.keysUrl }],
      link: { label: 'View the application', url: facts.url },
    }),
    applicationApproved: (facts: OfEntity & { readonly residentPermitNumber: string }): Letter => ({
      subject: `Application approved: ${facts.entityName}`,
      paragraphs: [
        `Your application was approved. ${facts.entityName} is registered with the resident permit number ${facts.residentPermitNumber}.`,
        'Its documents are ready, including the Certificate of Organization.',
      ],
      link: { label: 'View the legal entity and its documents', url: facts.url },
    }),
    /** `reason` null: none was given. */
    applicationRejected: ({
      entityName,
      reason,
      url,
    }: OfEntity & { readonly reason: string | null }): Letter => ({
      subject: `Application not approved: ${entityName}`,
      paragraphs: [
        `Your application to incorporate ${entityName} was not approved.`,
        { fromReviewer: `Reason: ${reason ?? 'none given'}` },
        'You can start a new application from this one.',
      ],
      link: { label: 'View the application', url },
    }),
  },
  es: {
    signatureLink: ({ entityName, keyLabel, url, keysUrl }): Letter => ({
      subject: `Falta una firma: ${entityName}`,
      paragraphs:
        keyLabel === null
          ? [
              `Se creó en su nombre una solicitud para constituir ${entityName}.`,
              'La revisamos cuando esté pagada y se haya firmado el Acuerdo de Convivencia. Quien tenga el enlace de abajo puede firmar: compártalo solo con la persona que debe firmar.',
            ]
          : [
              `La clave de agente ${keyLabel} creó en su nombre una solicitud para constituir ${entityName}.`,
              'La revisamos cuando esté pagada y se haya firmado el Acuerdo de Convivencia. Solo usted puede firmar: el enlace de abajo le pide que inicie sesión.',
              'Si no lo esperaba, no firme y revoque la clave.',
            ],
      references: keyLabel === null ? [] : [{ label: 'Administrar sus claves', url: keysUrl }],
      link: { label: 'Leer y firmar el acuerdo', url },
    }),
    agreementSigned: (facts): Letter => ({
      subject: `Firmada: solicitud para constituir ${facts.entityName}`,
      paragraphs: [
        facts.keyLabel === null
          ? `El Acuerdo de Convivencia de la solicitud para constituir ${facts.entityName} se firmó el ${facts.at}${facts.signerName === null ? '' : `, con el nombre ${facts.signerName}`}.`
          : `La clave de agente ${facts.keyLabel} creó en su nombre una solicitud para constituir ${facts.entityName}. No necesitó firma, porque usted había aceptado el Acuerdo de Convivencia por adelantado. La aceptación surtió efecto el ${facts.at}.`,
        signedInWords(facts.text, es),
        'Conserve este correo: es su copia. Si no lo esperaba, escríbanos.',
      ],
      references: [referenceToSigned(facts.text, es)],
      link: { label: 'Ver la solicitud y la firma', url: facts.url },
    }),
    signAgain: ({ entityName, at, url }): Letter => ({
      subject: `Firme de nuevo: cambió la solicitud de ${entityName}`,
      paragraphs: [
        `Su solicitud para constituir ${entityName} cambió el ${at}. La firma anterior ya no es válida.`,
        'Lea la nueva versión y fírmela. Sin una firma, la solicitud no se puede presentar. Si ya pagó, no tiene que pagar de nuevo.',
        'Si usted no la cambió, revoque sus claves, cierre todas sus sesiones y escríbanos.',
      ],
      link: { label: 'Leer y firmar la nueva versión', url },
    }),
    agentPayment: (facts): Letter => ({
      subject: `Una clave de agente pagó su solicitud: ${facts.entityName}`,
      paragraphs: [
        `La clave de agente ${facts.keyLabel} pagó con un vale la factura de su solicitud para constituir ${facts.entityName}.`,
        facts.submitted
          ? 'La solicitud se presentó para su revisión.'
          : 'Todavía falta firmar el Acuerdo de Convivencia.',
        'Si no lo esperaba, revoque la clave en su cuenta.',
      ],
      references: [{ label: 'Administrar sus claves', url: facts.keysUrl }],
      link: { label: 'Ver la solicitud', url: facts.url },
    }),
    applicationApproved: (facts): Letter => ({
      subject: `Solicitud aprobada: ${facts.entityName}`,
      paragraphs: [
        `Su solicitud fue aprobada. ${facts.entityName} está inscrita con el número de permiso de residente ${facts.residentPermitNumber}.`,
        'Sus documentos están listos, entre ellos el certificado de constitución. Están en inglés.',
      ],
      link: { label: 'Ver la persona jurídica y sus documentos', url: facts.url },
    }),
    applicationRejected: ({ entityName, reason, url }): Letter => ({
      subject: `Solicitud no aprobada: ${entityName}`,
      paragraphs: [
        `Su solicitud para constituir ${entityName} no fue aprobada.`,
        { fromReviewer: `Motivo: ${reason ?? 'no se indicó'}` },
        'Puede iniciar una nueva solicitud a partir de esta.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
  },
});
