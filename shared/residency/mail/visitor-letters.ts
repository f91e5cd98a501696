import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

/** To applicants for a visitor pass. */
export const visitorLetters = letters({
  en: {
    /** Without a name or a source: a stranger may have chosen both, and the address, too. */
    visitorPassReceived: (): Letter => ({
      subject: 'Your application for a visitor pass',
      paragraphs: [
        'We have received an application for a visitor pass with this e-mail address.',
        'The next steps: we look at the application and do the background check that was consented to. Then we write to this address again, with the pass or with a question. On arrival, show a passport or another official identity document with your photo.',
        'There is nothing to send and nothing to pay now. If you did not apply, there is nothing to do.',
      ],
    }),
  },
  es: {
    visitorPassReceived: (): Letter => ({
      subject: 'Su solicitud de un pase de visitante',
      paragraphs: [
        'Recibimos una solicitud de un pase de visitante con este correo electrónico.',
        'Los siguientes pasos: examinamos la solicitud y hacemos la comprobación de antecedentes que se consintió. Después volvemos a escribir a este correo electrónico, con el pase o con una pregunta. A su llegada, muestre un pasaporte u otro documento oficial de identidad con su foto.',
        'Ahora no hay nada que enviar ni que pagar. Si no hizo ninguna solicitud, no tiene que hacer nada.',
      ],
    }),
  },
});
