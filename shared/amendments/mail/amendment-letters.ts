import { fullName } from '../../kernel/domain/company-name.ts';
import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
import { type AmendableEntity, amended, type ProposedChanges } from '../domain/proposed-changes.ts';
import {
  answerTo,
  changesInWords,
  type LetterReader,
  linkToObject,
  whatToDo,
} from './amendment-sentences.ts';

/** An amendment as its entity's representatives read about it. */
export interface MailedAmendment {
  /** As it is before the amendment takes effect. */
  readonly before: AmendableEntity;
  readonly changes: ProposedChanges;
  /** Who signed, as the registry knows them. */
  readonly signer: string;
  /** What they typed as their name. */
  readonly typed: string;
}

type Signed = MailedAmendment & LetterReader & { readonly signedAt: string };

type Submitted = MailedAmendment &
  LetterReader & {
    /** Who submitted it. */
    readonly by: string;
    /** The name of the Agent Key with which; null: the person's own key, or the portal. */
    readonly key: string | null;
    /** How long decisions took lately; null: there are none yet. */
    readonly expected: string | null;
    /** The amendment's page in the portal. */
    readonly page: string;
  };

/** A change voided the reader's signature at this instant; `url`: where it is signed. */
type Unsigned = Pick<MailedAmendment, 'before' | 'changes'> & {
  readonly at: string;
  readonly url: string;
};

type Decided = MailedAmendment & {
  /** The reader is the one who signed. */
  readonly you: boolean;
  readonly objectedAt: string | null;
  /** To the reader's objection; null: they did not object, or the decision is the answer. */
  readonly answer: string | null;
  /** Of the portal. */
  readonly url: string;
};

/** `reason` null: none was given. */
type Rejected = Decided & { readonly reason: string | null };

/** Mail about amendments of legal entities. */
export const amendmentLetters = letters({
  en: {
    signed: (facts: Signed): Letter => ({
      subject: `Signed: an amendment of ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'You have' : `${facts.signer} has`} signed an amendment of ${fullName(facts.before)}, on ${instantInWords(facts.signedAt)}, under the name “${facts.typed}”.`,
        ...changesInWords(facts, 'proposed', 'en'),
        'Nothing has changed yet: it takes effect when it is paid, submitted and approved by the registry. We will write to you at each step.',
        ...whatToDo(facts, 'en'),
      ],
      link: linkToObject(facts, 'en'),
    }),
    submitted: (facts: Submitted): Letter => ({
      subject: `Submitted: an amendment of ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'You have' : `${facts.by} has`} submitted an amendment of ${fullName(facts.before)} to the registry${facts.key === null ? '' : `, with the Agent Key “${facts.key}”`}. ${facts.signer} signed it, under the name “${facts.typed}”.`,
        ...changesInWords(facts, 'proposed', 'en'),
        [
          'A reviewer decides on it. Until then you can object.',
          ...(facts.expected === null ? [] : [facts.expected]),
          'We will email you the decision.',
        ].join(' '),
        ...whatToDo(facts, 'en'),
      ],
      link: linkToObject(facts, 'en'),
      references: [{ label: 'Its status, when you are signed in', url: facts.page }],
    }),
    unsigned: ({ before, changes, at, url }: Unsigned): Letter => ({
      subject: `Sign again: the amendment of ${fullName(before)} was changed`,
      paragraphs: [
        `The amendment of ${fullName(before)} that you signed was changed on ${instantInWords(at)}. Your signature is no longer valid.`,
        ...changesInWords({ before, changes }, 'proposed', 'en'),
        'If it is right, sign the new version, or let another representative sign it. It cannot be paid or submitted without a signature.',
      ],
      link: { label: 'Read and sign the new version', url },
    }),
    approved: (facts: Decided): Letter => {
      const name = fullName(amended(facts.before, facts.changes));
      return {
        subject: `Amended: ${name}`,
        paragraphs: [
          facts.you
            ? `The amendment that you signed for ${name} was approved and is in the registry.`
            : `The amendment of ${name} that ${facts.signer} signed was approved and is in the registry.`,
          ...changesInWords(facts, 'made', 'en'),
          ...answerTo(facts, 'en'),
          'The Certificate of Amendment is among the documents of the legal entity.',
          ...(facts.you ? [] : ['If this is wrong, write to the registry at once.']),
        ],
        link: { label: 'See my legal entities', url: facts.url },
      };
    },
    rejected: (facts: Rejected): Letter => {
      const name = fullName(facts.before);
      return {
        subject: `Amendment not approved: ${name}`,
        paragraphs: [
          facts.you
            ? `The amendment that you signed for ${name} was not approved.`
            : `The amendment of ${name} that ${facts.signer} signed was not approved. The legal entity stays as it was.`,
          { fromReviewer: `The reason: ${facts.reason ?? 'none was given'}` },
          ...answerTo(facts, 'en'),
        ],
        link: { label: 'See my legal entities', url: facts.url },
      };
    },
  },
  es: {
    signed: (facts): Letter => ({
      subject: `Firmada: una modificación de ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'Usted firmó' : `${facts.signer} firmó`} una modificación de ${fullName(facts.before)}, el ${instantInWords(facts.signedAt, 'es')}, con el nombre «${facts.typed}».`,
        ...changesInWords(facts, 'proposed', 'es'),
        'Todavía no ha cambiado nada: surte efecto cuando esté pagada y presentada y el registro la apruebe. Le escribiremos en cada paso.',
        ...whatToDo(facts, 'es'),
      ],
      link: linkToObject(facts, 'es'),
    }),
    submitted: (facts): Letter => ({
      subject: `Presentada: una modificación de ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'Usted presentó' : `${facts.by} presentó`} al registro una modificación de ${fullName(facts.before)}${facts.key === null ? '' : `, con la clave de agente «${facts.key}»`}. La firmó ${facts.signer}, con el nombre «${facts.typed}».`,
        ...changesInWords(facts, 'proposed', 'es'),
        [
          'Un revisor decide sobre ella. Hasta entonces puede oponerse.',
          ...(facts.expected === null ? [] : [facts.expected]),
          'Le enviaremos la decisión por correo.',
        ].join(' '),
        ...whatToDo(facts, 'es'),
      ],
      link: linkToObject(facts, 'es'),
      references: [{ label: 'Su estado, con la sesión iniciada', url: facts.page }],
    }),
    unsigned: ({ before, changes, at, url }): Letter => ({
      subject: `Firme de nuevo: cambió la modificación de ${fullName(before)}`,
      paragraphs: [
        `La modificación de ${fullName(before)} que usted firmó cambió el ${instantInWords(at, 'es')}. Su firma ya no es válida.`,
        ...changesInWords({ before, changes }, 'proposed', 'es'),
        'Si es correcta, firme la nueva versión o deje que la firme otro representante. Sin una firma no se puede pagar ni presentar.',
      ],
      link: { label: 'Leer y firmar la nueva versión', url },
    }),
    approved: (facts): Letter => {
      const name = fullName(amended(facts.before, facts.changes));
      return {
        subject: `Modificada: ${name}`,
        paragraphs: [
          facts.you
            ? `La modificación que usted firmó para ${name} fue aprobada y consta en el registro.`
            : `La modificación de ${name} que firmó ${facts.signer} fue aprobada y consta en el registro.`,
          ...changesInWords(facts, 'made', 'es'),
          ...answerTo(facts, 'es'),
          'El certificado de modificación está entre los documentos de la persona jurídica, en inglés.',
          ...(facts.you ? [] : ['Si es incorrecta, escriba enseguida al registro.']),
        ],
        link: { label: 'Ver mis personas jurídicas', url: facts.url },
      };
    },
    rejected: (facts): Letter => {
      const name = fullName(facts.before);
      return {
        subject: `Modificación no aprobada: ${name}`,
        paragraphs: [
          facts.you
            ? `La modificación que usted firmó para ${name} no fue aprobada.`
            : `La modificación de ${name} que firmó ${facts.signer} no fue aprobada. La persona jurídica queda como estaba.`,
          { fromReviewer: `El motivo: ${facts.reason ?? 'no se indicó ninguno'}` },
          ...answerTo(facts, 'es'),
        ],
        link: { label: 'Ver mis personas jurídicas', url: facts.url },
      };
    },
  },
});
