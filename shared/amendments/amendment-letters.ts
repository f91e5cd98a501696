import { postalAddress } from '../documents/pdf/postal-address.ts';
import { fullName } from '../kernel/domain/company-name.ts';
import { instantInWords } from '../kernel/domain/dates.ts';
import type { PostalAddress } from '../kernel/domain/legal-entity.ts';
import type { Letter, LetterParagraph } from '../mail/message.ts';
import {
  type AmendableEntity,
  amended,
  namesChanged,
  type ProposedChanges,
} from './proposed-changes.ts';

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

/** What differs between readers. */
export interface LetterReader {
  /** The reader is the one who did it. */
  readonly you: boolean;
  /** When the reader objected, ISO 8601; null: not yet. */
  readonly objectedAt: string | null;
  /** The reader's own link, which shows the amendment and takes an objection. */
  readonly url: string;
}

/** Mail about amendments of legal entities, and about who represents them. */
export const amendmentLetters = {
  signed: (facts: MailedAmendment & LetterReader & { readonly signedAt: string }): Letter => ({
    subject: `Signed: an amendment of ${fullName(facts.before)}`,
    paragraphs: [
      `${facts.you ? 'You have' : `${facts.signer} has`} signed an amendment of ${fullName(facts.before)}, on ${instantInWords(facts.signedAt)}, under the name “${facts.typed}”.`,
      ...changesOf(facts, 'proposed'),
      'Nothing has changed yet: it takes effect when it is paid, submitted and approved by the registry. We will write to you at each step.',
      ...whatToDo(facts),
    ],
    link: linkOf(facts),
  }),
  /** `by` has submitted it; `key` is the name of the Agent Key with which, null for the person's own key. */
  submitted: (
    facts: MailedAmendment & LetterReader & { readonly by: string; readonly key: string | null },
  ): Letter => ({
    subject: `Submitted: an amendment of ${fullName(facts.before)}`,
    paragraphs: [
      `${facts.you ? 'You have' : `${facts.by} has`} submitted an amendment of ${fullName(facts.before)} to the registry${facts.key === null ? '' : `, with the Agent Key ${facts.key}`}. ${facts.signer} signed it, under the name “${facts.typed}”.`,
      ...changesOf(facts, 'proposed'),
      'A reviewer decides on it now. Until then you can object.',
      ...whatToDo(facts),
    ],
    link: linkOf(facts),
  }),
  /** `answer`: to the reader's objection; null: they did not object. */
  approved: (facts: MailedAmendment & Decided): Letter => {
    const name = fullName(amended(facts.before, facts.changes));
    return {
      subject: `Amended: ${name}`,
      paragraphs: [
        facts.you
          ? `The amendment that you signed for ${name} was approved and is in the registry.`
          : `The amendment of ${name} that ${facts.signer} signed was approved and is in the registry.`,
        ...changesOf(facts, 'made'),
        ...answerTo(facts),
        'The Certificate of Amendment is among the documents of the legal entity.',
        ...(facts.you ? [] : ['If this is wrong, write to the registry at once.']),
      ],
      link: myEntities(facts.url),
    };
  },
  rejected: (facts: MailedAmendment & Decided & { readonly reason: string }): Letter => {
    const name = fullName(facts.before);
    return {
      subject: `Amendment not approved: ${name}`,
      paragraphs: [
        facts.you
          ? `The amendment that you signed for ${name} was not approved.`
          : `The amendment of ${name} that ${facts.signer} signed was not approved. The legal entity stays as it was.`,
        { fromReviewer: `The reason: ${facts.reason}` },
        ...answerTo(facts),
      ],
      link: myEntities(facts.url),
    };
  },
  representativeAdded: (facts: Representation): Letter => ({
    subject: `A new representative: ${facts.entityName}`,
    paragraphs: [
      facts.you
        ? `Since ${instantInWords(facts.at)} you represent ${facts.entityName}: an operator of the registry has entered you.`
        : `Since ${instantInWords(facts.at)} ${facts.person} represents ${facts.entityName}, too: an operator of the registry has entered them.`,
      'Whoever represents a legal entity may sign amendments of it, ask for certificates, and share its particulars.',
      'If this is wrong, write to the registry at once.',
    ],
    link: myEntities(facts.url),
  }),
  representativeRemoved: (facts: Representation): Letter => ({
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
    link: myEntities(facts.url),
  }),
} as const;

interface Decided {
  /** The reader is the one who signed. */
  readonly you: boolean;
  readonly objectedAt: string | null;
  readonly answer: string | null;
  /** Of the portal. */
  readonly url: string;
}

interface Representation {
  readonly entityName: string;
  /** Whom it is about. */
  readonly person: string;
  readonly you: boolean;
  /** ISO 8601. */
  readonly at: string;
  /** Of the portal. */
  readonly url: string;
}

function myEntities(url: string) {
  return { label: 'See my legal entities', url };
}

function linkOf({ objectedAt, url }: LetterReader): Letter['link'] & object {
  return { label: objectedAt === null ? 'Look at it, or object' : 'Look at it', url };
}

function whatToDo({ you, objectedAt }: LetterReader): readonly string[] {
  if (objectedAt !== null) {
    return [
      `You objected on ${instantInWords(objectedAt)}. The objection stands: it is answered with the decision.`,
    ];
  }
  return [
    you
      ? 'If it was not you, somebody else is in your account: object with the link below, end your keys and sessions, and write to the registry.'
      : 'If it is right, there is nothing to do. If it is wrong, object with the link below: a reviewer reads the objection, and can approve the amendment only with an answer to it.',
    'The link is yours alone. Give it to nobody: whoever has it can object in your name.',
  ];
}

function answerTo({
  objectedAt,
  answer,
}: Pick<Decided, 'objectedAt' | 'answer'>): readonly LetterParagraph[] {
  if (objectedAt === null) return [];
  const objected = `You objected on ${instantInWords(objectedAt)}.`;
  return [
    answer === null
      ? `${objected} The decision is the answer.`
      : { fromReviewer: `${objected} The answer: ${answer}` },
  ];
}

function changesOf(
  { before, changes }: MailedAmendment,
  tense: 'proposed' | 'made',
): readonly string[] {
  const becomes = tense === 'proposed' ? 'is to become' : 'has become';
  const { principalOfficeAddress: office } = changes;
  const lines: string[] = [];
  if (namesChanged(changes)) {
    lines.push(
      `The name “${fullName(before)}” ${becomes} “${fullName(amended(before, changes))}”.`,
    );
  }
  if (office !== null) {
    const from = before.principalOfficeAddress;
    const former = from === null ? ', of which none was recorded,' : ` “${inOneLine(from)}”`;
    lines.push(`The principal office${former} ${becomes} “${inOneLine(office)}”.`);
  }
  return lines;
}

function inOneLine(address: PostalAddress): string {
  return postalAddress(address).join(', ');
}
