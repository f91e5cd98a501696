import { type Letter, letters } from '../../mail/mail/message.ts';
import { referenceToSigned, type SignedText, signedInWords } from '../../mail/mail/signed-text.ts';
import type { ResidencyType } from '../../people/domain/residency.ts';

interface OfPartner {
  /** Its name; null where it is gone. */
  readonly partner: string | null;
  readonly url: string;
}

const spanishTypes: Readonly<Record<ResidencyType, string>> = {
  Resident: 'Residente',
  'e-Resident': 'e-Residente',
  'Limited e-Resident': 'e-Residente limitado',
};

const es = { locale: 'es' } as const;
const through = (partner: string | null) => partner ?? 'a partner';
const mediante = (partner: string | null) => partner ?? 'una entidad aliada';

/**
 * To applicants for residency, and to those whose e-mail address an application gives. But for a partner's name and the
 * reviewer's words, nothing in them was chosen by whoever gave the address: a stranger may have.
 */
export const residencyLetters = letters({
  en: {
    residencyAgreementSigned: (facts: { at: string; text: SignedText }): Letter => ({
      subject: 'Signed: application for residency',
      paragraphs: [
        `The Agreement of Coexistence for an application for residency with this email address was signed on ${facts.at}.`,
        signedInWords(facts.text, {}),
        'Keep this email: it is your copy. If you did not apply or sign, contact us.',
      ],
      references: [referenceToSigned(facts.text, {})],
    }),
    /** The application was changed after it was signed. */
    signAgain: ({ at, url }: { at: string; url: string }): Letter => ({
      subject: 'Sign again: your application for residency was changed',
      paragraphs: [
        `The application for residency with this email address was changed on ${at}. The earlier signature is no longer valid.`,
        'Read the new version and sign it. The application cannot be submitted without your signature. Do not share the link.',
        'If you did not apply, do not sign, and contact us.',
      ],
      link: { label: 'Read and sign the new version', url },
    }),
    claimLink: ({ partner, hours, url }: OfPartner & { readonly hours: number }): Letter => ({
      subject: 'Open your account to follow your application for residency',
      paragraphs: [
        `An application for residency was created for this email address through ${through(partner)}.`,
        `You can see its status in your account. The link below opens the account once, within ${hours} hours. After that, sign in with a code that we email to this address. Do not share the link.`,
        'Didn’t apply? Use the same link to reject the application, or ignore this email.',
      ],
      link: { label: 'Open my account', url },
    }),
    /** To someone who has an account. */
    isThisYours: ({ partner, url }: OfPartner): Letter => ({
      subject: 'Is this your application for residency?',
      paragraphs: [
        `An application for residency was started with your email address through ${through(partner)}. You have an account here, and nothing in it has changed.`,
        'Sign in to read the application. If it is yours, confirm it: we cannot approve it without your confirmation. If it is not, object: we then reject the application and record your objection.',
      ],
      link: { label: 'View the application', url },
    }),
    holderAwaited: ({ partner, url }: OfPartner): Letter => ({
      subject: 'Confirm your application for residency',
      paragraphs: [
        `An application for residency with your email address, sent through ${through(partner)}, is under review. You have not confirmed the current version of your details.`,
        'Sign in to read it. If it is yours and correct, confirm it: we cannot approve it without your confirmation. If it is not, object: we then reject the application.',
      ],
      link: { label: 'View the application', url },
    }),
    /** It was changed after its holder had confirmed it. */
    confirmAgain: ({ partner, url }: OfPartner): Letter => ({
      subject: 'Confirm again: your application for residency was changed',
      paragraphs: [
        `Your application for residency was changed through ${through(partner)} after you confirmed it. Your confirmation is no longer valid.`,
        'Sign in to read the new version. If it is yours and correct, confirm it again: we cannot approve it without your confirmation. If it is not, object: we then reject the application.',
      ],
      link: { label: 'View the application', url },
    }),
    applicationForClosedAccount: ({ partner }: Pick<OfPartner, 'partner'>): Letter => ({
      subject: 'Someone applied for residency with your email address',
      paragraphs: [
        `An application for residency was started with your email address through ${through(partner)}. Your account here is deactivated, so we cannot approve the application.`,
        'If you did not apply, or want your account back, contact us.',
      ],
    }),
    residencyApproved: (facts: {
      residencyType: ResidencyType;
      residentPermitNumber: string;
      url: string;
    }): Letter => ({
      subject: 'Your application for residency was approved',
      paragraphs: [
        `Your application was approved. Your residency type is ${facts.residencyType}, and your resident permit number is ${facts.residentPermitNumber}.`,
        'To sign in, enter this email address. We will email you a code.',
      ],
      link: { label: 'Sign in', url: facts.url },
    }),
    informationRequested: ({ message, url }: { message: string; url: string }): Letter => ({
      subject: 'A question about your application for residency',
      paragraphs: [
        'A reviewer has a question about the application for residency with this email address.',
        { fromReviewer: message },
        'You can answer in your account and attach one file. Or ask the partner that applied for you to answer. You do not need to pay again. The application can also be decided without an answer.',
        'If you did not apply, do not answer, and contact us.',
      ],
      link: { label: 'Answer the question', url },
    }),
    /** `reason` null: none was given. */
    residencyRejected: ({ reason }: { reason: string | null }): Letter => ({
      subject: 'Your application for residency was not approved',
      paragraphs: [
        'Your application for residency was not approved.',
        { fromReviewer: `Reason: ${reason ?? 'none given'}` },
      ],
    }),
  },
  es: {
    residencyAgreementSigned: (facts): Letter => ({
      subject: 'Firmado: solicitud de residencia',
      paragraphs: [
        `El Acuerdo de Convivencia de una solicitud de residencia con este correo electrónico se firmó el ${facts.at}.`,
        signedInWords(facts.text, es),
        'Conserve este correo: es su copia. Si usted no presentó la solicitud o no firmó, escríbanos.',
      ],
      references: [referenceToSigned(facts.text, es)],
    }),
    signAgain: ({ at, url }): Letter => ({
      subject: 'Firme de nuevo: su solicitud de residencia cambió',
      paragraphs: [
        `La solicitud de residencia con este correo electrónico cambió el ${at}. La firma anterior ya no es válida.`,
        'Lea la nueva versión y fírmela. Sin su firma, la solicitud no se puede presentar. No comparta el enlace.',
        'Si usted no presentó la solicitud, no firme y escríbanos.',
      ],
      link: { label: 'Leer y firmar la nueva versión', url },
    }),
    claimLink: ({ partner, hours, url }): Letter => ({
      subject: 'Abra su cuenta para seguir su solicitud de residencia',
      paragraphs: [
        `Se creó una solicitud de residencia con este correo electrónico a través de ${mediante(partner)}.`,
        `En su cuenta puede consultar su estado. El enlace de abajo abre la cuenta una sola vez, en un plazo de ${hours} horas. Después, inicie sesión con un código que enviamos a este correo. No comparta el enlace.`,
        '¿No presentó la solicitud? Use el mismo enlace para rechazarla o ignore este correo.',
      ],
      link: { label: 'Abrir mi cuenta', url },
    }),
    isThisYours: ({ partner, url }): Letter => ({
      subject: '¿Es suya esta solicitud de residencia?',
      paragraphs: [
        `Se inició una solicitud de residencia con su correo electrónico a través de ${mediante(partner)}. Usted tiene una cuenta aquí y nada cambió en ella.`,
        'Inicie sesión para leer la solicitud. Si es suya, confírmela: no podemos aprobarla sin su confirmación. Si no lo es, opóngase: la rechazaremos y dejaremos constancia de su oposición.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
    holderAwaited: ({ partner, url }): Letter => ({
      subject: 'Confirme su solicitud de residencia',
      paragraphs: [
        `Una solicitud de residencia con su correo electrónico, enviada a través de ${mediante(partner)}, está en revisión. Usted no ha confirmado la versión actual de sus datos.`,
        'Inicie sesión para leerla. Si es suya y es correcta, confírmela: no podemos aprobarla sin su confirmación. Si no lo es, opóngase: la rechazaremos.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
    confirmAgain: ({ partner, url }): Letter => ({
      subject: 'Confirme de nuevo: su solicitud de residencia cambió',
      paragraphs: [
        `Su solicitud de residencia cambió a través de ${mediante(partner)} después de que usted la confirmó. Su confirmación ya no es válida.`,
        'Inicie sesión para leer la nueva versión. Si es suya y es correcta, confírmela de nuevo: no podemos aprobarla sin su confirmación. Si no lo es, opóngase: la rechazaremos.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
    applicationForClosedAccount: ({ partner }): Letter => ({
      subject: 'Alguien solicitó residencia con su correo electrónico',
      paragraphs: [
        `Se inició una solicitud de residencia con su correo electrónico a través de ${mediante(partner)}. Su cuenta aquí está desactivada, por lo que no podemos aprobar la solicitud.`,
        'Si usted no presentó la solicitud o quiere recuperar su cuenta, escríbanos.',
      ],
    }),
    residencyApproved: (facts): Letter => ({
      subject: 'Su solicitud de residencia fue aprobada',
      paragraphs: [
        `Su solicitud fue aprobada. Su tipo de residencia es ${spanishTypes[facts.residencyType]} y su número de permiso de residente es ${facts.residentPermitNumber}.`,
        'Para iniciar sesión, escriba este correo electrónico. Le enviaremos un código.',
      ],
      link: { label: 'Iniciar sesión', url: facts.url },
    }),
    informationRequested: ({ message, url }): Letter => ({
      subject: 'Una pregunta sobre su solicitud de residencia',
      paragraphs: [
        'Un revisor tiene una pregunta sobre la solicitud de residencia con este correo electrónico.',
        { fromReviewer: message },
        'Puede responder en su cuenta y adjuntar un archivo. O pida que responda la entidad que presentó la solicitud por usted. No tiene que pagar de nuevo. La solicitud también se puede decidir sin respuesta.',
        'Si usted no presentó la solicitud, no responda y escríbanos.',
      ],
      link: { label: 'Responder la pregunta', url },
    }),
    residencyRejected: ({ reason }): Letter => ({
      subject: 'Su solicitud de residencia no fue aprobada',
      paragraphs: [
        'Su solicitud de residencia no fue aprobada.',
        { fromReviewer: `Motivo: ${reason ?? 'no se indicó'}` },
      ],
    }),
  },
});

/** To applicants for a visitor pass. */
export const visitorLetters = letters({
  en: {
    /** Without a name or a source: a stranger may have chosen both, and the address as well. */
    visitorPassReceived: (): Letter => ({
      subject: 'Your application for a visitor pass',
      paragraphs: [
        'We received an application for a visitor pass with this email address.',
        'We will review the application and do the background check that it consents to. Then we will email you the pass or a question. When you arrive, show a passport or another official identity document with your photo.',
        'You do not need to send or pay anything now. If you did not apply, ignore this email.',
      ],
    }),
  },
  es: {
    visitorPassReceived: (): Letter => ({
      subject: 'Su solicitud de pase de visitante',
      paragraphs: [
        'Recibimos una solicitud de pase de visitante con este correo electrónico.',
        'Revisaremos la solicitud y haremos la verificación de antecedentes que en ella se autoriza. Después le enviaremos el pase o una pregunta. A su llegada, muestre un pasaporte u otro documento oficial de identidad con fotografía.',
        'Por ahora no tiene que enviar ni pagar nada. Si usted no presentó la solicitud, ignore este correo.',
      ],
    }),
  },
});
