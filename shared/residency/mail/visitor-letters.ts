import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

/** To applicants for a visitor pass. */
export const visitorLetters = letters({
  en: {
    /** Without a name or a source: a stranger may have chosen both, and the address, too. */
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
