import { postalAddress } from '../../documents/pdf/postal-address.ts';
import { instantInWords } from '../../kernel/domain/dates.ts';
import { fullName, type PostalAddress } from '../../kernel/domain/legal-entity.ts';
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
