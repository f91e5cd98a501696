import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

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
      subject: `A new representative: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `Since ${instantInWords(facts.at)} you represent ${facts.entityName}: an operator of the registry has entered you.`
          : `Since ${instantInWords(facts.at)} ${facts.person} represents ${facts.entityName}, too: an operator of the registry has entered them.`,
        'Whoever represents a legal entity may sign amendments of it, ask for certificates, and share its particulars.',
        'If this is wrong, write to the registry at once.',
      ],
      link: { label: 'See my legal entities', url: facts.url },
    }),
    removed: (facts: Representation): Letter => ({
      subject: `Representative removed: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `Since ${instantInWords(facts.at)} you do not represent ${facts.entityName} any more: an operator of the registry has removed you.`
          : `Since ${instantInWords(facts.at)} ${facts.person} does not represent ${facts.entityName} any more: an operator of the registry has removed them.`,
        ...(facts.you
          ? [
              'Links that you were mailed for objecting to amendments keep working until the registry has decided.',
            ]
          : []),
        'If this is wrong, write to the registry at once.',
      ],
      link: { label: 'See my legal entities', url: facts.url },
    }),
  },
  es: {
    added: (facts): Letter => ({
      subject: `Nuevo representante: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `Desde el ${instantInWords(facts.at, 'es')} usted representa a ${facts.entityName}: un operador del registro le inscribió.`
          : `Desde el ${instantInWords(facts.at, 'es')} también ${facts.person} representa a ${facts.entityName}: lo inscribió un operador del registro.`,
        'Quien representa a una persona jurídica puede firmar modificaciones de ella, solicitar certificados y compartir sus datos.',
        'Si es incorrecto, escriba enseguida al registro.',
      ],
      link: { label: 'Ver mis personas jurídicas', url: facts.url },
    }),
    removed: (facts): Letter => ({
      subject: `Representante retirado: ${facts.entityName}`,
      paragraphs: [
        facts.you
          ? `Desde el ${instantInWords(facts.at, 'es')} usted ya no representa a ${facts.entityName}: un operador del registro le retiró.`
          : `Desde el ${instantInWords(facts.at, 'es')} ${facts.person} ya no representa a ${facts.entityName}: lo hizo constar un operador del registro.`,
        ...(facts.you
          ? [
              'Los enlaces que recibió por correo para oponerse a modificaciones siguen funcionando hasta que el registro decida.',
            ]
          : []),
        'Si es incorrecto, escriba enseguida al registro.',
      ],
      link: { label: 'Ver mis personas jurídicas', url: facts.url },
    }),
  },
});
