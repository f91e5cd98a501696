import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

interface Facts {
  readonly name: string;
  /** In the operators' words; null: none. */
  readonly reason: string | null;
  /** It is approved, and it was a change of it that was decided about. */
  readonly goesOn: boolean;
  readonly url: string;
}

/** What operators decided about a resident's application, for its owner. */
export const clientLetters = letters({
  en: {
    approved: ({ name, url }: Facts): Letter => ({
      subject: `Approved: your application ${name}`,
      paragraphs: [
        `The registry has approved your application “${name}” as you asked. Everybody who has an account can sign in with it.`,
        'A change of its name, its logo, its privacy notice, its redirect URIs or what it may do waits for approval, while people go on with what was approved.',
      ],
      link: { label: 'Look at the application', url },
    }),
    rejected: ({ name, reason, goesOn, url }: Facts): Letter => ({
      subject: `Not approved: your application ${name}`,
      paragraphs: [
        goesOn
          ? `The registry has not approved the change of your application “${name}”. People go on with what was approved before.`
          : `The registry has not approved your application “${name}”. You alone can go on signing in with it.`,
        ...(reason === null ? [] : [`The reason: ${reason}`]),
        'You can change it and ask again.',
      ],
      link: { label: 'Look at the application', url },
    }),
    suspended: ({ name, reason, url }: Facts): Letter => ({
      subject: `Suspended: your application ${name}`,
      paragraphs: [
        `The registry has suspended your application “${name}”. Nobody can sign in with it, and its tokens do not count any more.`,
        ...(reason === null ? [] : [`The reason: ${reason}`]),
      ],
      link: { label: 'Look at the application', url },
    }),
    logoRemoved: ({ name, reason, url }: Facts): Letter => ({
      subject: `The logo of your application ${name} was removed`,
      paragraphs: [
        `The registry has removed the logo of your application “${name}”. People sign in with it as before, without the picture.`,
        ...(reason === null ? [] : [`The reason: ${reason}`]),
      ],
      link: { label: 'Look at the application', url },
    }),
    reinstated: ({ name, url }: Facts): Letter => ({
      subject: `Your application ${name} goes on in test mode`,
      paragraphs: [
        `The suspension of your application “${name}” has ended. You alone can sign in with it; ask for approval when it is ready.`,
      ],
      link: { label: 'Look at the application', url },
    }),
  },
  es: {
    approved: ({ name, url }): Letter => ({
      subject: `Aprobada: su aplicación ${name}`,
      paragraphs: [
        `El registro aprobó su aplicación «${name}», como usted pidió. Toda persona que tenga una cuenta puede iniciar sesión con ella.`,
        'Un cambio de su nombre, su logotipo, su aviso de privacidad, sus URI de redirección o lo que puede hacer espera la aprobación, y mientras tanto vale lo aprobado.',
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    rejected: ({ name, reason, goesOn, url }): Letter => ({
      subject: `No aprobada: su aplicación ${name}`,
      paragraphs: [
        goesOn
          ? `El registro no aprobó el cambio de su aplicación «${name}». Sigue valiendo lo que se aprobó antes.`
          : `El registro no aprobó su aplicación «${name}». Solo usted puede seguir iniciando sesión con ella.`,
        ...(reason === null ? [] : [`El motivo: ${reason}`]),
        'Puede cambiarla y pedirlo de nuevo.',
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    suspended: ({ name, reason, url }): Letter => ({
      subject: `Suspendida: su aplicación ${name}`,
      paragraphs: [
        `El registro suspendió su aplicación «${name}». Nadie puede iniciar sesión con ella y sus tokens ya no valen.`,
        ...(reason === null ? [] : [`El motivo: ${reason}`]),
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    logoRemoved: ({ name, reason, url }): Letter => ({
      subject: `Se quitó el logotipo de su aplicación ${name}`,
      paragraphs: [
        `El registro quitó el logotipo de su aplicación «${name}». Se sigue iniciando sesión con ella como antes, sin la imagen.`,
        ...(reason === null ? [] : [`El motivo: ${reason}`]),
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    reinstated: ({ name, url }): Letter => ({
      subject: `Su aplicación ${name} sigue en modo de prueba`,
      paragraphs: [
        `Terminó la suspensión de su aplicación «${name}». Solo usted puede iniciar sesión con ella; pida la aprobación cuando esté lista.`,
      ],
      link: { label: 'Ver la aplicación', url },
    }),
  },
});
