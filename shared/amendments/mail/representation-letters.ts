import { instantInWords } from '../../kernel/domain/dates.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';

interface Representation {
  readonly entityName: string;
  /** Whom it is about. */
  readonly person: string;
  /** The reader is the one whom it is about. */
  readonly you: boolean;
  /** ISO 8601. */
  readonly at: string;
  /** Of the portal. */
  readonly url: string;
}

/** Mail about who represents a legal entity. */
export const representationLetters = letters({
  en: {
    added: (facts: Representation): Letter => ({
      subject: `New representative: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `On ${instantInWords(facts.at)} an operator of the registry added you as a representative of ${facts.entityName}.`
          : `On ${instantInWords(facts.at)} an operator of the registry added ${facts.person} as a representative of ${facts.entityName}.`,
        'Representatives of a legal entity can sign its amendments, request certificates, and share its details.',
        'If this is wrong, contact us immediately.',
      ],
      link: { label: 'View your legal entities', url: facts.url },
    }),
    removed: (facts: Representation): Letter => ({
      subject: `Representative removed: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `On ${instantInWords(facts.at)} an operator of the registry removed you as a representative of ${facts.entityName}.`
          : `On ${instantInWords(facts.at)} an operator of the registry removed ${facts.person} as a representative of ${facts.entityName}.`,
        ...(facts.you
          ? [
              'The links we emailed you to object to amendments keep working until the registry decides.',
            ]
          : []),
        'If this is wrong, contact us immediately.',
      ],
      link: { label: 'View your legal entities', url: facts.url },
    }),
  },
  es: {
    added: (facts): Letter => ({
      subject: `Nuevo representante: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `El ${instantInWords(facts.at, 'es')} un operador del registro le inscribió como representante de ${facts.entityName}.`
          : `El ${instantInWords(facts.at, 'es')} un operador del registro inscribió a ${facts.person} como representante de ${facts.entityName}.`,
        'Los representantes de una persona jurídica pueden firmar sus modificaciones, solicitar certificados y compartir sus datos.',
        'Si es incorrecto, escríbanos de inmediato.',
      ],
      link: { label: 'Ver sus personas jurídicas', url: facts.url },
    }),
    removed: (facts): Letter => ({
      subject: `Representante retirado: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `El ${instantInWords(facts.at, 'es')} un operador del registro le retiró como representante de ${facts.entityName}.`
          : `El ${instantInWords(facts.at, 'es')} un operador del registro retiró a ${facts.person} como representante de ${facts.entityName}.`,
        ...(facts.you
          ? [
              'Los enlaces que le enviamos para oponerse a modificaciones siguen funcionando hasta que el registro decida.',
            ]
          : []),
        'Si es incorrecto, escríbanos de inmediato.',
      ],
      link: { label: 'Ver sus personas jurídicas', url: facts.url },
    }),
  },
});
