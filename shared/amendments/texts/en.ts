import { fullName } from '../../kernel/domain/legal-entity.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/en.ts';
import type { FeeTexts } from '../../payments/usecases/payment-subject.ts';
import type { StageTexts } from '../../reviews/pages/filing-status.ts';
import type { AmendmentStage } from '../domain/amendment.ts';
import { amended } from '../domain/proposed-changes.ts';
import type { AmendmentEmailRecipient, MailedAmendment } from '../mail/amendment-emails.ts';
import { answerTo, formatChanges, linkToObject, whatToDo } from '../mail/amendment-emails.ts';

type Signed = MailedAmendment & AmendmentEmailRecipient & { readonly signedAt: string };

type Submitted = MailedAmendment &
  AmendmentEmailRecipient & {
    /** The person who submitted it. */
    readonly by: string;
    /** The label of the Agent Key that was used; null for a Standard Key or the portal. */
    readonly key: string | null;
    /** Recent decision times; null if there are none. */
    readonly expected: string | null;
    /** The amendment's page in the portal. */
    readonly page: string;
  };

/** A change voided the recipient's signature at `at`; `url` is the page to sign again. */
type Unsigned = Pick<MailedAmendment, 'before' | 'changes'> & {
  readonly at: string;
  readonly url: string;
};

type Decided = MailedAmendment & {
  /** Whether the reader signed. */
  readonly you: boolean;
  readonly objectedAt: string | null;
  /** The answer to the recipient's objection; null if they did not object, or the decision is the answer. */
  readonly answer: string | null;
  /** The URL of the portal. */
  readonly url: string;
};

/** `page` is the amendment’s page; null for people who do not represent the entity. */
type Withdrawn = Decided & { readonly isPaid: boolean; readonly page: string | null };

type Rejected = Decided & {
  readonly reason: string;
  /** The amendment's page in the portal; null if the reader does not represent the entity. */
  readonly page: string | null;
};

export const amendmentEmailPartTexts = {
  look: 'View the amendment',
  lookOrObject: 'View the amendment or object',
  stands: (at: string) => `You objected on ${at}. The decision will answer your objection.`,
  notYou:
    'If this was not you, someone else has access to your account. Object with the link below, revoke your API keys, sign out everywhere, and contact us.',
  mayObject:
    'If the amendment is right, you do not need to do anything. If it is wrong, object with the link below. A reviewer reads your objection and must answer it before approving the amendment.',
  yours: 'The link is only for you. Do not share it: anyone with the link can object in your name.',
  decided: (at: string) => `You objected on ${at}. This decision answers your objection.`,
  answered: (at: string, answer: string) => `You objected on ${at}. Answer: ${answer}`,
  somebody: 'Someone',
  resident: (number: string) => `Resident ${number}`,
  nameless: 'A resident with no recorded name',
};

export const amendmentEmailTexts = {
  signed: (facts: Signed): EmailMessage => ({
    subject: `Amendment signed: ${fullName(facts.before)}`,
    paragraphs: [
      `${facts.you ? 'You' : facts.signer} signed an amendment to ${fullName(facts.before)} on ${formatInstant(facts.signedAt)}. The signature reads “${facts.typed}”.`,
      ...formatChanges(facts, 'willChange'),
      'Nothing has changed yet. The amendment takes effect once it is paid for, submitted and approved. We will email you at each step.',
      ...whatToDo(facts, amendmentEmailPartTexts),
    ],
    link: linkToObject(facts, amendmentEmailPartTexts),
  }),
  submitted: (facts: Submitted): EmailMessage => ({
    subject: `Amendment submitted: ${fullName(facts.before)}`,
    paragraphs: [
      `${facts.you ? 'You' : facts.by} submitted an amendment to ${fullName(facts.before)}${facts.key === null ? '' : ` with the Agent Key “${facts.key}”`}. ${facts.signer} signed it. The signature reads “${facts.typed}”.`,
      ...formatChanges(facts, 'willChange'),
      [
        'A reviewer will decide. You can object until then.',
        ...(facts.expected === null ? [] : [facts.expected]),
        'We will email you the decision.',
      ].join(' '),
      ...whatToDo(facts, amendmentEmailPartTexts),
    ],
    link: linkToObject(facts, amendmentEmailPartTexts),
    references: [{ label: 'Check the status (you need to sign in)', url: facts.page }],
  }),
  unsigned: ({ before, changes, at, url }: Unsigned): EmailMessage => ({
    subject: `Sign again: the amendment to ${fullName(before)} was changed`,
    paragraphs: [
      `You signed an amendment to ${fullName(before)}. The amendment was changed on ${formatInstant(at)}, so your signature is no longer valid.`,
      ...formatChanges({ before, changes }, 'willChange'),
      'If the new version is right, sign it or ask another representative to sign it. The amendment cannot be paid for or submitted without a signature.',
    ],
    link: { label: 'Read and sign the new version', url },
  }),
  approved: (facts: Decided): EmailMessage => {
    const name = fullName(amended(facts.before, facts.changes));
    return {
      subject: `${amendmentStatusTexts.stages.approved.title}: ${name}`,
      paragraphs: [
        `${facts.you ? 'You' : facts.signer} signed an amendment to ${name}. It was approved and is now in the register.`,
        ...formatChanges(facts, 'changed'),
        ...answerTo(facts, amendmentEmailPartTexts),
        'You can find the Certificate of Amendment in the legal entity’s documents.',
        ...(facts.you ? [] : ['If this is wrong, contact us immediately.']),
      ],
      link: { label: 'View your legal entities', url: facts.url },
    };
  },
  withdrawn: (facts: Withdrawn): EmailMessage => {
    const name = fullName(facts.before);
    return {
      subject: `${amendmentStatusTexts.stages.withdrawn.title}: ${name}`,
      paragraphs: [
        `${facts.you ? 'You' : facts.signer} signed an amendment to ${name}. A representative withdrew it. The register did not change.`,
        ...(facts.isPaid ? [noRefund] : []),
      ],
      link: facts.page
        ? { label: amendmentEmailPartTexts.look, url: facts.page }
        : { label: 'View your legal entities', url: facts.url },
    };
  },
  rejected: (facts: Rejected): EmailMessage => {
    const name = fullName(facts.before);
    return {
      subject: `${amendmentStatusTexts.stages.rejected.title}: ${name}`,
      paragraphs: [
        `${facts.you ? 'You' : facts.signer} signed an amendment to ${name}. We rejected it for this reason:`,
        { fromReviewer: facts.reason },
        ...answerTo(facts, amendmentEmailPartTexts),
        `The legal entity has not changed. ${noRefund}`,
      ],
      link: facts.page
        ? { label: amendmentEmailPartTexts.look, url: facts.page }
        : { label: 'View your legal entities', url: facts.url },
    };
  },
};

interface Representation {
  readonly entityName: string;
  /** The representative whose status changes. */
  readonly person: string;
  /** Whether the recipient is that person. */
  readonly you: boolean;
  /** ISO 8601. */
  readonly at: string;
  /** The URL of the portal. */
  readonly url: string;
}

export const representationEmailTexts = {
  added: (facts: Representation): EmailMessage => ({
    subject: `New representative: ${facts.entityName}`,
    paragraphs: [
      facts.you
        ? `On ${formatInstant(facts.at)} an operator of the registry added you as a representative of ${facts.entityName}.`
        : `On ${formatInstant(facts.at)} an operator of the registry added ${facts.person} as a representative of ${facts.entityName}.`,
      'Representatives of a legal entity can sign its amendments, request certificates, and share its details.',
      'If this is wrong, contact us immediately.',
    ],
    link: { label: 'View your legal entities', url: facts.url },
  }),
  removed: (facts: Representation): EmailMessage => ({
    subject: `Representative removed: ${facts.entityName}`,
    paragraphs: [
      facts.you
        ? `On ${formatInstant(facts.at)} an operator of the registry removed you as a representative of ${facts.entityName}.`
        : `On ${formatInstant(facts.at)} an operator of the registry removed ${facts.person} as a representative of ${facts.entityName}.`,
      ...(facts.you
        ? [
            'If we emailed you a link to object to an amendment, the link works until we decide on the amendment.',
          ]
        : []),
      'If this is wrong, contact us immediately.',
    ],
    link: { label: 'View your legal entities', url: facts.url },
  }),
};

export const amendmentPageTexts = {
  approved: 'Approved changes',
  proposed: 'Proposed changes',
  signedBy: 'Signed by',
  signedOn: 'Signed on',
  toSign: 'Read and sign',
  revise: 'Edit the changes',
  submit: 'Submit the amendment',
  again: 'Propose other changes',
  gone: 'Someone else has registered this name, so you can’t pay. Propose another name. If you can no longer edit the amendment, contact the registry',
  entity: (name: string) => `Back to ${name}`,
  sign: 'Sign the amendment',
  lead: 'Compare the registered details with the proposed changes, then sign below. The amendment goes to the registry for review once it is signed and paid.',
  amendment: 'Amendment',
  next: 'See the next steps or pay the fee',
  statement: (name: string) =>
    `I have read the proposed changes, agree to them for ${name}, and am authorized to sign.`,
  binding: null as string | null,
  ending: {
    title: 'Withdraw this amendment',
    label: 'Withdraw the amendment',
    effect: 'The amendment ends without a decision, and the register does not change.',
  },
};

export interface Problem {
  readonly title: string;
  readonly text: string;
}

export const amendmentSignatureSayOfProblemTexts: Readonly<Record<string, Problem>> = {
  'filing.changed': {
    title: 'The amendment was changed while you were reading',
    text: 'Your signature was not saved. The current changes are below.',
  },
  'filing.already_signed': {
    title: 'The amendment was already signed',
    text: 'Your signature was not saved. The signature below is the valid one.',
  },
  'filing.locked': {
    title: 'The amendment can no longer be signed',
    text: 'Your signature was not saved.',
  },
  'filing.no_changes': {
    title: 'The amendment was changed while you were reading',
    text: 'Your signature was not saved because the amendment no longer proposes any changes.',
  },
  'entity.name_taken': {
    title: 'A legal entity with this name already exists',
    text: 'Your signature was not saved. Propose another name first.',
  },
};

export const amendmentChangesTexts = {
  proposed: 'Proposed changes',
  nothing: 'None',
};

export const amendmentStatusTexts = {
  change: (details: readonly string[]) => `Change of ${details.join(' and ')}`,
  neither: 'Amendment',
  stages: {
    propose: {
      line: 'No changes yet',
      title: 'No changes yet',
      text: 'Choose what to change.',
    },
    sign: {
      line: 'Signature needed',
      title: 'Signature needed',
      text: 'Any representative can sign. Then you pay the fee and a reviewer decides.',
    },
    pay: {
      line: 'Payment due',
      title: 'Payment due',
      text: 'When the fee is paid, we send the amendment to the registry for review.',
    },
    submit: {
      line: 'Paid, not submitted',
      title: 'Someone else registered this name',
      text: 'The fee is paid, but you can’t submit the amendment with this name. Contact the registry. If the name becomes available again, submit the amendment.',
    },
    review: {
      line: 'Under review',
      title: 'The amendment is under review',
      text: 'We will email you the decision.',
    },
    approved: {
      line: 'Approved',
      title: 'Amendment approved',
      text: 'The register is updated. You can find the Certificate of Amendment in the legal entity’s documents.',
    },
    rejected: {
      line: 'Rejected',
      title: 'Amendment rejected',
      text: `The register did not change. ${noRefund}`,
    },
    withdrawn: {
      line: 'Withdrawn',
      title: 'Amendment withdrawn',
      text: 'The register did not change.',
    },
    annulled: {
      line: 'Annulled',
      title: 'Amendment annulled',
      text: 'The amendment was approved by mistake. The register has its previous details again.',
    },
  } as Readonly<Record<Exclude<AmendmentStage, 'answer'>, StageTexts>>,
  signAgain: (at: Html) =>
    html`The amendment was changed on ${at}, so the previous signature is no longer valid.`,
  voids: 'The amendment is signed. If the changes are edited, the signature is no longer valid.',
  unsubmitted: 'The amendment was not reviewed. The register did not change.',
  notRefunded: noRefund,
  since: 'Submitted on',
  on: 'Decided on',
  documents: 'See the documents',
  objections: (count: number) =>
    count === 1 ? 'One representative has objected.' : `${count} representatives have objected.`,
};

export const objectionPageTexts = {
  kicker: 'Amendment of a legal entity',
  signedBy: 'Signed by',
  nobody: 'Not signed: the amendment changed after it was signed',
  submitted: 'Submitted',
  yours: 'Your objection',
  noNote: 'No note',
  lead: 'We emailed you this link because you represent the legal entity. If the changes are right, you don’t need to do anything. If they are wrong, object below.',
  objected: 'You have objected',
  objectedText: (at: Content) =>
    html`You objected on ${at}. A reviewer reads your objection and must answer it to approve the amendment. We email you the answer.`,
  soon: 'The decision takes effect within seconds.',
  answer: (text: string) => `Answer to your objection: ${text}`,
  late: 'You can no longer object. If the decision is wrong, contact the registry.',
  heading: 'Object to this amendment',
  explained:
    'An objection does not stop the amendment. The reviewer decides and answers your objection. You can’t withdraw an objection.',
  note: 'What is wrong with the amendment (optional)',
  hint: 'The reviewer will read this. Use 2000 characters or fewer.',
  object: 'Object',
  over: 'This link is no longer valid',
  overText:
    'Use the link in the newest email about the amendment. If you don’t have one, contact the registry.',
};

export const proposalPageTexts = {
  propose: 'Propose changes',
  revise: 'Edit the changes',
  lead: 'These are the registered details. Change only what should be different. Then a representative signs the changes, you pay the fee and a reviewer decides.',
  signed: 'The amendment is signed',
  void: 'If you edit the changes, the amendment must be signed again.',
  nameLabel: 'Name without the ending',
  ending: 'Ending of the name',
  endingHint: 'Such as LLC, L.L.C. or Limited Liability Company.',
  order: 'Position of the ending',
  after: 'After the name',
  before: 'Before the name',
  toPropose: 'Propose these changes',
  toRevise: 'Save changes',
  unchanged: (details: readonly string[]) =>
    `You have not changed anything. Change ${details.join(' or ')}`,
  taken: 'A legal entity with this name already exists. Choose another name',
  reserved: 'This name is reserved. Choose another name',
  changed:
    'Someone edited the amendment after you opened this page. Your changes were not saved. Edit the version below',
  missing: 'Fill in this field or leave the whole address unchanged',
  inName: 'Remove the ending from the name and enter it in its own field',
  country: 'Choose a country from the list',
  missingName: 'Enter a name',
  missingEnding: 'Enter an ending',
  long: (most: number) => `Use ${most} characters or fewer`,
  characters: 'Use only letters, digits and punctuation',
};

export const payAmendmentTexts: FeeTexts<'submitted' | 'submits' | 'taken'> = {
  fee: 'filing fee',
  kicker: (name) => `Amendment of ${name}`,
  item: 'Amendment of',
  next: {
    submitted: 'The amendment has been submitted to the registry for review.',
    submits: 'The amendment goes to the registry for review.',
    taken: 'The amendment cannot be submitted, because someone else registered the new name.',
  },
};
