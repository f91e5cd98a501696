import type { Locale } from '../../../kernel/domain/locale.ts';
import { formatInstant } from '../../../kernel/pages/format-dates.ts';
import { type Content, html } from '../../../kernel/pages/html.ts';
import type { EmailMessage } from '../../../mail/mail/message.ts';
import type { MailboxCaseStatus } from '../../domain/mailbox-case.ts';
import type { ProofField } from '../../domain/proof.ts';
import type { CaseToConfirm } from '../../pages/prove-address-page.ts';

interface Facts {
  /** ISO 8601. */
  readonly openedAt: string;
  readonly url: string;
}

/**
 * To the new address: `url` confirms that someone reads it, `passkeyUrl` is for the person alone.
 */
interface ToNew extends Facts {
  readonly passkeyUrl: string;
}

interface Due {
  /** ISO 8601. */
  readonly dueAt: string;
  readonly url: string;
}

interface End extends Facts {
  readonly status: MailboxCaseStatus;
}

/**
 * The person with the lost mailbox, and the legal entities that they and the recipient both
 * represent.
 */
interface OfOther {
  readonly person: string | null;
  readonly entities: readonly string[];
}

export type Ends = Readonly<Partial<Record<MailboxCaseStatus, string>>>;

/** Why a request for a new mailbox ended, as its resident reads it. */
const ends: Ends = {
  refused: 'We did not accept the request',
  withdrawn: 'The request was withdrawn',
  stopped: 'Someone with access to that mailbox stopped the change',
};

const suspended =
  'Until this is settled, no one can act in your name: not in the portal, not with your API keys, and not through connected applications.';

export function listed(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(names);
}

export const mailboxEmailTexts = {
  openedToPrevious: ({ openedAt, url }: Facts): EmailMessage => ({
    subject: 'Someone asked to change your account’s email address',
    paragraphs: [
      `On ${formatInstant(openedAt)} someone reported that you lost access to this mailbox and want a different email address for your account.`,
      suspended,
      'If this was not you, stop the change now. You do not need to sign in. Your email address stays the same, and your API keys work again immediately.',
      'If this was you, you do not need to do anything. We check your identity, and two people at the registry decide. If they approve, the address changes 72 hours later.',
    ],
    link: { label: 'Stop the change', url },
  }),
  openedToNew: ({ openedAt, url, passkeyUrl }: ToNew): EmailMessage => ({
    subject: 'Confirm this email address for your account',
    paragraphs: [
      `On ${formatInstant(openedAt)} someone reported that you lost access to your account’s mailbox and want to use this address instead.`,
      'Confirm that you receive email here. You do not need to sign in. We cannot approve the change until you confirm. The link works for one week.',
      `Two people at the registry then decide. If they approve, the address changes 72 hours later. ${suspended}`,
      'Do you have a passkey that you added at least three days before the request? Sign in with this passkey and confirm that it is you. Then you skip the 72-hour wait.',
      'If you do not know about this, someone may have entered your address by mistake. You do not need to do anything.',
    ],
    references: [{ label: 'Confirm with a passkey that this is you', url: passkeyUrl }],
    link: { label: 'Confirm this email address', url },
  }),
  openedToRepresentative: ({ openedAt, url, person, entities }: Facts & OfOther): EmailMessage => ({
    subject: `Request to change ${person ?? 'another representative'}’s email address`,
    paragraphs: [
      `On ${formatInstant(openedAt)} someone reported that ${person ?? 'another representative'} lost access to their mailbox and wants a different email address. You both represent ${listed(entities, 'en')}. Until this is settled, no one can act in this representative’s name.`,
      'Ask the representative in person, or call a phone number that you already know. If they did not ask for this, contact us immediately. If we approve the change, the person with the new mailbox can sign for these legal entities.',
    ],
    link: { label: 'Go to the portal', url },
  }),
  waitingToPrevious: ({ url, dueAt }: Due): EmailMessage => ({
    subject: `Your email address will change on ${formatInstant(dueAt)}`,
    paragraphs: [
      `Two people at the registry approved a different email address for your account, because this mailbox was reported as lost. The address changes on ${formatInstant(dueAt)}.`,
      'If you did not ask for this, stop the change before then. You do not need to sign in.',
    ],
    link: { label: 'Stop the change', url },
  }),
  waitingToNew: ({ url, dueAt }: Due): EmailMessage => ({
    subject: `Your account will use this address from ${formatInstant(dueAt)}`,
    paragraphs: [
      `Two people at the registry approved the change. From ${formatInstant(dueAt)}, sign in with this address. Until then, anyone with access to the previous mailbox can stop the change.`,
      'Do you have a passkey that you added at least three days before the request? Sign in with this passkey and confirm that it is you. Then you skip the wait.',
    ],
    link: { label: 'Confirm with a passkey', url },
  }),
  ended: ({ status, openedAt, url }: End): EmailMessage => ({
    subject: 'Your account’s email address has not changed',
    paragraphs: [
      `On ${formatInstant(openedAt)} someone reported that your account’s mailbox is lost. ${ends[status] ?? 'The request was closed'}, and your email address has not changed. Your API keys and connected applications work again.`,
      'If you did not expect this, contact us.',
    ],
    link: { label: 'Go to the portal', url },
  }),
  endedToRepresentative: ({ status, url, person, entities }: End & OfOther): EmailMessage => ({
    subject:
      status === 'changed'
        ? `${person ?? 'Another representative'}’s email address has changed`
        : `${person ?? 'Another representative'}’s email address has not changed`,
    paragraphs: [
      status === 'changed'
        ? `Two people at the registry checked the identity of ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you. Their account now has a different email address.`
        : `The mailbox of ${person ?? 'another representative'}, who represents ${listed(entities, 'en')} with you, was reported as lost. ${ends[status] ?? 'The request was closed'}, and nothing has changed.`,
      'If you think someone else is using the account, contact us immediately.',
    ],
    link: { label: 'Go to the portal', url },
  }),
};

export const ownCasePagesTexts = {
  title: 'Request to change your email address',
  kicker: 'Your account',
  opened: (at: Content) =>
    html`On ${at}, someone told us that you can no longer read the mailbox of your account, and asked us to change the account’s email address.`,
  suspended:
    'Your account is suspended until the request is decided. Nothing can be signed, allowed, paid or changed in your name. Your keys and connected applications do not work.',
  due: (at: Content) =>
    html`Two members of the registry’s staff have approved the request. The address changes on ${at}.`,
  undecided:
    'Two members of the registry’s staff check the evidence. The address changes 72 hours after the second approval.',
  unproven:
    'First, open the link we emailed to the new address and confirm it. We can’t approve the request before you do.',
  stopTitle: 'Wasn’t you?',
  stopText: 'Stop the request. Your address stays the same and your keys work again immediately.',
  stop: 'Stop the request',
  confirmTitle: 'Was this you?',
  confirmText: 'Confirm with your passkey to skip the 72-hour wait.',
  confirm: 'Confirm it was me',
  signIn:
    'To confirm, sign in with a passkey now. You must have added the passkey at least 3 days before the request.',
  signInLink: 'Sign in with a passkey',
  tooNew:
    'You can’t confirm with this passkey because you added it less than 3 days before the request. The address changes after the 72-hour wait.',
  confirmed: 'You confirmed that it was you',
  confirmedText:
    'The address changes as soon as two members of the registry’s staff approve the request.',
  none: 'Your account is not suspended',
  noneText: 'There is no open request to change your email address.',
  home: 'Go to the portal',
  ends: {
    changed: [
      'Email address changed',
      'Sign in with the new address. If you didn’t ask for this change, contact the registry immediately.',
    ],
    refused: [
      'Request refused',
      'The registry did not accept the request. Your address stays the same.',
    ],
    withdrawn: ['Request withdrawn', 'Your address stays the same.'],
    stopped: ['Request stopped', 'Your address stays the same and your keys work again.'],
  } as Readonly<Partial<Record<MailboxCaseStatus, readonly [string, string]>>>,
  invalid: 'This link is no longer valid',
  invalidText: 'Use the link in the newest email. If you don’t have one, contact the registry.',
};

export const proofTexts: Readonly<Record<ProofField, string>> = {
  name: 'Name',
  permitNumber: 'Resident permit number',
  residency: 'Residency: type and end date',
  over18: 'Whether 18 or older',
  dateOfBirth: 'Date of birth',
  entities: 'Legal entities represented',
};

export type States = Readonly<
  Record<Exclude<CaseToConfirm['state'], 'open'>, readonly [string, string]>
>;

export const proveAddressPageTexts = {
  title: 'Is this your new address?',
  kicker: 'An account at the registry',
  opened: (at: Content) =>
    html`On ${at}, someone asked the registry to change the email address of their account because they can no longer read its mailbox. They gave the address we sent this link to.`,
  yes: 'Was this you?',
  yesText:
    'Confirm that you can read email at this address. Then two members of the registry’s staff check the evidence. This does not sign you in, and nothing changes until they decide.',
  confirm: 'Confirm this address',
  no: 'Wasn’t you?',
  noText: 'Someone gave your address by mistake. Close this page. Nothing will change.',
  states: {
    confirmed: [
      'This address is confirmed',
      'You don’t need to do anything else. Two members of the registry’s staff check the evidence and email this address.',
    ],
    changed: ['The account uses this address', 'Sign in with this address.'],
    over: ['Request closed', 'The account keeps its address. This link no longer works.'],
    too_old: [
      'This link is too old',
      'The link worked for 7 days. Ask the registry to send another one.',
    ],
  } as States,
  invalid: 'This link is no longer valid',
  invalidText: 'Use the link in the newest email. If you don’t have one, contact the registry.',
};

export const shownProofPageTexts = {
  title: 'This proof is genuine',
  kicker: 'Proof from a resident',
  lead: 'The holder of this proof chose to show you only the details below. They are the registered details right now.',
  resident: 'A resident today',
  notResident: 'Not a resident today',
  asOf: 'As of ',
  name: 'Name',
  permitNumber: 'Resident permit number',
  residency: 'Residency',
  term: 'Status',
  over18: '18 or older',
  dateOfBirth: 'Date of birth',
  entities: 'Represents',
  yes: 'Yes',
  no: 'No',
  unknown: 'Not registered',
  noEntities: 'No legal entities',
  until: 'This proof is valid until',
  compare:
    'Compare the name with an identity document that has a photo. This page can’t identify the person in front of you. The holder can see that someone looked, but not who.',
  gone: 'No proof to show',
  goneLead:
    'The code is not from this registry, or the proof has expired or was revoked. Ask the holder for a new one.',
  enter: 'Check a proof',
  enterLead: 'A proof has a QR code, or a link with a code of 26 letters and digits.',
  code: 'Code',
  check: 'Check the proof',
};
