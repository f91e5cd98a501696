import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

const subjects = {
  en: {
    permit_number: 'The register changed what it says of a permit number',
    tax_state: 'The register changed the tax state of a legal entity',
    legal_entity: 'You were entered as a representative of a legal entity',
    partner_key: 'A Partner Key was made',
    staff: 'You have other roles at the registry',
  },
  es: {
    permit_number: 'El registro cambió lo que dice de un número de permiso',
    tax_state: 'El registro cambió el estado fiscal de una persona jurídica',
    legal_entity: 'Usted fue inscrito como representante de una persona jurídica',
    partner_key: 'Se creó una clave de socio',
    staff: 'Usted tiene otras funciones en el registro',
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

/** To those whom an act of two operators concerns that no other letter tells of. */
export const operatorLetters = letters({
  en: {
    operatorsActed: (act: Act): Letter => ({
      subject: subjectOf(act, 'en'),
      paragraphs: [
        `On ${instantInWords(act.at)} an operator of the registry ${done(act)}, and a second one approved it.`,
        'If you did not expect this, write to the registry at once.',
      ],
      link: { label: 'Look at what the register says', url: act.url },
    }),
  },
  es: {
    operatorsActed: (act): Letter => ({
      subject: subjectOf(act, 'es'),
      paragraphs: [
        `El ${instantInWords(act.at, 'es')} un operador del registro ${doneInSpanish(act)}, y otro lo aprobó.`,
        'Si no lo esperaba, escriba enseguida al registro.',
      ],
      link: { label: 'Ver lo que dice el registro', url: act.url },
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
        ? 'granted you a residency: your permit number is active as long as it says'
        : `changed since when, or until when, the permit number of ${of} is active`;
    case 'tax_state':
      return `changed what the register says of the taxes of ${of ?? 'an entity that you represent'}`;
    case 'legal_entity':
      return 'entered a legal entity in the register, with you as a representative';
    case 'staff':
      return 'gave you roles, or other ones: the portal shows what you may do';
    case 'partner_key':
      return `made a Partner Key for ${of ?? 'your integration'}: whoever has it can apply for residencies in its name`;
  }
}

function doneInSpanish({ what, of }: Act): string {
  switch (what) {
    case 'permit_number':
      return of === null
        ? 'le concedió una residencia: su número de permiso está activo mientras ella dure'
        : `cambió desde cuándo, o hasta cuándo, está activo el número de permiso de ${of}`;
    case 'tax_state':
      return `cambió lo que el registro dice de los impuestos de ${of ?? 'una persona jurídica que usted representa'}`;
    case 'legal_entity':
      return 'inscribió una persona jurídica en el registro, con usted como representante';
    case 'staff':
      return 'le dio funciones, u otras distintas: el portal muestra lo que puede hacer';
    case 'partner_key':
      return `creó una clave de socio para ${of ?? 'su integración'}: quien la tenga puede solicitar residencias en su nombre`;
  }
}
