import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';

const subjects = {
  en: {
    permit_number: 'Permit number updated in the register',
    tax_state: 'Tax status of a legal entity updated',
    legal_entity: 'You are registered as a representative of a legal entity',
    partner_key: 'Partner Key created',
    staff: 'Your roles at the registry changed',
  },
  es: {
    permit_number: 'Número de permiso actualizado en el registro',
    tax_state: 'Situación fiscal de una persona jurídica actualizada',
    legal_entity: 'Usted consta como representante de una persona jurídica',
    partner_key: 'Se creó una clave de aliado',
    staff: 'Cambiaron sus funciones en el registro',
  },
} as const;

interface Act {
  readonly what: keyof (typeof subjects)['en'];
  /** The entity or the integration by name; null: the reader's own number, or an entity that they see in the portal. */
  readonly of: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

/** To those whom an act of two operators concerns that no other letter reports. */
export const operatorLetters = letters({
  en: {
    operatorsActed: (act: Act): Letter => ({
      subject: subjectOf(act, 'en'),
      paragraphs: [
        `On ${instantInWords(act.at)} an operator of the registry ${done(act)}. A second operator approved this.`,
        'If you did not expect this, contact us immediately.',
      ],
      link: { label: 'View the register entry', url: act.url },
    }),
  },
  es: {
    operatorsActed: (act): Letter => ({
      subject: subjectOf(act, 'es'),
      paragraphs: [
        `El ${instantInWords(act.at, 'es')} un operador del registro ${doneInSpanish(act)}. Un segundo operador lo aprobó.`,
        'Si no lo esperaba, escríbanos de inmediato.',
      ],
      link: { label: 'Ver los datos inscritos', url: act.url },
    }),
  },
});

function subjectOf({ what, of }: Act, locale: Locale): string {
  const subject = subjects[locale][what];
  return of === null ? subject : `${subject}: ${of}`;
}

function done({ what, of }: Act): string {
  switch (what) {
    case 'permit_number':
      return of === null
        ? 'granted you a residency. Your permit number is active for its duration'
        : `changed the dates between which the permit number of ${of} is active`;
    case 'tax_state':
      return `changed the tax status of ${of ?? 'a legal entity that you represent'} in the register`;
    case 'legal_entity':
      return 'registered a legal entity with you as a representative';
    case 'staff':
      return 'changed your roles. The portal shows what you can do';
    case 'partner_key':
      return `created a Partner Key for ${of ?? 'your integration'}. Anyone with the key can apply for residencies in its name`;
  }
}

function doneInSpanish({ what, of }: Act): string {
  switch (what) {
    case 'permit_number':
      return of === null
        ? 'le concedió una residencia. Su número de permiso está activo mientras dure'
        : `cambió las fechas entre las que está activo el número de permiso de ${of}`;
    case 'tax_state':
      return `cambió la situación fiscal de ${of ?? 'una persona jurídica que usted representa'} en el registro`;
    case 'legal_entity':
      return 'inscribió una persona jurídica con usted como representante';
    case 'staff':
      return 'cambió sus funciones. El portal muestra lo que puede hacer';
    case 'partner_key':
      return `creó una clave de aliado para ${of ?? 'su integración'}. Quien la tenga puede solicitar residencias en su nombre`;
  }
}
