import type { Letter } from '../../mail/mail/message.ts';
import type * as en from './en.ts';

const theirsInSpanish: Readonly<Record<string, string>> = {
  legal_entity_application: 'la solicitud',
  amendment: 'la modificación',
  certificate_request: 'la solicitud de un certificado de vigencia',
};

export const questionLetterTexts: typeof en.questionLetterTexts = {
  informationRequested: (facts): Letter => ({
    subject: `Una pregunta del registro: ${facts.name}`,
    paragraphs: [
      `Un revisor tiene una pregunta sobre ${theirsInSpanish[facts.subjectType] ?? 'lo que usted presentó'} de ${facts.name}.`,
      { fromReviewer: facts.message },
      'Inicie sesión para responder. Puede adjuntar un archivo. No tiene que pagar de nuevo y conserva su lugar en la cola. El caso también se puede decidir sin respuesta.',
    ],
    link: { label: 'Responder la pregunta', url: facts.url },
  }),
};

export const waitsInTexts: typeof en.waitsInTexts = {
  lately: (half: string, most: string) =>
    `Últimamente, la mitad de estos casos se decidió en ${half} o menos, y 9 de cada 10 en ${most} o menos.`,
  hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
  days: (count: number) => `${count} días`,
};
