import type { FieldErrors } from '../../kernel/pages/form.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { maxPasskeys } from '../domain/passkey.ts';
import { recentSignIn } from '../domain/session.ts';
import { challengeLifetime, signInCodeLifetime } from '../domain/sign-in-challenge.ts';
import type { CodeKind } from '../domain/sign-in-code.ts';
import type { SignInReason } from '../domain/sign-in-reason.ts';

/** Who requested a code, if known. */
export interface RequestedCode {
  /** ISO 8601. */
  readonly at: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: string | null;
  /** Whether it had signed in to the account before. */
  readonly known: boolean;
  /** The application for which they sign in. */
  readonly client: string | null;
}

interface Facts {
  readonly code: string;
  readonly kind: 'short' | 'long';
  readonly minutes: number;
  readonly asked: RequestedCode;
}

/** `09:05:00 UTC`. */
export function clockTime(at: string): string {
  return formatInstant(at).slice(-12);
}

function wayOf({ at, browser, known, client }: RequestedCode): string {
  const who =
    browser === null
      ? ''
      : ` with ${browserTexts.inSentence(browser)}. This browser ${known ? 'has' : 'has not'} signed in to your account before`;
  const where =
    client === null ? '' : ` After you sign in, you continue to the application “${client}”.`;
  return `The code was requested on ${formatInstant(at)}${who}.${where}`;
}

export interface NewBrowserFacts {
  /** Such as `Firefox on Windows`. */
  readonly browser: string;
  /** ISO 8601. */
  readonly at: string;
  /** The URL of the page with the signed-in browsers. */
  readonly url: string;
}

interface PasskeyFacts {
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

export const signInEmailTexts = {
  signInCode: (facts: Facts): EmailMessage => ({
    subject: `Your sign-in code, requested at ${clockTime(facts.asked.at)}`,
    paragraphs: [
      'Someone requested a code to sign in with this email address. If this was you, enter the code in the browser where you requested it:',
      { code: facts.code },
      `The code is valid for ${facts.minutes} minutes and works once. Do not share it: we never ask for it by phone or email.`,
      wayOf(facts.asked),
      facts.kind === 'long' &&
        'The code is longer than usual because many codes were requested or tried for this address. If you request another code and get no new email, enter this code.',
      'If you did not want to sign in, ignore this email: no one can sign in without the code.',
    ].filter((paragraph) => paragraph !== false),
  }),
};

export const newBrowserEmailTexts = {
  browserSignedIn: ({ browser, at, url }: NewBrowserFacts): EmailMessage => ({
    subject: 'A new browser signed in to your account',
    paragraphs: [
      `On ${formatInstant(at)} someone signed in to your account with ${browserTexts.inSentence(browser)}. This browser had not signed in to your account before, or its data was cleared.`,
      'If this was you, you do not need to do anything.',
      'If this was not you, sign that browser out. Also secure your mailbox and your passkeys: anyone with access to your mailbox or to one of your passkeys can sign in.',
    ],
    link: { label: 'View signed-in browsers', url },
  }),
};

export const passkeyEmailTexts = {
  passkeyAdded: ({ at, url }: PasskeyFacts): EmailMessage => ({
    subject: 'A passkey was added to your account',
    paragraphs: [
      `On ${formatInstant(at)} someone who was signed in to your account added a passkey. Anyone with this passkey can sign in without an email code.`,
      'If this was not you, remove the passkey immediately, sign out all other browsers, and secure your mailbox.',
    ],
    link: { label: 'View your passkeys', url },
  }),
  passkeyRemoved: ({ at, url }: PasskeyFacts): EmailMessage => ({
    subject: 'A passkey was removed from your account',
    paragraphs: [
      `A passkey was removed from your account on ${formatInstant(at)}. No one can sign in with it any longer. You can still sign in with an email code.`,
      'If you did not remove it yourself or ask us to remove it, sign out all other browsers and secure your mailbox.',
    ],
    link: { label: 'View your passkeys', url },
  }),
  passkeySuspended: ({ at, url }: PasskeyFacts): EmailMessage => ({
    subject: 'A passkey on your account no longer works',
    paragraphs: [
      `On ${formatInstant(at)} someone tried to sign in with a passkey of your account. A passkey counts its uses, and this time the count was lower than last time. This can mean that someone copied the passkey. We refused the sign-in and no longer accept this passkey.`,
      'The copy may have been used before. Sign in with an email code and sign out all other browsers. Remove this passkey and any that you do not recognize, and add a new one. If you do not know how the passkey was copied, stop using the device or security key.',
    ],
    link: { label: 'View your passkeys', url },
  }),
  passkeyCodeMade: ({ at, url }: PasskeyFacts): EmailMessage => ({
    subject: 'A code for adding a passkey was created',
    paragraphs: [
      `On ${formatInstant(at)} an operator of the registry created a one-time code for you. Use it to add a passkey for approving cases. The operator gives you the code in person or by phone, never by email.`,
      'If you did not ask for the code, contact us immediately. We never ask you for the code by email or phone.',
    ],
    link: { label: 'View your passkeys', url },
  }),
};

export const passkeyPagesTexts = {
  title: 'Passkeys',
  kicker: 'Settings',
  lead: 'With a passkey you sign in using your device or a security key, without an emailed code. You can still sign in with a code.',
  none: 'You have no passkeys.',
  rename: 'Rename',
  remove: 'Remove',
  most: `You have ${maxPasskeys} passkeys, which is the maximum. Remove one before you add another.`,
  add: 'Add a passkey',
  removing: (browsers: Html) =>
    html`Removing a passkey signs out other browsers that signed in with it. See ${browsers}.`,
  browsers: 'where you are signed in',
  howItGoes:
    'Your browser asks for your fingerprint, your face or a PIN on this device, a phone or a security key. We only receive a public key.',
  needsScript: 'Passkeys need JavaScript and a browser that supports them',
  elseWorks:
    'Everything else works without JavaScript. You can always sign in with an emailed code.',
  name: 'Name',
  nameHint: 'For example “phone” or “key in the safe”. Only you can see it.',
  back: 'Back to my passkeys',
  failures: {
    over: 'The page was open for more than five minutes, was already submitted, or belongs to another sign-in.',
    wrong:
      'We cannot accept the passkey from your browser. Create it on this page, with your fingerprint, your face or a PIN.',
    taken: 'This passkey has already been used for an account. Create a new one.',
    full: `You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`,
    deactivated: 'The account is no longer active.',
    untrusted:
      'The operator’s code was already used, was replaced or has expired, or your other passkey was removed.',
  },
  done: 'Passkey added',
  use: (name: string) => `You can sign in with “${name}” from now on.`,
  notAdded: 'No passkey was added',
  again: 'Try again',
  mine: 'My passkeys',
  renameTitle: 'Rename this passkey',
  save: 'Save',
  leave: 'Cancel',
  removeTitle: 'Remove this passkey?',
  removeText:
    'You will no longer be able to sign in with it. This cannot be undone. Also remove it from the device or security key: we cannot do that for you.',
  removeButton: 'Remove the passkey',
  notAccepted: 'Passkey no longer accepted',
  counter: (at: Html) =>
    html`On ${at} we found signs that there may be a copy of it. Remove it and add a new one.`,
  added: 'Added',
  lastUsed: 'Last used',
  never: 'Never',
  kept: 'Stored',
  synced: 'In your device maker’s account, on several devices',
  bound: 'On one device or security key',
  decisions: 'Can approve cases',
  yes: 'Yes',
};

export const passkeySignInTexts = {
  or: 'Or with a passkey',
  ifAdded: 'If you have added a passkey to your account, you do not need an emailed code.',
  signIn: 'Sign in with a passkey',
  back: 'Back to sign in',
  refused: {
    over: {
      title: 'Try again',
      text: 'You are not signed in. The page was open for more than five minutes, was already used, or was opened in another browser.',
    },
    wrong: {
      title: 'This passkey does not work here',
      text: 'It may have been removed from your account, or created for a different service. Sign in with an emailed code and check your passkeys.',
    },
    suspended: {
      title: 'This passkey is no longer accepted',
      text: 'There may be a copy of it. Sign in with an emailed code, remove the passkey and add a new one.',
    },
  },
};

export const portalBrowsersPageTexts = {
  title: 'Where you are signed in',
  kicker: 'Settings',
  lead: 'If you do not recognize a browser, someone may have access to your email. Sign the browser out and secure your mailbox: we send your sign-in codes there.',
  this: (name: string) => `This browser: ${name}`,
  signedIn: 'Signed in',
  seen: 'Last used',
  end: 'Sign out',
  number: (position: number, name: string) => ` number ${position}: ${name}`,
  others: 'All other browsers',
  othersText:
    'This signs you out of every browser except this one. It also forgets browsers where you signed in before.',
  endOthers: 'Sign out all other browsers',
  none: 'You’re not signed in anywhere else.',
};

export const minutes = {
  recent: recentSignIn / 60_000,
  challenge: challengeLifetime / 60_000,
  short: signInCodeLifetime / 60_000,
};

type CodeTexts = Readonly<
  Record<CodeKind | 'none', { readonly lead: (address: string) => string; readonly hint: string }>
>;

export const portalSignInPageTexts = {
  signIn: 'Sign in',
  // Why a recent sign-in is needed.
  again: {
    connection: 'Please sign in again to allow an application to use your account',
    credential: 'Please sign in again to add a credential to a wallet',
    data: 'Please sign in again to download your data',
    key: 'Please sign in again to create, rotate or revoke an API key',
    passkey: 'Please sign in again to add or remove a passkey',
    signature: 'Please sign in again to sign for a legal entity',
    client: 'Please sign in again to add or change an application',
    webhook: 'Please sign in again to add or change a webhook endpoint',
    will: 'Please sign in again to sign or revoke the Manifestation of Will',
  } satisfies Readonly<Record<SignInReason, string>>,
  unsent: 'We have not carried out your last action yet. We will ask you to confirm it again. ',
  recent: `For your security, you must have signed in within the last ${minutes.recent} minutes.`,
  clientAgain: ['Please sign in again: ', ' requires it.'],
  clientOn: ['Sign in to continue to ', '.'],
  decides: ' You then decide what it can do.',
  lead: 'We’ll email you a code. You do not need a password.',
  email: 'Email address',
  emailHint: 'The email address that the registry has for you.',
  send: 'Send me a code',
  enter: 'Enter the code',
  code: 'Code',
  codes: {
    short: {
      lead: (address: string) =>
        `If there is an account with ${address}, we have emailed a 6-digit code to it.`,
      hint: `It expires after ${minutes.short} minutes and works in this browser only.`,
    },
    long: {
      lead: (address: string) =>
        `If there is an account with ${address}, we have emailed a 12-character code to it.`,
      hint: `You can use capital or small letters, with or without spaces and hyphens. It expires after ${minutes.challenge} minutes and works in this browser.`,
    },
    none: {
      lead: (address: string) =>
        `Too many codes were requested for ${address}, so we have not sent another one. If there is an account, use the latest 12-character code that we emailed to this address.`,
      hint: `You can use capital or small letters, with or without spaces and hyphens. It expires ${minutes.challenge} minutes after it was requested.`,
    },
  } satisfies CodeTexts,
  thatAddress: 'that email address',
  lostOwn: 'Lost access to your mailbox?',
  lost: 'Lost access to this mailbox?',
  noMail: [
    'No email? Check your spam folder and the email address, or ',
    'request another code',
    '.',
  ],
  over: 'Request a new code',
  overText: `This sign-in has ended. It was already used, too many wrong codes were entered, or it is more than ${minutes.challenge} minutes old.`,
  wrong: {} as FieldErrors,
};

/** `browserName` for use in a sentence: “a browser on Linux”. */
export const browserTexts = {
  inSentence: (name: string) => name.replace(/^A browser/, 'a browser'),
};

/** Why a passkey could not be used, by the names of the browser's errors. */
export const passkeyScriptTexts: Readonly<
  Record<'InvalidStateError' | 'NotAllowedError' | 'SecurityError' | 'other', string>
> = {
  InvalidStateError: 'This device or security key already has a passkey for your account.',
  NotAllowedError: 'The request was cancelled or took too long. Try again.',
  SecurityError: 'Passkeys do not work at this address.',
  other: 'Your browser could not use the passkey. Try again, or use another browser.',
};
