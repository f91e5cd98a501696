import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
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
const mediante = (partner: string | null) => partner ?? 'un socio';

/**
 * To applicants for residency, and to those whose e-mail address an application gives. But for a partner's name and the
 * reviewer's words, nothing in them was chosen by whoever gave the address: a stranger may have.
 */
export const residencyLetters = letters({
  en: {
    residencyAgreementSigned: (facts: { at: string; text: SignedText }): Letter => ({
      subject: 'Signed: application for residency',
      paragraphs: [
        `The Agreement of Coexistence of an application for residency with this e-mail address was signed on ${facts.at}.`,
        signedInWords(facts.text, {}),
        'This is your copy: keep it. If you did not apply, or did not sign, tell the registry.',
      ],
      references: [referenceToSigned(facts.text, {})],
    }),
    /** The application was changed after it was signed. */
    signAgain: ({ at, url }: { at: string; url: string }): Letter => ({
      subject: 'Sign again: your application for residency was changed',
      paragraphs: [
        `The application for residency with this email address was changed on ${at}. The signature that was given before is no longer valid.`,
        'Read the new version and sign it. The application cannot be submitted without your signature. Do not give the link to anyone.',
        'If you did not apply, do not sign: tell the registry.',
      ],
      link: { label: 'Read and sign the new version', url },
    }),
    claimLink: ({ partner, hours, url }: OfPartner & { readonly hours: number }): Letter => ({
      subject: 'Open your account: application for residency',
      paragraphs: [
        `An application for residency was created for this e-mail address through ${through(partner)}.`,
        `In your account you see how it stands. The link below opens the account once, within ${hours} hours; afterwards you sign in with a code that we send to this address. Give the link to nobody.`,
        'If you did not apply, say so behind the same link: the application is then rejected. You can also leave this mail alone.',
      ],
      link: { label: 'Open my account', url },
    }),
    /** To somebody who has an account. */
    isThisYours: ({ partner, url }: OfPartner): Letter => ({
      subject: 'Is this your application for residency?',
      paragraphs: [
        `An application for residency was begun with your e-mail address through ${through(partner)}. You have an account here, and nothing in it has changed.`,
        'Sign in to see what the application says. If it is yours, confirm it there: without your confirmation it can’t be approved. If it is not, object there: the application is then rejected, and the registry takes note of it.',
      ],
      link: { label: 'See the application', url },
    }),
    holderAwaited: ({ partner, url }: OfPartner): Letter => ({
      subject: 'Your application for residency waits for your answer',
      paragraphs: [
        `An application for residency with your e-mail address, sent through ${through(partner)}, is under review. It says who you are, and you have not confirmed what it says now.`,
        'Sign in to see it. If it is yours and right, confirm it there: without your confirmation it can’t be approved. If it is not, object there: the application is then rejected.',
      ],
      link: { label: 'See the application', url },
    }),
    /** It was changed after its holder had confirmed it. */
    confirmAgain: ({ partner, url }: OfPartner): Letter => ({
      subject: 'Confirm again: your application for residency was changed',
      paragraphs: [
        `Your application for residency was changed through ${through(partner)} after you had confirmed it. Your confirmation is no longer valid.`,
        'Sign in to see what it says now. If it is yours and right, confirm it again: without your confirmation it can’t be approved. If it is not, object there: the application is then rejected.',
      ],
      link: { label: 'See the application', url },
    }),
    applicationForClosedAccount: ({ partner }: Pick<OfPartner, 'partner'>): Letter => ({
      subject: 'An application for residency with your e-mail address',
      paragraphs: [
        `An application for residency was begun with your e-mail address through ${through(partner)}. Your account here is deactivated, so that the application can’t be approved as things are.`,
        'If you did not apply, or want your account back, write to the registry.',
      ],
    }),
    residencyApproved: (facts: {
      residencyType: ResidencyType;
      residentPermitNumber: string;
      url: string;
    }): Letter => ({
      subject: 'Your application for residency was approved',
      paragraphs: [
        `Your application was approved: your residency is ${facts.residencyType}, and your resident permit number is ${facts.residentPermitNumber}.`,
        'To sign in, enter this e-mail address; we send a code to it.',
      ],
      link: { label: 'Sign in', url: facts.url },
    }),
    informationRequested: ({ message, url }: { message: string; url: string }): Letter => ({
      subject: 'A question about your application for residency',
      paragraphs: [
        'A reviewer of the registry has a question about the application for residency with this e-mail address.',
        { fromReviewer: message },
        'You can answer it in your account, and add one file; or tell whoever sent the application for you, who can answer it, too. Nothing is to be paid again. The application can also be decided without an answer.',
        'If you did not apply, don’t answer: tell the registry.',
      ],
      link: { label: 'Answer the question', url },
    }),
    /** `reason` null: none was given. */
    residencyRejected: ({ reason }: { reason: string | null }): Letter => ({
      subject: 'Your application for residency was not approved',
      paragraphs: [
        'Your application for residency was not approved.',
        { fromReviewer: `The reason: ${reason ?? 'none was given'}` },
      ],
    }),
  },
  es: {
    residencyAgreementSigned: (facts): Letter => ({
      subject: 'Firmado: solicitud de residencia',
      paragraphs: [
        `El Acuerdo de Convivencia de una solicitud de residencia con esta dirección de correo se firmó el ${facts.at}.`,
        signedInWords(facts.text, es),
        'Esta es su copia: guárdela. Si usted no presentó la solicitud o no firmó, avise al registro.',
      ],
      references: [referenceToSigned(facts.text, es)],
    }),
    signAgain: ({ at, url }): Letter => ({
      subject: 'Firme de nuevo: su solicitud de residencia cambió',
      paragraphs: [
        `La solicitud de residencia con esta dirección de correo electrónico se modificó el ${at}. La firma anterior ya no es válida.`,
        'Lea la nueva versión y fírmela. Sin su firma la solicitud no se puede presentar. No comparta el enlace con nadie.',
        'Si usted no presentó la solicitud, no firme: avise al registro.',
      ],
      link: { label: 'Leer y firmar la nueva versión', url },
    }),
    claimLink: ({ partner, hours, url }): Letter => ({
      subject: 'Abra su cuenta: solicitud de residencia',
      paragraphs: [
        `Se creó una solicitud de residencia para esta dirección de correo a través de ${mediante(partner)}.`,
        `En su cuenta ve cómo va. El enlace de abajo abre la cuenta una sola vez, en un plazo de ${hours} horas; después inicia sesión con un código que enviamos a esta dirección. No dé el enlace a nadie.`,
        'Si usted no presentó la solicitud, dígalo con el mismo enlace: entonces se rechaza. También puede no hacer nada.',
      ],
      link: { label: 'Abrir mi cuenta', url },
    }),
    isThisYours: ({ partner, url }): Letter => ({
      subject: '¿Es suya esta solicitud de residencia?',
      paragraphs: [
        `Se empezó una solicitud de residencia con su dirección de correo a través de ${mediante(partner)}. Usted tiene una cuenta aquí, y en ella no cambió nada.`,
        'Inicie sesión para ver lo que dice la solicitud. Si es suya, confírmela allí: sin su confirmación no se puede aprobar. Si no lo es, opóngase allí: entonces se rechaza y el registro toma nota.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
    holderAwaited: ({ partner, url }): Letter => ({
      subject: 'Su solicitud de residencia espera su respuesta',
      paragraphs: [
        `Una solicitud de residencia con su dirección de correo, enviada a través de ${mediante(partner)}, está en revisión. Dice quién es usted, y usted no ha confirmado lo que dice ahora.`,
        'Inicie sesión para verla. Si es suya y es correcta, confírmela allí: sin su confirmación no se puede aprobar. Si no lo es, opóngase allí: entonces se rechaza.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
    confirmAgain: ({ partner, url }): Letter => ({
      subject: 'Confirme de nuevo: su solicitud de residencia cambió',
      paragraphs: [
        `Su solicitud de residencia cambió a través de ${mediante(partner)} después de que usted la confirmó. Su confirmación ya no es válida.`,
        'Inicie sesión para ver lo que dice ahora. Si es suya y es correcta, confírmela de nuevo: sin su confirmación no se puede aprobar. Si no lo es, opóngase allí: entonces se rechaza.',
      ],
      link: { label: 'Ver la solicitud', url },
    }),
    applicationForClosedAccount: ({ partner }): Letter => ({
      subject: 'Una solicitud de residencia con su dirección de correo',
      paragraphs: [
        `Se empezó una solicitud de residencia con su dirección de correo a través de ${mediante(partner)}. Su cuenta aquí está desactivada, así que por ahora la solicitud no se puede aprobar.`,
        'Si usted no presentó la solicitud o quiere recuperar su cuenta, escriba al registro.',
      ],
    }),
    residencyApproved: (facts): Letter => ({
      subject: 'Su solicitud de residencia fue aprobada',
      paragraphs: [
        `Su solicitud fue aprobada: su residencia es ${spanishTypes[facts.residencyType]}, y su número de permiso de residente es ${facts.residentPermitNumber}.`,
        'Para iniciar sesión, escriba esta dirección de correo; le enviamos un código.',
      ],
      link: { label: 'Iniciar sesión', url: facts.url },
    }),
    informationRequested: ({ message, url }): Letter => ({
      subject: 'Una pregunta sobre su solicitud de residencia',
      paragraphs: [
        'Un revisor del registro tiene una pregunta sobre la solicitud de residencia con esta dirección de correo.',
        { fromReviewer: message },
        'Puede responderla en su cuenta y añadir un archivo; o avise a quien envió la solicitud por usted, que también puede responderla. No hay que pagar nada de nuevo. La solicitud también se puede decidir sin respuesta.',
        'Si usted no presentó la solicitud, no responda: avise al registro.',
      ],
      link: { label: 'Responder la pregunta', url },
    }),
    residencyRejected: ({ reason }): Letter => ({
      subject: 'Su solicitud de residencia no fue aprobada',
      paragraphs: [
        'Su solicitud de residencia no fue aprobada.',
        { fromReviewer: `El motivo: ${reason ?? 'no se indicó ninguno'}` },
      ],
    }),
  },
});
