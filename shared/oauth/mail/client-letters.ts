import { type Letter, letters } from '../../mail/mail/message.ts';

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
        `We approved your application “${name}”. Anyone with an account can sign in with it.`,
        'If you change its name, logo, privacy notice, redirect URIs or permissions, we must approve the change first. Until then, people continue to use the approved version.',
      ],
      link: { label: 'View the application', url },
    }),
    rejected: ({ name, reason, goesOn, url }: Facts): Letter => ({
      subject: `Not approved: your application ${name}`,
      paragraphs: [
        goesOn
          ? `We did not approve the change to your application “${name}”. People continue to use the approved version.`
          : `We did not approve your application “${name}”. Only you can sign in with it.`,
        ...(reason === null ? [] : [`Reason: ${reason}`]),
        'You can change it and ask for approval again.',
      ],
      link: { label: 'View the application', url },
    }),
    suspended: ({ name, reason, url }: Facts): Letter => ({
      subject: `Suspended: your application ${name}`,
      paragraphs: [
        `We suspended your application “${name}”. No one can sign in with it, and its tokens are no longer valid.`,
        ...(reason === null ? [] : [`Reason: ${reason}`]),
      ],
      link: { label: 'View the application', url },
    }),
    logoRemoved: ({ name, reason, url }: Facts): Letter => ({
      subject: `The logo of your application ${name} was removed`,
      paragraphs: [
        `We removed the logo of your application “${name}”. People can still sign in with the application, without its logo.`,
        ...(reason === null ? [] : [`Reason: ${reason}`]),
      ],
      link: { label: 'View the application', url },
    }),
    reinstated: ({ name, url }: Facts): Letter => ({
      subject: `Your application ${name} is back in test mode`,
      paragraphs: [
        `The suspension of your application “${name}” has ended. Only you can sign in with it. Ask for approval when it is ready.`,
      ],
      link: { label: 'View the application', url },
    }),
  },
  es: {
    approved: ({ name, url }): Letter => ({
      subject: `Aprobada: su aplicación ${name}`,
      paragraphs: [
        `Aprobamos su aplicación «${name}». Cualquier persona con una cuenta puede iniciar sesión con ella.`,
        'Si cambia su nombre, logotipo, aviso de privacidad, URI de redirección o permisos, primero debemos aprobar el cambio. Mientras tanto, se sigue usando la versión aprobada.',
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    rejected: ({ name, reason, goesOn, url }): Letter => ({
      subject: `No aprobada: su aplicación ${name}`,
      paragraphs: [
        goesOn
          ? `No aprobamos el cambio de su aplicación «${name}». Se sigue usando la versión aprobada.`
          : `No aprobamos su aplicación «${name}». Solo usted puede iniciar sesión con ella.`,
        ...(reason === null ? [] : [`Motivo: ${reason}`]),
        'Puede cambiarla y solicitar la aprobación de nuevo.',
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    suspended: ({ name, reason, url }): Letter => ({
      subject: `Suspendida: su aplicación ${name}`,
      paragraphs: [
        `Suspendimos su aplicación «${name}». Nadie puede iniciar sesión con ella y sus tokens ya no son válidos.`,
        ...(reason === null ? [] : [`Motivo: ${reason}`]),
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    logoRemoved: ({ name, reason, url }): Letter => ({
      subject: `Se quitó el logotipo de su aplicación ${name}`,
      paragraphs: [
        `Quitamos el logotipo de su aplicación «${name}». Todavía se puede iniciar sesión con ella, sin el logotipo.`,
        ...(reason === null ? [] : [`Motivo: ${reason}`]),
      ],
      link: { label: 'Ver la aplicación', url },
    }),
    reinstated: ({ name, url }): Letter => ({
      subject: `Su aplicación ${name} vuelve al modo de prueba`,
      paragraphs: [
        `Terminó la suspensión de su aplicación «${name}». Solo usted puede iniciar sesión con ella. Solicite la aprobación cuando esté lista.`,
      ],
      link: { label: 'Ver la aplicación', url },
    }),
  },
});
