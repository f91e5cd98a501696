import { postalAddress } from '../../documents/pdf/postal-address.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import { instantInWords } from '../../kernel/domain/dates.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale, type Locale, type Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Letter, LetterParagraph } from '../../mail/mail/message.ts';
import {
  type AmendableEntity,
  amended,
  namesChanged,
  type ProposedChanges,
} from '../domain/proposed-changes.ts';

const say = words({
  en: {
    look: 'Look at it',
    lookOrObject: 'Look at it, or object',
    stands: (at: string) =>
      `You objected on ${at}. The objection stands: it is answered with the decision.`,
    notYou:
      'If it was not you, somebody else is in your account: object with the link below, end your keys and sessions, and write to the registry.',
    mayObject:
      'If it is right, there is nothing to do. If it is wrong, object with the link below: a reviewer reads the objection, and can approve the amendment only with an answer to it.',
    yours: 'The link is yours alone. Give it to nobody: whoever has it can object in your name.',
    decided: (at: string) => `You objected on ${at}. The decision is the answer.`,
    answered: (at: string, answer: string) => `You objected on ${at}. The answer: ${answer}`,
    nameTo: (from: string, to: string) => `The name “${from}” is to become “${to}”.`,
    nameBecame: (from: string, to: string) => `The name “${from}” has become “${to}”.`,
    officeTo: (from: string | null, to: string) =>
      `The principal office${from === null ? ', of which none was recorded,' : ` “${from}”`} is to become “${to}”.`,
    officeBecame: (from: string | null, to: string) =>
      `The principal office${from === null ? ', of which none was recorded,' : ` “${from}”`} has become “${to}”.`,
    somebody: 'Somebody',
    resident: (number: string) => `Resident ${number}`,
    nameless: 'Resident without a name',
  },
  es: {
    look: 'Verla',
    lookOrObject: 'Verla, u oponerse',
    stands: (at) =>
      `Usted se opuso el ${at}. La oposición sigue en pie: se responde con la decisión.`,
    notYou:
      'Si no fue usted, otra persona está en su cuenta: opóngase con el enlace de abajo, termine sus claves y sesiones, y escriba al registro.',
    mayObject:
      'Si es correcta, no tiene que hacer nada. Si es incorrecta, opóngase con el enlace de abajo: un revisor lee la oposición y solo puede aprobar la modificación con una respuesta a ella.',
    yours:
      'El enlace es solo suyo. No se lo dé a nadie: quien lo tenga puede oponerse en su nombre.',
    decided: (at) => `Usted se opuso el ${at}. La decisión es la respuesta.`,
    answered: (at, answer) => `Usted se opuso el ${at}. La respuesta: ${answer}`,
    nameTo: (from, to) => `El nombre «${from}» pasará a ser «${to}».`,
    nameBecame: (from, to) => `El nombre «${from}» ha pasado a ser «${to}».`,
    officeTo: (from, to) =>
      from === null
        ? `La oficina principal, de la que no constaba ninguna, pasará a ser «${to}».`
        : `La oficina principal «${from}» pasará a ser «${to}».`,
    officeBecame: (from, to) =>
      from === null
        ? `La oficina principal, de la que no constaba ninguna, ha pasado a ser «${to}».`
        : `La oficina principal «${from}» ha pasado a ser «${to}».`,
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
export function linkToObject(
  { objectedAt, url }: LetterReader,
  locale: Locale,
): Letter['link'] & object {
  const { look, lookOrObject } = say({ locale });
  return { label: objectedAt === null ? lookOrObject : look, url };
}

/** What a reader can do about an amendment on which nobody has decided. */
export function whatToDo({ you, objectedAt }: LetterReader, locale: Locale): readonly string[] {
  const { stands, notYou, mayObject, yours } = say({ locale });
  if (objectedAt !== null) return [stands(instantInWords(objectedAt, locale))];
  return [you ? notYou : mayObject, yours];
}

/** What was said to a reader's objection; nothing to whoever has not objected. */
export function answerTo(
  { objectedAt, answer }: Pick<LetterReader, 'objectedAt'> & { readonly answer: string | null },
  locale: Locale,
): readonly LetterParagraph[] {
  if (objectedAt === null) return [];
  const { decided, answered } = say({ locale });
  const at = instantInWords(objectedAt, locale);
  return [answer === null ? decided(at) : { fromReviewer: answered(at, answer) }];
}

/** What becomes, or has become, of the name and the office: a sentence for each. */
export function changesInWords(
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
