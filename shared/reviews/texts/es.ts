import { type Content, html } from '../../kernel/pages/html.ts';
import { subjectTexts } from '../../kernel/texts/es.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import type * as en from './en.ts';

export const questionEmailTexts: typeof en.questionEmailTexts = {
  informationRequested: (facts): EmailMessage => ({
    subject: `Una pregunta del registro: ${facts.name}`,
    paragraphs: [
      `Un revisor tiene una pregunta sobre ${facts.name} (${subjectTexts[facts.subjectType]}):`,
      { fromReviewer: facts.message },
      'Inicie sesión para responder. Puede adjuntar un archivo. No tiene que pagar de nuevo y conserva su turno. El revisor también puede decidir sin respuesta.',
    ],
    link: { label: 'Responder la pregunta', url: facts.url },
  }),
};

export const waitsInTexts: typeof en.waitsInTexts = {
  recent: (half: string, most: string) =>
    `La mitad de las decisiones recientes tardó hasta ${half}, y 9 de cada 10, hasta ${most}.`,
  minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
  hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
  days: (count: number) => `${count} días`,
};

export const filingStatusTexts: typeof en.filingStatusTexts = {
  question: 'El registro tiene una pregunta',
  questionText: 'La revisión continúa cuando usted responda.',
  answer: 'Leer y responder la pregunta',
  reason: (reason: string | null) => `Motivo: ${reason ?? 'no se indicó'}`,
  submitted: (at: Content) =>
    html`Presentada el ${at}. Enviaremos la decisión al solicitante por correo electrónico.`,
  approved: (at: Content) =>
    html`Decidida el ${at}. Avisamos al solicitante por correo electrónico.`,
  withdrawn: (at: Content) => html`Retirada el ${at}.`,
  rejected: (at: Content) =>
    html`Decidida el ${at}. Enviamos el motivo al solicitante por correo electrónico.`,
};
