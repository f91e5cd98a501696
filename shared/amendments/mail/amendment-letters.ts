import { postalAddress } from '../../documents/pdf/particulars.ts';
import { instantInWords } from '../../kernel/domain/dates.ts';
import { fullName, type PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale, type Locale, type Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { type Letter, type LetterParagraph, letters } from '../../mail/mail/message.ts';
import {
  type AmendableEntity,
  amended,
  namesChanged,
  type ProposedChanges,
} from '../domain/proposed-changes.ts';

const say = words({
  en: {
    look: 'View the amendment',
    lookOrObject: 'View the amendment or object',
    stands: (at: string) => `You objected on ${at}. The decision will answer your objection.`,
    notYou:
      'If this was not you, someone else has access to your account. Object with the link below, revoke your keys, sign out everywhere, and contact us.',
    mayObject:
      'If the amendment is right, you have nothing to do. If it is wrong, object with the link below. A reviewer reads your objection and must answer it before approving the amendment.',
    yours:
      'The link is only for you. Do not share it: anyone with the link can object in your name.',
    decided: (at: string) => `You objected on ${at}. This decision answers your objection.`,
    answered: (at: string, answer: string) => `You objected on ${at}. Answer: ${answer}`,
    nameTo: (from: string, to: string) => `The name will change from “${from}” to “${to}”.`,
    nameBecame: (from: string, to: string) => `The name changed from “${from}” to “${to}”.`,
    officeTo: (from: string | null, to: string) =>
      from === null
        ? `The principal office will be “${to}”. None is recorded now.`
        : `The principal office will change from “${from}” to “${to}”.`,
    officeBecame: (from: string | null, to: string) =>
      from === null
        ? `The principal office is now “${to}”. None was recorded before.`
        : `The principal office changed from “${from}” to “${to}”.`,
    somebody: 'Someone',
    resident: (number: string) => `Resident ${number}`,
    nameless: 'A resident with no recorded name',
  },
  es: {
    look: 'Ver la modificación',
    lookOrObject: 'Ver la modificación u oponerse',
    stands: (at) => `Usted se opuso el ${at}. La decisión responderá a su oposición.`,
    notYou:
      'Si no fue usted, otra persona tiene acceso a su cuenta. Opóngase con el enlace de abajo, revoque sus claves, cierre todas sus sesiones y escríbanos.',
    mayObject:
      'Si la modificación es correcta, no tiene que hacer nada. Si es incorrecta, opóngase con el enlace de abajo. Un revisor lee su oposición y debe responderla antes de aprobar la modificación.',
    yours:
      'El enlace es solo para usted. No lo comparta: quien lo tenga puede oponerse en su nombre.',
    decided: (at) => `Usted se opuso el ${at}. Esta decisión responde a su oposición.`,
    answered: (at, answer) => `Usted se opuso el ${at}. Respuesta: ${answer}`,
    nameTo: (from, to) => `El nombre cambiará de «${from}» a «${to}».`,
    nameBecame: (from, to) => `El nombre cambió de «${from}» a «${to}».`,
    officeTo: (from, to) =>
      from === null
        ? `La oficina principal será «${to}». Ahora no consta ninguna.`
        : `La oficina principal cambiará de «${from}» a «${to}».`,
    officeBecame: (from, to) =>
      from === null
        ? `La oficina principal es ahora «${to}». Antes no constaba ninguna.`
        : `La oficina principal cambió de «${from}» a «${to}».`,
    somebody: 'Alguien',
    resident: (number) => `El residente ${number}`,
    nameless: 'Un residente sin nombre',
  },
});

/** What differs between readers. */
export interface LetterReader {
  /** The reader is the one who did it. */
  readonly you: boolean;
  /** When the reader objected, ISO 8601; null: not yet. */
  readonly objectedAt: string | null;
  /** The reader's own link, which shows the amendment and takes an objection. */
  readonly url: string;
}

/** The link to an amendment on which nobody has decided. */
function linkToObject({ objectedAt, url }: LetterReader, locale: Locale): Letter['link'] & object {
  const { look, lookOrObject } = say({ locale });
  return { label: objectedAt === null ? lookOrObject : look, url };
}

/** What a reader can do about an amendment on which nobody has decided. */
function whatToDo({ you, objectedAt }: LetterReader, locale: Locale): readonly string[] {
  const { stands, notYou, mayObject, yours } = say({ locale });
  if (objectedAt !== null) return [stands(instantInWords(objectedAt, locale))];
  return [you ? notYou : mayObject, yours];
}

/** What was said to a reader's objection; nothing to whoever has not objected. */
function answerTo(
  { objectedAt, answer }: Pick<LetterReader, 'objectedAt'> & { readonly answer: string | null },
  locale: Locale,
): readonly LetterParagraph[] {
  if (objectedAt === null) return [];
  const { decided, answered } = say({ locale });
  const at = instantInWords(objectedAt, locale);
  return [answer === null ? decided(at) : { fromReviewer: answered(at, answer) }];
}

/** What becomes, or has become, of the name and the office: a sentence for each. */
function changesInWords(
  { before, changes }: { readonly before: AmendableEntity; readonly changes: ProposedChanges },
  tense: 'proposed' | 'made',
  locale: Locale,
): readonly string[] {
  const { nameTo, nameBecame, officeTo, officeBecame } = say({ locale });
  const { principalOfficeAddress: office } = changes;
  const lines: string[] = [];
  if (namesChanged(changes)) {
    const of = tense === 'proposed' ? nameTo : nameBecame;
    lines.push(of(fullName(before), fullName(amended(before, changes))));
  }
  if (office !== null) {
    const of = tense === 'proposed' ? officeTo : officeBecame;
    const from = before.principalOfficeAddress;
    lines.push(of(from && inOneLine(from, locale), inOneLine(office, locale)));
  }
  return lines;
}

/** Whom a letter names: by name, else by permit number; null: an account that is gone. */
export function personInWords(
  person: { readonly name: string | null; readonly residentPermitNumber: string | null } | null,
  { locale = bindingLocale }: Spoken,
): string {
  const { somebody, resident, nameless } = say({ locale });
  if (person === null) return somebody;
  const { name, residentPermitNumber: number } = person;
  return name ?? (number === null ? nameless : resident(number));
}

function inOneLine(address: PostalAddress, locale: Locale): string {
  return postalAddress(address, locale).join(', ');
}

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
      subject: `Amendment signed: ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'You' : facts.signer} signed an amendment to ${fullName(facts.before)} on ${instantInWords(facts.signedAt)}, under the name “${facts.typed}”.`,
        ...changesInWords(facts, 'proposed', 'en'),
        'Nothing has changed yet. The amendment takes effect once it is paid for, submitted and approved. We will email you at each step.',
        ...whatToDo(facts, 'en'),
      ],
      link: linkToObject(facts, 'en'),
    }),
    submitted: (facts: Submitted): Letter => ({
      subject: `Amendment submitted: ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'You' : facts.by} submitted an amendment to ${fullName(facts.before)}${facts.key === null ? '' : ` with the Agent Key “${facts.key}”`}. ${facts.signer} signed it under the name “${facts.typed}”.`,
        ...changesInWords(facts, 'proposed', 'en'),
        [
          'A reviewer will decide. You can object until then.',
          ...(facts.expected === null ? [] : [facts.expected]),
          'We will email you the decision.',
        ].join(' '),
        ...whatToDo(facts, 'en'),
      ],
      link: linkToObject(facts, 'en'),
      references: [{ label: 'Check its status (you need to sign in)', url: facts.page }],
    }),
    unsigned: ({ before, changes, at, url }: Unsigned): Letter => ({
      subject: `Sign again: the amendment to ${fullName(before)} was changed`,
      paragraphs: [
        `The amendment to ${fullName(before)} that you signed was changed on ${instantInWords(at)}. Your signature is no longer valid.`,
        ...changesInWords({ before, changes }, 'proposed', 'en'),
        'If the new version is right, sign it or ask another representative to sign it. The amendment cannot be paid for or submitted without a signature.',
      ],
      link: { label: 'Read and sign the new version', url },
    }),
    approved: (facts: Decided): Letter => {
      const name = fullName(amended(facts.before, facts.changes));
      return {
        subject: `Amendment approved: ${name}`,
        paragraphs: [
          facts.you
            ? `The amendment to ${name} that you signed was approved and is now in the register.`
            : `The amendment to ${name} that ${facts.signer} signed was approved and is now in the register.`,
          ...changesInWords(facts, 'made', 'en'),
          ...answerTo(facts, 'en'),
          'You can find the Certificate of Amendment in the legal entity’s documents.',
          ...(facts.you ? [] : ['If this is wrong, contact us immediately.']),
        ],
        link: { label: 'View your legal entities', url: facts.url },
      };
    },
    rejected: (facts: Rejected): Letter => {
      const name = fullName(facts.before);
      return {
        subject: `Amendment not approved: ${name}`,
        paragraphs: [
          facts.you
            ? `The amendment to ${name} that you signed was not approved.`
            : `The amendment to ${name} that ${facts.signer} signed was not approved. The legal entity has not changed.`,
          { fromReviewer: `Reason: ${facts.reason ?? 'none given'}` },
          ...answerTo(facts, 'en'),
        ],
        link: { label: 'View your legal entities', url: facts.url },
      };
    },
  },
  es: {
    signed: (facts): Letter => ({
      subject: `Modificación firmada: ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'Usted firmó' : `${facts.signer} firmó`} una modificación de ${fullName(facts.before)}, el ${instantInWords(facts.signedAt, 'es')}, con el nombre «${facts.typed}».`,
        ...changesInWords(facts, 'proposed', 'es'),
        'Todavía no ha cambiado nada. La modificación surte efecto cuando esté pagada, presentada y aprobada. Le escribiremos en cada paso.',
        ...whatToDo(facts, 'es'),
      ],
      link: linkToObject(facts, 'es'),
    }),
    submitted: (facts): Letter => ({
      subject: `Modificación presentada: ${fullName(facts.before)}`,
      paragraphs: [
        `${facts.you ? 'Usted presentó' : `${facts.by} presentó`} una modificación de ${fullName(facts.before)}${facts.key === null ? '' : `, con la clave de agente «${facts.key}»`}. La firmó ${facts.signer}, con el nombre «${facts.typed}».`,
        ...changesInWords(facts, 'proposed', 'es'),
        [
          'Un revisor decidirá. Hasta entonces, usted puede oponerse.',
          ...(facts.expected === null ? [] : [facts.expected]),
          'Le enviaremos la decisión por correo electrónico.',
        ].join(' '),
        ...whatToDo(facts, 'es'),
      ],
      link: linkToObject(facts, 'es'),
      references: [{ label: 'Consulte su estado (debe iniciar sesión)', url: facts.page }],
    }),
    unsigned: ({ before, changes, at, url }): Letter => ({
      subject: `Firme de nuevo: cambió la modificación de ${fullName(before)}`,
      paragraphs: [
        `La modificación de ${fullName(before)} que usted firmó cambió el ${instantInWords(at, 'es')}. Su firma ya no es válida.`,
        ...changesInWords({ before, changes }, 'proposed', 'es'),
        'Si la nueva versión es correcta, fírmela o pida a otro representante que la firme. Sin una firma, la modificación no se puede pagar ni presentar.',
      ],
      link: { label: 'Leer y firmar la nueva versión', url },
    }),
    approved: (facts): Letter => {
      const name = fullName(amended(facts.before, facts.changes));
      return {
        subject: `Modificación aprobada: ${name}`,
        paragraphs: [
          facts.you
            ? `La modificación de ${name} que usted firmó fue aprobada y ya consta en el registro.`
            : `La modificación de ${name} que firmó ${facts.signer} fue aprobada y ya consta en el registro.`,
          ...changesInWords(facts, 'made', 'es'),
          ...answerTo(facts, 'es'),
          'El certificado de modificación, en inglés, está en los documentos de la persona jurídica.',
          ...(facts.you ? [] : ['Si es incorrecta, escríbanos de inmediato.']),
        ],
        link: { label: 'Ver sus personas jurídicas', url: facts.url },
      };
    },
    rejected: (facts): Letter => {
      const name = fullName(facts.before);
      return {
        subject: `Modificación no aprobada: ${name}`,
        paragraphs: [
          facts.you
            ? `La modificación de ${name} que usted firmó no fue aprobada.`
            : `La modificación de ${name} que firmó ${facts.signer} no fue aprobada. La persona jurídica no cambia.`,
          { fromReviewer: `Motivo: ${facts.reason ?? 'no se indicó'}` },
          ...answerTo(facts, 'es'),
        ],
        link: { label: 'Ver sus personas jurídicas', url: facts.url },
      };
    },
  },
});
